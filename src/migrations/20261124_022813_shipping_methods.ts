import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_shipping_method" AS ENUM('standard', 'express');
  CREATE TYPE "public"."enum_shop_settings_shipping_rates_region" AS ENUM('contiguous', 'remote', 'military');
  CREATE TYPE "public"."enum_shop_settings_shipping_source" AS ENUM('flat', 'table', 'printful');
  CREATE TABLE "shop_settings_shipping_rates" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"region" "enum_shop_settings_shipping_rates_region" NOT NULL,
  	"from_items" numeric NOT NULL,
  	"standard_cents" numeric DEFAULT 0 NOT NULL,
  	"express_cents" numeric
  );
  
  ALTER TABLE "orders" ADD COLUMN "shipping_method" "enum_orders_shipping_method" DEFAULT 'standard' NOT NULL;
  ALTER TABLE "orders" ADD COLUMN "shipping_service" varchar;
  ALTER TABLE "orders" ADD COLUMN "print_days_min" numeric;
  ALTER TABLE "orders" ADD COLUMN "print_days_max" numeric;
  ALTER TABLE "orders" ADD COLUMN "transit_days_min" numeric;
  ALTER TABLE "orders" ADD COLUMN "transit_days_max" numeric;
  ALTER TABLE "orders" ADD COLUMN "tax_certificate" varchar;
  ALTER TABLE "shop_settings" ADD COLUMN "shipping_source" "enum_shop_settings_shipping_source" DEFAULT 'flat' NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "express_days_min" numeric DEFAULT 1 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "express_days_max" numeric DEFAULT 3 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "remote_days_min" numeric DEFAULT 5 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "remote_days_max" numeric DEFAULT 15 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "military_days_min" numeric DEFAULT 10 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "military_days_max" numeric DEFAULT 30 NOT NULL;
  ALTER TABLE "shop_settings_shipping_rates" ADD CONSTRAINT "shop_settings_shipping_rates_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "shop_settings_shipping_rates_order_idx" ON "shop_settings_shipping_rates" USING btree ("_order");
  CREATE INDEX "shop_settings_shipping_rates_parent_id_idx" ON "shop_settings_shipping_rates" USING btree ("_parent_id");
  CREATE INDEX "orders_delivered_at_idx" ON "orders" USING btree ("delivered_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "shop_settings_shipping_rates" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "shop_settings_shipping_rates" CASCADE;
  DROP INDEX "orders_delivered_at_idx";
  ALTER TABLE "orders" DROP COLUMN "shipping_method";
  ALTER TABLE "orders" DROP COLUMN "shipping_service";
  ALTER TABLE "orders" DROP COLUMN "print_days_min";
  ALTER TABLE "orders" DROP COLUMN "print_days_max";
  ALTER TABLE "orders" DROP COLUMN "transit_days_min";
  ALTER TABLE "orders" DROP COLUMN "transit_days_max";
  ALTER TABLE "orders" DROP COLUMN "tax_certificate";
  ALTER TABLE "shop_settings" DROP COLUMN "shipping_source";
  ALTER TABLE "shop_settings" DROP COLUMN "express_days_min";
  ALTER TABLE "shop_settings" DROP COLUMN "express_days_max";
  ALTER TABLE "shop_settings" DROP COLUMN "remote_days_min";
  ALTER TABLE "shop_settings" DROP COLUMN "remote_days_max";
  ALTER TABLE "shop_settings" DROP COLUMN "military_days_min";
  ALTER TABLE "shop_settings" DROP COLUMN "military_days_max";
  DROP TYPE "public"."enum_orders_shipping_method";
  DROP TYPE "public"."enum_shop_settings_shipping_rates_region";
  DROP TYPE "public"."enum_shop_settings_shipping_source";`)
}
