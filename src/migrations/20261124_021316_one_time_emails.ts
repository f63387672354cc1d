import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_one_time_emails_kind" AS ENUM('back-in-stock', 'cart', 'review');
  CREATE TABLE "one_time_emails" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"kind" "enum_one_time_emails_kind" NOT NULL,
  	"email" varchar,
  	"product_id" integer,
  	"size" varchar,
  	"color" varchar,
  	"lines" jsonb,
  	"order_id" integer,
  	"queued_at" timestamp(3) with time zone,
  	"sending_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "shop_settings" ADD COLUMN "back_in_stock_emails" boolean DEFAULT true;
  ALTER TABLE "shop_settings" ADD COLUMN "cart_emails" boolean DEFAULT true;
  ALTER TABLE "shop_settings" ADD COLUMN "review_emails" boolean DEFAULT true;
  ALTER TABLE "shop_settings" ADD COLUMN "review_email_days" numeric DEFAULT 14 NOT NULL;
  ALTER TABLE "one_time_emails" ADD CONSTRAINT "one_time_emails_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "one_time_emails" ADD CONSTRAINT "one_time_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "one_time_emails_email_idx" ON "one_time_emails" USING btree ("email");
  CREATE INDEX "one_time_emails_product_idx" ON "one_time_emails" USING btree ("product_id");
  CREATE UNIQUE INDEX "one_time_emails_order_idx" ON "one_time_emails" USING btree ("order_id");
  CREATE INDEX "one_time_emails_updated_at_idx" ON "one_time_emails" USING btree ("updated_at");
  CREATE INDEX "one_time_emails_created_at_idx" ON "one_time_emails" USING btree ("created_at");
  CREATE UNIQUE INDEX "product_size_color_email_idx" ON "one_time_emails" USING btree ("product_id","size","color","email");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "one_time_emails" CASCADE;
  ALTER TABLE "shop_settings" DROP COLUMN "back_in_stock_emails";
  ALTER TABLE "shop_settings" DROP COLUMN "cart_emails";
  ALTER TABLE "shop_settings" DROP COLUMN "review_emails";
  ALTER TABLE "shop_settings" DROP COLUMN "review_email_days";
  DROP TYPE "public"."enum_one_time_emails_kind";`)
}
