import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The text that orders had as their notes becomes the first dated note. Its author isn't known. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    insert into order_notes (order_id, text, author_name, created_at, updated_at)
      select id, notes, 'Staff', updated_at, updated_at from orders where coalesce(trim(notes), '') <> ''`)
}

/** The newest note is still in the order. */
export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`delete from order_notes where author_name = 'Staff' and author_id is null`)
}
