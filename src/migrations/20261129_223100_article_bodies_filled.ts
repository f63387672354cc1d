import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

const batchSize = 500

/** Fills the column of the migration before, in statements that each end within the time limit of a connection. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ last: number | null }>(sql`
      with batch as (
        select id, body, concat_ws(' ', transcript, seo_description, seo_keywords) as more from content
          where status = 'published' and id > ${after} order by id limit ${batchSize}
      ), filled as (
        update content_search set body = search_body(batch.body, batch.more) from batch
          -- A save may have filled it meanwhile, with a newer text.
          where content_id = batch.id and content_search.body is null
      )
      select max(id) as last from batch`)
    const last = rows[0]?.last
    if (last == null) return
    after = last
  }
}

/** The column goes with its own migration. */
export async function down(): Promise<void> {}
