import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** A refund is asked for under a key of its own, once. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table payments add column request_id varchar;
    create unique index payments_request_id_idx on payments using btree (request_id);
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index payments_request_id_idx;
    alter table payments drop column request_id;
  `)
}
