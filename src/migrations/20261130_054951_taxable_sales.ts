import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table orders add column taxable_cents numeric, add column taxable_shipping_cents numeric`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(
    sql`alter table orders drop column taxable_cents, drop column taxable_shipping_cents`,
  )
}
