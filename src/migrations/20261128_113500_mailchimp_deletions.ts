import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Members to delete at Mailchimp for erased people, by Mailchimp's id: the MD5 of the address. They wait here while
 * Mailchimp is disconnected, and stay for a day once deleted, so that a sync that read them before can't bring them back.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create table mailchimp_deletions (
      member_id text primary key, requested_at timestamptz not null default now(), deleted_at timestamptz);`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`drop table mailchimp_deletions;`)
}
