import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

const batchSize = 100

/** Reads the published articles with blocks again, in statements that each end within the time limit of a connection. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ last: number | null }>(sql`
      with batch as (
        select id from content where status = 'published' and id > ${after} and body @? 'strict $.**.fields.blockType'
          order by id limit ${batchSize}
      )
      select max(id) as last, refresh_content_search(array_agg(id)) from batch`)
    const last = rows[0]?.last
    if (last == null) return
    after = last
  }
}

/** What is found too much goes when an article is saved. */
export async function down(): Promise<void> {}
