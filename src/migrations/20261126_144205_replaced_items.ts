import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table orders_items add column replaces_item varchar;
    create index orders_items_replaces_item_idx on orders_items using btree (replaces_item);`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index orders_items_replaces_item_idx;
    alter table orders_items drop column replaces_item;`)
}
