import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "products" ADD COLUMN "sale_starts_at" timestamp(3) with time zone;
  ALTER TABLE "products" ADD COLUMN "sale_ends_at" timestamp(3) with time zone;
  CREATE INDEX "products_sale_starts_at_idx" ON "products" USING btree ("sale_starts_at");
  CREATE INDEX "products_sale_ends_at_idx" ON "products" USING btree ("sale_ends_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "products_sale_starts_at_idx";
  DROP INDEX "products_sale_ends_at_idx";
  ALTER TABLE "products" DROP COLUMN "sale_starts_at";
  ALTER TABLE "products" DROP COLUMN "sale_ends_at";`)
}
