import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" ADD COLUMN "cart_id" varchar;
  ALTER TABLE "orders" ADD COLUMN "paid_cart_id" varchar;
  CREATE UNIQUE INDEX "orders_paid_cart_id_idx" ON "orders" USING btree ("paid_cart_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "orders_paid_cart_id_idx";
  ALTER TABLE "orders" DROP COLUMN "cart_id";
  ALTER TABLE "orders" DROP COLUMN "paid_cart_id";`)
}
