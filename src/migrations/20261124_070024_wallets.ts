import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_orders_payment_method" ADD VALUE 'apple_pay';
  ALTER TYPE "public"."enum_orders_payment_method" ADD VALUE 'google_pay';
  ALTER TYPE "public"."enum_orders_payment_method" ADD VALUE 'paypal_express';
  ALTER TYPE "public"."enum_payments_method" ADD VALUE 'apple_pay';
  ALTER TYPE "public"."enum_payments_method" ADD VALUE 'google_pay';
  ALTER TYPE "public"."enum_payments_method" ADD VALUE 'paypal_express';
  ALTER TYPE "public"."enum_shop_settings_payment_methods" ADD VALUE 'apple_pay' BEFORE 'card';
  ALTER TYPE "public"."enum_shop_settings_payment_methods" ADD VALUE 'google_pay' BEFORE 'card';
  ALTER TABLE "shop_settings" ADD COLUMN "express_checkout" boolean DEFAULT true;
  ALTER TABLE "shop_settings" ADD COLUMN "apple_domain_file" varchar;`)
  // A shop that is already open offers express checkout once its owner decides so; a new one starts with it.
  await db.execute(sql`update shop_settings set express_checkout = false`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" ALTER COLUMN "payment_method" SET DATA TYPE text;
  UPDATE "orders" SET "payment_method" = 'paypal' WHERE "payment_method" IN ('apple_pay', 'google_pay', 'paypal_express');
  ALTER TABLE "orders" ALTER COLUMN "payment_method" SET DEFAULT 'paypal'::text;
  DROP TYPE "public"."enum_orders_payment_method";
  CREATE TYPE "public"."enum_orders_payment_method" AS ENUM('paypal', 'card', 'venmo', 'card_fields', 'paylater');
  ALTER TABLE "orders" ALTER COLUMN "payment_method" SET DEFAULT 'paypal'::"public"."enum_orders_payment_method";
  ALTER TABLE "orders" ALTER COLUMN "payment_method" SET DATA TYPE "public"."enum_orders_payment_method" USING "payment_method"::"public"."enum_orders_payment_method";
  ALTER TABLE "payments" ALTER COLUMN "method" SET DATA TYPE text;
  UPDATE "payments" SET "method" = 'paypal' WHERE "method" IN ('apple_pay', 'google_pay', 'paypal_express');
  DROP TYPE "public"."enum_payments_method";
  CREATE TYPE "public"."enum_payments_method" AS ENUM('paypal', 'card', 'venmo', 'card_fields', 'paylater');
  ALTER TABLE "payments" ALTER COLUMN "method" SET DATA TYPE "public"."enum_payments_method" USING "method"::"public"."enum_payments_method";
  ALTER TABLE "shop_settings_payment_methods" ALTER COLUMN "value" SET DATA TYPE text;
  DELETE FROM "shop_settings_payment_methods" WHERE "value" IN ('apple_pay', 'google_pay');
  DROP TYPE "public"."enum_shop_settings_payment_methods";
  CREATE TYPE "public"."enum_shop_settings_payment_methods" AS ENUM('card', 'venmo', 'card_fields', 'paylater');
  ALTER TABLE "shop_settings_payment_methods" ALTER COLUMN "value" SET DATA TYPE "public"."enum_shop_settings_payment_methods" USING "value"::"public"."enum_shop_settings_payment_methods";
  ALTER TABLE "shop_settings" DROP COLUMN "express_checkout";
  ALTER TABLE "shop_settings" DROP COLUMN "apple_domain_file";`)
}
