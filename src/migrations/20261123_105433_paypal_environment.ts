import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_paypal_environment" AS ENUM('demo', 'sandbox', 'live');
  ALTER TABLE "orders" ADD COLUMN "paypal_environment" "enum_orders_paypal_environment";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" DROP COLUMN "paypal_environment";
  DROP TYPE "public"."enum_orders_paypal_environment";`)
}
