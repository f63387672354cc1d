import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The length of a recording is stored once it is uploaded. Those from before are filled in by media/add-missing-durations.ts. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`alter table media add column duration_seconds numeric`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`alter table media drop column duration_seconds`)
}
