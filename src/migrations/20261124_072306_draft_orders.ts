import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_draft_orders_discount_kind" AS ENUM('none', 'code', 'percent', 'amount');
  CREATE TYPE "public"."enum_draft_orders_shipping_method" AS ENUM('standard', 'express');
  CREATE TABLE "draft_orders" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar DEFAULT '',
  	"shipping_address_first_name" varchar,
  	"shipping_address_last_name" varchar,
  	"shipping_address_address1" varchar,
  	"shipping_address_address2" varchar,
  	"shipping_address_city" varchar,
  	"shipping_address_state_code" varchar,
  	"shipping_address_zip" varchar,
  	"shipping_address_country_code" varchar,
  	"shipping_address_phone" varchar,
  	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
  	"discount_kind" "enum_draft_orders_discount_kind" DEFAULT 'none' NOT NULL,
  	"discount_code" varchar,
  	"discount_percent" numeric,
  	"discount_cents" numeric,
  	"shipping_method" "enum_draft_orders_shipping_method" DEFAULT 'standard' NOT NULL,
  	"plain_package" boolean DEFAULT false NOT NULL,
  	"note" varchar,
  	"total_cents" numeric DEFAULT 0 NOT NULL,
  	"order_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "products" ADD COLUMN "weight_ounces" numeric;
  ALTER TABLE "orders" ADD COLUMN "payable_until" timestamp(3) with time zone;
  ALTER TABLE "shop_settings_shipping_rates" ADD COLUMN "from_ounces" numeric;
  ALTER TABLE "draft_orders" ADD CONSTRAINT "draft_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "draft_orders_email_idx" ON "draft_orders" USING btree ("email");
  CREATE INDEX "draft_orders_order_idx" ON "draft_orders" USING btree ("order_id");
  CREATE INDEX "draft_orders_updated_at_idx" ON "draft_orders" USING btree ("updated_at");
  CREATE INDEX "draft_orders_created_at_idx" ON "draft_orders" USING btree ("created_at");`)
  await db.execute(sql`
    alter table draft_orders add constraint draft_orders_are_money check (
      total_cents = trunc(total_cents) and total_cents >= 0
      and (discount_cents is null or (discount_cents = trunc(discount_cents) and discount_cents >= 0)));
    alter table products add constraint products_have_weight check (weight_ounces is null or weight_ounces > 0);
    alter table shop_settings_shipping_rates add constraint shipping_rates_have_weight check (from_ounces is null or from_ounces >= 0);
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "draft_orders" CASCADE;
  ALTER TABLE "products" DROP COLUMN "weight_ounces";
  ALTER TABLE "orders" DROP COLUMN "payable_until";
  ALTER TABLE "shop_settings_shipping_rates" DROP COLUMN "from_ounces";
  DROP TYPE "public"."enum_draft_orders_discount_kind";
  DROP TYPE "public"."enum_draft_orders_shipping_method";`)
}
