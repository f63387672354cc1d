import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Earlier addresses of accounts are archived at Mailchimp instead of deleted permanently, so that their owners can come
 * back to them. Each names its subscriber: once that is erased, Mailchimp deletes the earlier address permanently.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table mailchimp_deletions
      add column subscriber_id integer references subscribers (id) on delete set null,
      add column archived_at timestamptz;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    -- Older versions would delete them permanently.
    delete from mailchimp_deletions where subscriber_id is not null;
    alter table mailchimp_deletions drop column subscriber_id, drop column archived_at;`)
}
