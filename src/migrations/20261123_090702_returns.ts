import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_returns_status" AS ENUM('requested', 'approved', 'received', 'refunded', 'closed', 'declined');
  CREATE TYPE "public"."enum_returns_reason" AS ENUM('size', 'expectation', 'mind', 'damaged', 'wrong-item', 'other');
  CREATE TYPE "public"."enum_returns_wish" AS ENUM('refund', 'exchange');
  CREATE TABLE "returns_lines" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"item_id" varchar NOT NULL,
  	"quantity" numeric NOT NULL
  );
  
  CREATE TABLE "returns" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order_id" integer NOT NULL,
  	"status" "enum_returns_status" NOT NULL,
  	"reason" "enum_returns_reason" NOT NULL,
  	"wish" "enum_returns_wish" NOT NULL,
  	"note" varchar,
  	"message" varchar,
  	"request_id" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "returns_lines" ADD CONSTRAINT "returns_lines_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "returns_lines_order_idx" ON "returns_lines" USING btree ("_order");
  CREATE INDEX "returns_lines_parent_id_idx" ON "returns_lines" USING btree ("_parent_id");
  CREATE INDEX "returns_order_idx" ON "returns" USING btree ("order_id");
  CREATE INDEX "returns_status_idx" ON "returns" USING btree ("status");
  CREATE UNIQUE INDEX "returns_request_id_idx" ON "returns" USING btree ("request_id");
  CREATE INDEX "returns_updated_at_idx" ON "returns" USING btree ("updated_at");
  CREATE INDEX "returns_created_at_idx" ON "returns" USING btree ("created_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "returns_lines" CASCADE;
  DROP TABLE "returns" CASCADE;
  DROP TYPE "public"."enum_returns_status";
  DROP TYPE "public"."enum_returns_reason";
  DROP TYPE "public"."enum_returns_wish";`)
}
