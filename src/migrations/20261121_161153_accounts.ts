import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_identities_provider" AS ENUM('google', 'facebook', 'tiktok');
  CREATE TYPE "public"."enum_account_tokens_purpose" AS ENUM('reset-password', 'verify-email', 'recovery-code', 'confirm-deletion');
  CREATE TYPE "public"."enum_data_requests_source" AS ENUM('account', 'form', 'facebook', 'mail');
  CREATE TYPE "public"."enum_data_requests_status" AS ENUM('received', 'verified', 'waiting', 'completed', 'withdrawn', 'refused');
  CREATE TYPE "public"."enum_contact_messages_status" AS ENUM('new', 'answered');
  CREATE TYPE "public"."enum_pages_slug" AS ENUM('about', 'contact', 'support', 'size-guide', 'terms', 'privacy-policy', 'data-deletion', 'tribe');
  CREATE TYPE "public"."enum_subscribers_status" AS ENUM('pending', 'subscribed', 'unsubscribed', 'cleaned');
  CREATE TYPE "public"."enum_subscriber_events_action" AS ENUM('requested', 'confirmed', 'unsubscribed', 'cleaned', 'imported');
  CREATE TABLE "identities" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"provider" "enum_identities_provider" NOT NULL,
  	"subject" varchar NOT NULL,
  	"email_at_link" varchar,
  	"email_verified" boolean DEFAULT false,
  	"display_name" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "account_tokens" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"purpose" "enum_account_tokens_purpose" NOT NULL,
  	"token_hash" varchar NOT NULL,
  	"email" varchar,
  	"expires_at" timestamp(3) with time zone,
  	"used_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "addresses" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"label" varchar,
  	"first_name" varchar NOT NULL,
  	"last_name" varchar NOT NULL,
  	"address1" varchar NOT NULL,
  	"address2" varchar,
  	"city" varchar NOT NULL,
  	"state_code" varchar NOT NULL,
  	"zip" varchar NOT NULL,
  	"country_code" varchar DEFAULT 'US' NOT NULL,
  	"phone" varchar,
  	"is_default" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "saved_items" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"product_id" integer,
  	"content_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "data_requests" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"code" varchar NOT NULL,
  	"source" "enum_data_requests_source" NOT NULL,
  	"status" "enum_data_requests_status" DEFAULT 'received' NOT NULL,
  	"user_id" integer,
  	"full_name" varchar,
  	"email" varchar,
  	"other_emails" varchar,
  	"account_created" varchar,
  	"reason" varchar,
  	"received_at" timestamp(3) with time zone NOT NULL,
  	"acknowledge_by" timestamp(3) with time zone NOT NULL,
  	"acknowledged_at" timestamp(3) with time zone,
  	"verify_by" timestamp(3) with time zone NOT NULL,
  	"verified_at" timestamp(3) with time zone,
  	"complete_by" timestamp(3) with time zone,
  	"erase_after" timestamp(3) with time zone,
  	"completed_at" timestamp(3) with time zone,
  	"note" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "audit_events" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"actor_id" numeric,
  	"actor_role" varchar NOT NULL,
  	"action" varchar NOT NULL,
  	"subject_type" varchar,
  	"subject_id" varchar,
  	"details" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "contact_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"email" varchar NOT NULL,
  	"topic" varchar NOT NULL,
  	"order_number" varchar,
  	"body" varchar NOT NULL,
  	"user_id" integer,
  	"status" "enum_contact_messages_status" DEFAULT 'new' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "pages_questions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"question" varchar NOT NULL,
  	"answer" jsonb NOT NULL
  );
  
  CREATE TABLE "pages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"slug" "enum_pages_slug" NOT NULL,
  	"title" varchar NOT NULL,
  	"lead" varchar,
  	"body" jsonb,
  	"seo_description" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "subscribers" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"first_name" varchar,
  	"last_name" varchar,
  	"status" "enum_subscribers_status" DEFAULT 'pending' NOT NULL,
  	"source" varchar,
  	"confirm_token_hash" varchar,
  	"confirm_sent_at" timestamp(3) with time zone,
  	"confirmed_at" timestamp(3) with time zone,
  	"unsubscribed_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "subscriber_events" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subscriber_id" integer NOT NULL,
  	"action" "enum_subscriber_events_action" NOT NULL,
  	"form" varchar,
  	"wording" varchar,
  	"network" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "users" ADD COLUMN "pending_email" varchar;
  ALTER TABLE "users" ADD COLUMN "has_password" boolean DEFAULT true;
  ALTER TABLE "users" ADD COLUMN "paused_at" timestamp(3) with time zone;
  ALTER TABLE "content" ADD COLUMN "audio_id" integer;
  ALTER TABLE "content" ADD COLUMN "transcript" varchar;
  ALTER TABLE "content" ADD COLUMN "first_published_at" timestamp(3) with time zone;
  ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_content_id_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "pages_questions" ADD CONSTRAINT "pages_questions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "subscriber_events" ADD CONSTRAINT "subscriber_events_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "identities_user_idx" ON "identities" USING btree ("user_id");
  CREATE INDEX "identities_updated_at_idx" ON "identities" USING btree ("updated_at");
  CREATE INDEX "identities_created_at_idx" ON "identities" USING btree ("created_at");
  CREATE UNIQUE INDEX "provider_subject_idx" ON "identities" USING btree ("provider","subject");
  CREATE UNIQUE INDEX "user_provider_idx" ON "identities" USING btree ("user_id","provider");
  CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id");
  CREATE UNIQUE INDEX "account_tokens_token_hash_idx" ON "account_tokens" USING btree ("token_hash");
  CREATE INDEX "account_tokens_updated_at_idx" ON "account_tokens" USING btree ("updated_at");
  CREATE INDEX "account_tokens_created_at_idx" ON "account_tokens" USING btree ("created_at");
  CREATE INDEX "addresses_user_idx" ON "addresses" USING btree ("user_id");
  CREATE INDEX "addresses_updated_at_idx" ON "addresses" USING btree ("updated_at");
  CREATE INDEX "addresses_created_at_idx" ON "addresses" USING btree ("created_at");
  CREATE INDEX "saved_items_user_idx" ON "saved_items" USING btree ("user_id");
  CREATE INDEX "saved_items_product_idx" ON "saved_items" USING btree ("product_id");
  CREATE INDEX "saved_items_content_idx" ON "saved_items" USING btree ("content_id");
  CREATE INDEX "saved_items_updated_at_idx" ON "saved_items" USING btree ("updated_at");
  CREATE INDEX "saved_items_created_at_idx" ON "saved_items" USING btree ("created_at");
  CREATE UNIQUE INDEX "data_requests_code_idx" ON "data_requests" USING btree ("code");
  CREATE INDEX "data_requests_status_idx" ON "data_requests" USING btree ("status");
  CREATE INDEX "data_requests_user_idx" ON "data_requests" USING btree ("user_id");
  CREATE INDEX "data_requests_email_idx" ON "data_requests" USING btree ("email");
  CREATE INDEX "data_requests_erase_after_idx" ON "data_requests" USING btree ("erase_after");
  CREATE INDEX "data_requests_updated_at_idx" ON "data_requests" USING btree ("updated_at");
  CREATE INDEX "data_requests_created_at_idx" ON "data_requests" USING btree ("created_at");
  CREATE INDEX "audit_events_actor_id_idx" ON "audit_events" USING btree ("actor_id");
  CREATE INDEX "audit_events_action_idx" ON "audit_events" USING btree ("action");
  CREATE INDEX "audit_events_updated_at_idx" ON "audit_events" USING btree ("updated_at");
  CREATE INDEX "audit_events_created_at_idx" ON "audit_events" USING btree ("created_at");
  CREATE INDEX "contact_messages_user_idx" ON "contact_messages" USING btree ("user_id");
  CREATE INDEX "contact_messages_status_idx" ON "contact_messages" USING btree ("status");
  CREATE INDEX "contact_messages_updated_at_idx" ON "contact_messages" USING btree ("updated_at");
  CREATE INDEX "contact_messages_created_at_idx" ON "contact_messages" USING btree ("created_at");
  CREATE INDEX "pages_questions_order_idx" ON "pages_questions" USING btree ("_order");
  CREATE INDEX "pages_questions_parent_id_idx" ON "pages_questions" USING btree ("_parent_id");
  CREATE UNIQUE INDEX "pages_slug_idx" ON "pages" USING btree ("slug");
  CREATE INDEX "pages_updated_at_idx" ON "pages" USING btree ("updated_at");
  CREATE INDEX "pages_created_at_idx" ON "pages" USING btree ("created_at");
  CREATE UNIQUE INDEX "subscribers_email_idx" ON "subscribers" USING btree ("email");
  CREATE INDEX "subscribers_status_idx" ON "subscribers" USING btree ("status");
  CREATE INDEX "subscribers_confirm_token_hash_idx" ON "subscribers" USING btree ("confirm_token_hash");
  CREATE INDEX "subscribers_updated_at_idx" ON "subscribers" USING btree ("updated_at");
  CREATE INDEX "subscribers_created_at_idx" ON "subscribers" USING btree ("created_at");
  CREATE INDEX "subscriber_events_subscriber_idx" ON "subscriber_events" USING btree ("subscriber_id");
  CREATE INDEX "subscriber_events_updated_at_idx" ON "subscriber_events" USING btree ("updated_at");
  CREATE INDEX "subscriber_events_created_at_idx" ON "subscriber_events" USING btree ("created_at");
  ALTER TABLE "content" ADD CONSTRAINT "content_audio_id_media_id_fk" FOREIGN KEY ("audio_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "content_audio_idx" ON "content" USING btree ("audio_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "identities" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "account_tokens" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "addresses" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "saved_items" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "data_requests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "audit_events" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "contact_messages" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "pages_questions" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "pages" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "subscribers" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "subscriber_events" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "identities" CASCADE;
  DROP TABLE "account_tokens" CASCADE;
  DROP TABLE "addresses" CASCADE;
  DROP TABLE "saved_items" CASCADE;
  DROP TABLE "data_requests" CASCADE;
  DROP TABLE "audit_events" CASCADE;
  DROP TABLE "contact_messages" CASCADE;
  DROP TABLE "pages_questions" CASCADE;
  DROP TABLE "pages" CASCADE;
  DROP TABLE "subscribers" CASCADE;
  DROP TABLE "subscriber_events" CASCADE;
  ALTER TABLE "content" DROP CONSTRAINT "content_audio_id_media_id_fk";
  
  DROP INDEX "content_audio_idx";
  ALTER TABLE "users" DROP COLUMN "pending_email";
  ALTER TABLE "users" DROP COLUMN "has_password";
  ALTER TABLE "users" DROP COLUMN "paused_at";
  ALTER TABLE "content" DROP COLUMN "audio_id";
  ALTER TABLE "content" DROP COLUMN "transcript";
  ALTER TABLE "content" DROP COLUMN "first_published_at";
  DROP TYPE "public"."enum_identities_provider";
  DROP TYPE "public"."enum_account_tokens_purpose";
  DROP TYPE "public"."enum_data_requests_source";
  DROP TYPE "public"."enum_data_requests_status";
  DROP TYPE "public"."enum_contact_messages_status";
  DROP TYPE "public"."enum_pages_slug";
  DROP TYPE "public"."enum_subscribers_status";
  DROP TYPE "public"."enum_subscriber_events_action";`)
}
