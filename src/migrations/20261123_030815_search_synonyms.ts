import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "shop_settings" ADD COLUMN "search_synonyms" varchar;
  ALTER TABLE "products" DROP COLUMN "search_tags";`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "products" ADD COLUMN "search_tags" varchar;
  ALTER TABLE "shop_settings" DROP COLUMN "search_synonyms";`)
}
