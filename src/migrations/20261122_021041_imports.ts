import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** What an import wrote last, so that it knows what people have saved since. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table content add column imported_at timestamp(3) with time zone;
    alter table _content_v add column version_imported_at timestamp(3) with time zone;
    update content set imported_at = updated_at where source is not null and updated_at - created_at < interval '100 milliseconds';
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table content drop column imported_at;
    alter table _content_v drop column version_imported_at;
  `)
}
