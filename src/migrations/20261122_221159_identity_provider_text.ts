import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The provider of an identity becomes text, so that a new sign-in provider needs no migration. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table identities alter column provider type varchar;
    drop type enum_identities_provider;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create type enum_identities_provider as enum ('google', 'facebook', 'tiktok');
    alter table identities
      alter column provider type enum_identities_provider using provider::enum_identities_provider;`)
}
