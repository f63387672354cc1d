import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_price_difference_state" AS ENUM('open', 'applied', 'refused');
  ALTER TABLE "orders" ADD COLUMN "price_difference_order_id" integer;
  ALTER TABLE "orders" ADD COLUMN "price_difference_item_id" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_name" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_quantity" numeric;
  ALTER TABLE "orders" ADD COLUMN "price_difference_from_size" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_from_color" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_size" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_color" varchar;
  ALTER TABLE "orders" ADD COLUMN "price_difference_state" "enum_orders_price_difference_state";
  ALTER TABLE "orders" ADD CONSTRAINT "orders_price_difference_order_id_orders_id_fk" FOREIGN KEY ("price_difference_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "orders_price_difference_price_difference_order_idx" ON "orders" USING btree ("price_difference_order_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" DROP CONSTRAINT "orders_price_difference_order_id_orders_id_fk";
  
  DROP INDEX "orders_price_difference_price_difference_order_idx";
  ALTER TABLE "orders" DROP COLUMN "price_difference_order_id";
  ALTER TABLE "orders" DROP COLUMN "price_difference_item_id";
  ALTER TABLE "orders" DROP COLUMN "price_difference_name";
  ALTER TABLE "orders" DROP COLUMN "price_difference_quantity";
  ALTER TABLE "orders" DROP COLUMN "price_difference_from_size";
  ALTER TABLE "orders" DROP COLUMN "price_difference_from_color";
  ALTER TABLE "orders" DROP COLUMN "price_difference_size";
  ALTER TABLE "orders" DROP COLUMN "price_difference_color";
  ALTER TABLE "orders" DROP COLUMN "price_difference_state";
  DROP TYPE "public"."enum_orders_price_difference_state";`)
}
