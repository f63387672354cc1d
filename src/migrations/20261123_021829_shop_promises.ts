import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The promises become figures; the three free texts about them are gone, because they could say something else. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_shop_settings_return_postage" AS ENUM('buyer', 'shop');
  CREATE TYPE "public"."enum_shop_settings_cancel_until" AS ENUM('printing', 'shipping');
  ALTER TABLE "shop_settings" ADD COLUMN "print_days_min" numeric DEFAULT 2 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "print_days_max" numeric DEFAULT 5 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "delivery_days_min" numeric DEFAULT 3 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "delivery_days_max" numeric DEFAULT 7 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "return_days" numeric DEFAULT 30 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "defect_days" numeric DEFAULT 365 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "return_condition" varchar DEFAULT 'unworn and unwashed' NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "return_postage" "enum_shop_settings_return_postage" DEFAULT 'buyer' NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "cancel_until" "enum_shop_settings_cancel_until" DEFAULT 'printing' NOT NULL;
  ALTER TABLE "shop_settings" DROP COLUMN "shipping_note";
  ALTER TABLE "shop_settings" DROP COLUMN "quality_note";
  ALTER TABLE "shop_settings" DROP COLUMN "returns_note";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "shop_settings" ADD COLUMN "shipping_note" varchar DEFAULT 'Printed for you, so allow two to five working days before it ships.';
  ALTER TABLE "shop_settings" ADD COLUMN "quality_note" varchar DEFAULT 'Soft cotton, printed one piece at a time. If a print cracks or a seam gives in the first year, write to us.';
  ALTER TABLE "shop_settings" ADD COLUMN "returns_note" varchar DEFAULT '30-day returns. If it isn’t right, send it back.';
  ALTER TABLE "shop_settings" DROP COLUMN "print_days_min";
  ALTER TABLE "shop_settings" DROP COLUMN "print_days_max";
  ALTER TABLE "shop_settings" DROP COLUMN "delivery_days_min";
  ALTER TABLE "shop_settings" DROP COLUMN "delivery_days_max";
  ALTER TABLE "shop_settings" DROP COLUMN "return_days";
  ALTER TABLE "shop_settings" DROP COLUMN "defect_days";
  ALTER TABLE "shop_settings" DROP COLUMN "return_condition";
  ALTER TABLE "shop_settings" DROP COLUMN "return_postage";
  ALTER TABLE "shop_settings" DROP COLUMN "cancel_until";
  DROP TYPE "public"."enum_shop_settings_return_postage";
  DROP TYPE "public"."enum_shop_settings_cancel_until";`)
}
