import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

const batchSize = 100

/** Fills the table of the migration before, in statements that each end within the time limit of a connection. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ last: number | null }>(sql`
      with batch as (
        select id, body, concat_ws(' ', transcript, seo_description, seo_keywords) as more from content
          where status = 'published' and id > ${after} order by id limit ${batchSize}
      )
      select max(id) as last, add_content_words(string_agg(search_body_text(body, more), ' ')) from batch`)
    const last = rows[0]?.last
    if (last == null) return
    after = last
  }
}

/** The table goes with its own migration. */
export async function down(): Promise<void> {}
