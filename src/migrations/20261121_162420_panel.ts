import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_fulfillment" AS ENUM('none', 'submitting', 'draft', 'submitted', 'on-hold', 'in-production', 'shipped', 'returned', 'failed', 'canceled');
  CREATE TYPE "public"."enum_content_source" AS ENUM('instagram', 'tiktok');
  CREATE TYPE "public"."enum__content_v_version_content_type" AS ENUM('blog_post', 'meditation', 'reflection', 'inspiration');
  CREATE TYPE "public"."enum__content_v_version_status" AS ENUM('draft', 'published', 'scheduled');
  CREATE TYPE "public"."enum__content_v_version_source" AS ENUM('instagram', 'tiktok');
  CREATE TYPE "public"."enum_social_posts_platforms" AS ENUM('facebook', 'instagram', 'twitter', 'linkedin');
  CREATE TYPE "public"."enum_social_posts_status" AS ENUM('draft', 'scheduled', 'sending', 'published', 'failed');
  CREATE TYPE "public"."enum_social_deliveries_platform" AS ENUM('facebook', 'instagram', 'twitter', 'linkedin');
  CREATE TYPE "public"."enum_social_deliveries_status" AS ENUM('waiting', 'sending', 'published', 'failed', 'unknown', 'by-hand');
  CREATE TYPE "public"."enum_social_accounts_platform" AS ENUM('facebook', 'instagram', 'twitter', 'linkedin');
  CREATE TYPE "public"."enum_connections_provider" AS ENUM('printful', 'etsy', 'instagram', 'tiktok', 'mailchimp');
  CREATE TYPE "public"."enum_sync_runs_provider" AS ENUM('printful', 'etsy', 'instagram', 'tiktok', 'mailchimp');
  CREATE TYPE "public"."enum_sync_runs_kind" AS ENUM('printful-sync', 'printful-push', 'etsy-import', 'instagram-import', 'tiktok-import', 'mailchimp-sync');
  CREATE TYPE "public"."enum_sync_runs_status" AS ENUM('queued', 'running', 'done', 'failed', 'cancelled');
  CREATE TYPE "public"."enum_sync_rows_result" AS ENUM('created', 'updated', 'unchanged', 'skipped', 'failed');
  CREATE TABLE "api_keys" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"prefix" varchar NOT NULL,
  	"key_hash" varchar NOT NULL,
  	"created_by_id" integer NOT NULL,
  	"expires_at" timestamp(3) with time zone,
  	"last_used_at" timestamp(3) with time zone,
  	"revoked_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "api_keys_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "_content_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_slug" varchar NOT NULL,
  	"version_content_type" "enum__content_v_version_content_type" DEFAULT 'reflection' NOT NULL,
  	"version_excerpt" varchar,
  	"version_body" jsonb,
  	"version_featured_image_id" integer,
  	"version_audio_id" integer,
  	"version_transcript" varchar,
  	"version_seo_title" varchar,
  	"version_seo_description" varchar,
  	"version_seo_keywords" varchar,
  	"version_status" "enum__content_v_version_status" DEFAULT 'draft' NOT NULL,
  	"version_published_at" timestamp(3) with time zone,
  	"version_scheduled_for" timestamp(3) with time zone,
  	"version_category_id" integer,
  	"version_first_published_at" timestamp(3) with time zone,
  	"version_source" "enum__content_v_version_source",
  	"version_source_id" varchar,
  	"version_source_url" varchar,
  	"version_status_before_trash" varchar,
  	"version_view_count" numeric DEFAULT 0,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_content_v_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "_content_v_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"products_id" integer
  );
  
  CREATE TABLE "social_posts_platforms" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_social_posts_platforms",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "social_posts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"post_text" varchar NOT NULL,
  	"content_id" integer,
  	"product_id" integer,
  	"status" "enum_social_posts_status" DEFAULT 'draft' NOT NULL,
  	"scheduled_for" timestamp(3) with time zone,
  	"published_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "social_posts_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "social_posts_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"media_id" integer
  );
  
  CREATE TABLE "social_deliveries" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"post_id" integer NOT NULL,
  	"platform" "enum_social_deliveries_platform" NOT NULL,
  	"status" "enum_social_deliveries_status" DEFAULT 'waiting' NOT NULL,
  	"provider_post_id" varchar,
  	"url" varchar,
  	"progress" jsonb,
  	"attempts" numeric DEFAULT 0 NOT NULL,
  	"reason" varchar,
  	"published_at" timestamp(3) with time zone,
  	"impressions" numeric,
  	"likes" numeric,
  	"comments" numeric,
  	"shares" numeric,
  	"clicks" numeric,
  	"counted_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "social_accounts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"platform" "enum_social_accounts_platform" NOT NULL,
  	"account_name" varchar NOT NULL,
  	"account_id" varchar NOT NULL,
  	"is_active" boolean DEFAULT true NOT NULL,
  	"sealed_tokens" varchar,
  	"expires_at" timestamp(3) with time zone,
  	"last_sync" timestamp(3) with time zone,
  	"last_error" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "social_accounts_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "connections" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"provider" "enum_connections_provider" NOT NULL,
  	"is_active" boolean DEFAULT true NOT NULL,
  	"sealed_secrets" varchar,
  	"connected_as" varchar,
  	"account_id" varchar,
  	"expires_at" timestamp(3) with time zone,
  	"last_good_at" timestamp(3) with time zone,
  	"last_error_at" timestamp(3) with time zone,
  	"last_error" varchar,
  	"details" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "connections_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "sync_runs" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"provider" "enum_sync_runs_provider" NOT NULL,
  	"kind" "enum_sync_runs_kind" NOT NULL,
  	"status" "enum_sync_runs_status" DEFAULT 'queued' NOT NULL,
  	"is_preview" boolean DEFAULT false,
  	"options" jsonb,
  	"requested_by" numeric,
  	"started_at" timestamp(3) with time zone,
  	"finished_at" timestamp(3) with time zone,
  	"heartbeat_at" timestamp(3) with time zone,
  	"cancel_requested_at" timestamp(3) with time zone,
  	"total" numeric,
  	"done" numeric DEFAULT 0 NOT NULL,
  	"failed" numeric DEFAULT 0 NOT NULL,
  	"cursor" jsonb,
  	"message" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "sync_rows" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"run_id" integer NOT NULL,
  	"key" varchar NOT NULL,
  	"label" varchar,
  	"result" "enum_sync_rows_result" NOT NULL,
  	"message" varchar,
  	"details" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "shop_settings_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  ALTER TABLE "products_variants" ADD COLUMN "external_id" varchar;
  ALTER TABLE "products_variants" ADD COLUMN "unavailable_reason" varchar;
  ALTER TABLE "products" ADD COLUMN "etsy_listing_id" varchar;
  ALTER TABLE "products" ADD COLUMN "synced_at" timestamp(3) with time zone;
  ALTER TABLE "products" ADD COLUMN "was_active" boolean;
  ALTER TABLE "products" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "orders" ADD COLUMN "fulfillment" "enum_orders_fulfillment" DEFAULT 'none';
  ALTER TABLE "orders" ADD COLUMN "fulfillment_note" varchar;
  ALTER TABLE "orders" ADD COLUMN "fulfillment_lease_until" timestamp(3) with time zone;
  ALTER TABLE "orders" ADD COLUMN "fulfillment_checked_at" timestamp(3) with time zone;
  ALTER TABLE "orders" ADD COLUMN "fulfillment_cost_cents" numeric;
  ALTER TABLE "orders" ADD COLUMN "carrier" varchar;
  ALTER TABLE "orders" ADD COLUMN "shipped_at" timestamp(3) with time zone;
  ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp(3) with time zone;
  ALTER TABLE "reviews" ADD COLUMN "note" varchar;
  ALTER TABLE "content" ADD COLUMN "source" "enum_content_source";
  ALTER TABLE "content" ADD COLUMN "source_id" varchar;
  ALTER TABLE "content" ADD COLUMN "source_url" varchar;
  ALTER TABLE "content" ADD COLUMN "status_before_trash" varchar;
  ALTER TABLE "content" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "media" ADD COLUMN "deleted_at" timestamp(3) with time zone;
  ALTER TABLE "shop_settings" ADD COLUMN "media_max_megabytes" numeric DEFAULT 25 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "printful_auto_submit" boolean DEFAULT false;
  ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "api_keys_texts" ADD CONSTRAINT "api_keys_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_content_v" ADD CONSTRAINT "_content_v_parent_id_content_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_content_v" ADD CONSTRAINT "_content_v_version_featured_image_id_media_id_fk" FOREIGN KEY ("version_featured_image_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_content_v" ADD CONSTRAINT "_content_v_version_audio_id_media_id_fk" FOREIGN KEY ("version_audio_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_content_v" ADD CONSTRAINT "_content_v_version_category_id_categories_id_fk" FOREIGN KEY ("version_category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_content_v_texts" ADD CONSTRAINT "_content_v_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_content_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_content_v_rels" ADD CONSTRAINT "_content_v_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_content_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_content_v_rels" ADD CONSTRAINT "_content_v_rels_products_fk" FOREIGN KEY ("products_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "social_posts_platforms" ADD CONSTRAINT "social_posts_platforms_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."social_posts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_content_id_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "social_posts_texts" ADD CONSTRAINT "social_posts_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."social_posts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "social_posts_rels" ADD CONSTRAINT "social_posts_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."social_posts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "social_posts_rels" ADD CONSTRAINT "social_posts_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "social_deliveries" ADD CONSTRAINT "social_deliveries_post_id_social_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."social_posts"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "social_accounts_texts" ADD CONSTRAINT "social_accounts_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."social_accounts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "connections_texts" ADD CONSTRAINT "connections_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "sync_rows" ADD CONSTRAINT "sync_rows_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "shop_settings_texts" ADD CONSTRAINT "shop_settings_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE UNIQUE INDEX "api_keys_key_hash_idx" ON "api_keys" USING btree ("key_hash");
  CREATE INDEX "api_keys_created_by_idx" ON "api_keys" USING btree ("created_by_id");
  CREATE INDEX "api_keys_updated_at_idx" ON "api_keys" USING btree ("updated_at");
  CREATE INDEX "api_keys_created_at_idx" ON "api_keys" USING btree ("created_at");
  CREATE INDEX "api_keys_texts_order_parent" ON "api_keys_texts" USING btree ("order","parent_id");
  CREATE INDEX "_content_v_parent_idx" ON "_content_v" USING btree ("parent_id");
  CREATE INDEX "_content_v_version_version_slug_idx" ON "_content_v" USING btree ("version_slug");
  CREATE INDEX "_content_v_version_version_content_type_idx" ON "_content_v" USING btree ("version_content_type");
  CREATE INDEX "_content_v_version_version_featured_image_idx" ON "_content_v" USING btree ("version_featured_image_id");
  CREATE INDEX "_content_v_version_version_audio_idx" ON "_content_v" USING btree ("version_audio_id");
  CREATE INDEX "_content_v_version_version_status_idx" ON "_content_v" USING btree ("version_status");
  CREATE INDEX "_content_v_version_version_published_at_idx" ON "_content_v" USING btree ("version_published_at");
  CREATE INDEX "_content_v_version_version_category_idx" ON "_content_v" USING btree ("version_category_id");
  CREATE INDEX "_content_v_version_version_updated_at_idx" ON "_content_v" USING btree ("version_updated_at");
  CREATE INDEX "_content_v_version_version_created_at_idx" ON "_content_v" USING btree ("version_created_at");
  CREATE INDEX "_content_v_version_version_deleted_at_idx" ON "_content_v" USING btree ("version_deleted_at");
  CREATE INDEX "_content_v_created_at_idx" ON "_content_v" USING btree ("created_at");
  CREATE INDEX "_content_v_updated_at_idx" ON "_content_v" USING btree ("updated_at");
  CREATE INDEX "version_source_version_sourceId_idx" ON "_content_v" USING btree ("version_source","version_source_id");
  CREATE INDEX "_content_v_texts_order_parent" ON "_content_v_texts" USING btree ("order","parent_id");
  CREATE INDEX "_content_v_rels_order_idx" ON "_content_v_rels" USING btree ("order");
  CREATE INDEX "_content_v_rels_parent_idx" ON "_content_v_rels" USING btree ("parent_id");
  CREATE INDEX "_content_v_rels_path_idx" ON "_content_v_rels" USING btree ("path");
  CREATE INDEX "_content_v_rels_products_id_idx" ON "_content_v_rels" USING btree ("products_id");
  CREATE INDEX "social_posts_platforms_order_idx" ON "social_posts_platforms" USING btree ("order");
  CREATE INDEX "social_posts_platforms_parent_idx" ON "social_posts_platforms" USING btree ("parent_id");
  CREATE INDEX "social_posts_content_idx" ON "social_posts" USING btree ("content_id");
  CREATE INDEX "social_posts_product_idx" ON "social_posts" USING btree ("product_id");
  CREATE INDEX "social_posts_status_idx" ON "social_posts" USING btree ("status");
  CREATE INDEX "social_posts_scheduled_for_idx" ON "social_posts" USING btree ("scheduled_for");
  CREATE INDEX "social_posts_updated_at_idx" ON "social_posts" USING btree ("updated_at");
  CREATE INDEX "social_posts_created_at_idx" ON "social_posts" USING btree ("created_at");
  CREATE INDEX "social_posts_deleted_at_idx" ON "social_posts" USING btree ("deleted_at");
  CREATE INDEX "social_posts_texts_order_parent" ON "social_posts_texts" USING btree ("order","parent_id");
  CREATE INDEX "social_posts_rels_order_idx" ON "social_posts_rels" USING btree ("order");
  CREATE INDEX "social_posts_rels_parent_idx" ON "social_posts_rels" USING btree ("parent_id");
  CREATE INDEX "social_posts_rels_path_idx" ON "social_posts_rels" USING btree ("path");
  CREATE INDEX "social_posts_rels_media_id_idx" ON "social_posts_rels" USING btree ("media_id");
  CREATE INDEX "social_deliveries_post_idx" ON "social_deliveries" USING btree ("post_id");
  CREATE INDEX "social_deliveries_status_idx" ON "social_deliveries" USING btree ("status");
  CREATE INDEX "social_deliveries_updated_at_idx" ON "social_deliveries" USING btree ("updated_at");
  CREATE INDEX "social_deliveries_created_at_idx" ON "social_deliveries" USING btree ("created_at");
  CREATE UNIQUE INDEX "post_platform_idx" ON "social_deliveries" USING btree ("post_id","platform");
  CREATE UNIQUE INDEX "social_accounts_platform_idx" ON "social_accounts" USING btree ("platform");
  CREATE INDEX "social_accounts_updated_at_idx" ON "social_accounts" USING btree ("updated_at");
  CREATE INDEX "social_accounts_created_at_idx" ON "social_accounts" USING btree ("created_at");
  CREATE INDEX "social_accounts_texts_order_parent" ON "social_accounts_texts" USING btree ("order","parent_id");
  CREATE UNIQUE INDEX "connections_provider_idx" ON "connections" USING btree ("provider");
  CREATE INDEX "connections_updated_at_idx" ON "connections" USING btree ("updated_at");
  CREATE INDEX "connections_created_at_idx" ON "connections" USING btree ("created_at");
  CREATE INDEX "connections_texts_order_parent" ON "connections_texts" USING btree ("order","parent_id");
  CREATE INDEX "sync_runs_provider_idx" ON "sync_runs" USING btree ("provider");
  CREATE INDEX "sync_runs_status_idx" ON "sync_runs" USING btree ("status");
  CREATE INDEX "sync_runs_updated_at_idx" ON "sync_runs" USING btree ("updated_at");
  CREATE INDEX "sync_runs_created_at_idx" ON "sync_runs" USING btree ("created_at");
  CREATE INDEX "sync_rows_run_idx" ON "sync_rows" USING btree ("run_id");
  CREATE INDEX "sync_rows_updated_at_idx" ON "sync_rows" USING btree ("updated_at");
  CREATE INDEX "sync_rows_created_at_idx" ON "sync_rows" USING btree ("created_at");
  CREATE UNIQUE INDEX "run_key_idx" ON "sync_rows" USING btree ("run_id","key");
  CREATE INDEX "shop_settings_texts_order_parent" ON "shop_settings_texts" USING btree ("order","parent_id");
  CREATE UNIQUE INDEX "products_etsy_listing_id_idx" ON "products" USING btree ("etsy_listing_id");
  CREATE INDEX "products_deleted_at_idx" ON "products" USING btree ("deleted_at");
  CREATE INDEX "orders_fulfillment_idx" ON "orders" USING btree ("fulfillment");
  CREATE INDEX "content_deleted_at_idx" ON "content" USING btree ("deleted_at");
  CREATE UNIQUE INDEX "source_sourceId_idx" ON "content" USING btree ("source","source_id");
  CREATE INDEX "media_deleted_at_idx" ON "media" USING btree ("deleted_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "api_keys" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "api_keys_texts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_content_v" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_content_v_texts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "_content_v_rels" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_posts_platforms" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_posts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_posts_texts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_posts_rels" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_deliveries" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_accounts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "social_accounts_texts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "connections" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "connections_texts" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "sync_runs" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "sync_rows" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "shop_settings_texts" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "api_keys" CASCADE;
  DROP TABLE "api_keys_texts" CASCADE;
  DROP TABLE "_content_v" CASCADE;
  DROP TABLE "_content_v_texts" CASCADE;
  DROP TABLE "_content_v_rels" CASCADE;
  DROP TABLE "social_posts_platforms" CASCADE;
  DROP TABLE "social_posts" CASCADE;
  DROP TABLE "social_posts_texts" CASCADE;
  DROP TABLE "social_posts_rels" CASCADE;
  DROP TABLE "social_deliveries" CASCADE;
  DROP TABLE "social_accounts" CASCADE;
  DROP TABLE "social_accounts_texts" CASCADE;
  DROP TABLE "connections" CASCADE;
  DROP TABLE "connections_texts" CASCADE;
  DROP TABLE "sync_runs" CASCADE;
  DROP TABLE "sync_rows" CASCADE;
  DROP TABLE "shop_settings_texts" CASCADE;
  DROP INDEX "products_etsy_listing_id_idx";
  DROP INDEX "products_deleted_at_idx";
  DROP INDEX "orders_fulfillment_idx";
  DROP INDEX "content_deleted_at_idx";
  DROP INDEX "source_sourceId_idx";
  DROP INDEX "media_deleted_at_idx";
  ALTER TABLE "products_variants" DROP COLUMN "external_id";
  ALTER TABLE "products_variants" DROP COLUMN "unavailable_reason";
  ALTER TABLE "products" DROP COLUMN "etsy_listing_id";
  ALTER TABLE "products" DROP COLUMN "synced_at";
  ALTER TABLE "products" DROP COLUMN "was_active";
  ALTER TABLE "products" DROP COLUMN "deleted_at";
  ALTER TABLE "orders" DROP COLUMN "fulfillment";
  ALTER TABLE "orders" DROP COLUMN "fulfillment_note";
  ALTER TABLE "orders" DROP COLUMN "fulfillment_lease_until";
  ALTER TABLE "orders" DROP COLUMN "fulfillment_checked_at";
  ALTER TABLE "orders" DROP COLUMN "fulfillment_cost_cents";
  ALTER TABLE "orders" DROP COLUMN "carrier";
  ALTER TABLE "orders" DROP COLUMN "shipped_at";
  ALTER TABLE "orders" DROP COLUMN "delivered_at";
  ALTER TABLE "reviews" DROP COLUMN "note";
  ALTER TABLE "content" DROP COLUMN "source";
  ALTER TABLE "content" DROP COLUMN "source_id";
  ALTER TABLE "content" DROP COLUMN "source_url";
  ALTER TABLE "content" DROP COLUMN "status_before_trash";
  ALTER TABLE "content" DROP COLUMN "deleted_at";
  ALTER TABLE "media" DROP COLUMN "deleted_at";
  ALTER TABLE "shop_settings" DROP COLUMN "media_max_megabytes";
  ALTER TABLE "shop_settings" DROP COLUMN "printful_auto_submit";
  DROP TYPE "public"."enum_orders_fulfillment";
  DROP TYPE "public"."enum_content_source";
  DROP TYPE "public"."enum__content_v_version_content_type";
  DROP TYPE "public"."enum__content_v_version_status";
  DROP TYPE "public"."enum__content_v_version_source";
  DROP TYPE "public"."enum_social_posts_platforms";
  DROP TYPE "public"."enum_social_posts_status";
  DROP TYPE "public"."enum_social_deliveries_platform";
  DROP TYPE "public"."enum_social_deliveries_status";
  DROP TYPE "public"."enum_social_accounts_platform";
  DROP TYPE "public"."enum_connections_provider";
  DROP TYPE "public"."enum_sync_runs_provider";
  DROP TYPE "public"."enum_sync_runs_kind";
  DROP TYPE "public"."enum_sync_runs_status";
  DROP TYPE "public"."enum_sync_rows_result";`)
}
