import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "customer_notes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"customer_id" integer,
  	"text" varchar NOT NULL,
  	"author_id" integer,
  	"author_name" varchar NOT NULL,
  	"request_id" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "customer_notes_email_idx" ON "customer_notes" USING btree ("email");
  CREATE INDEX "customer_notes_customer_idx" ON "customer_notes" USING btree ("customer_id");
  CREATE INDEX "customer_notes_author_idx" ON "customer_notes" USING btree ("author_id");
  CREATE UNIQUE INDEX "customer_notes_request_id_idx" ON "customer_notes" USING btree ("request_id");
  CREATE INDEX "customer_notes_updated_at_idx" ON "customer_notes" USING btree ("updated_at");
  CREATE INDEX "customer_notes_created_at_idx" ON "customer_notes" USING btree ("created_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "customer_notes" CASCADE;`)
}
