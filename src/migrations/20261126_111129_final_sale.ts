import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table products add column is_final_sale boolean default false;
    alter table orders_items add column is_final_sale boolean default false;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table orders_items drop column is_final_sale;
    alter table products drop column is_final_sale;`)
}
