import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_payment_method" AS ENUM('paypal', 'card', 'venmo', 'card_fields', 'paylater');
  CREATE TYPE "public"."enum_payments_method" AS ENUM('paypal', 'card', 'venmo', 'card_fields', 'paylater');
  CREATE TYPE "public"."enum_shop_settings_payment_methods" AS ENUM('card', 'venmo', 'card_fields', 'paylater');
  CREATE TABLE "shop_settings_payment_methods" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_shop_settings_payment_methods",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  ALTER TABLE "orders" ADD COLUMN "payment_method" "enum_orders_payment_method" DEFAULT 'paypal' NOT NULL;
  ALTER TABLE "payments" ADD COLUMN "method" "enum_payments_method";
  ALTER TABLE "shop_settings" ADD COLUMN "verify_every_card" boolean DEFAULT false;
  ALTER TABLE "shop_settings_payment_methods" ADD CONSTRAINT "shop_settings_payment_methods_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "shop_settings_payment_methods_order_idx" ON "shop_settings_payment_methods" USING btree ("order");
  CREATE INDEX "shop_settings_payment_methods_parent_idx" ON "shop_settings_payment_methods" USING btree ("parent_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "shop_settings_payment_methods" CASCADE;
  ALTER TABLE "orders" DROP COLUMN "payment_method";
  ALTER TABLE "payments" DROP COLUMN "method";
  ALTER TABLE "shop_settings" DROP COLUMN "verify_every_card";
  DROP TYPE "public"."enum_orders_payment_method";
  DROP TYPE "public"."enum_payments_method";
  DROP TYPE "public"."enum_shop_settings_payment_methods";`)
}
