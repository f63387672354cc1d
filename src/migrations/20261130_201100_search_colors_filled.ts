import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

const batchSize = 500

/** Reads all products again, in statements that each end within the time limit of a connection. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ last: number | null }>(sql`
      with batch as (select id from products where id > ${after} order by id limit ${batchSize})
      select max(id) as last, refresh_product_search(array_agg(id)) from batch`)
    const last = rows[0]?.last
    if (last == null) return
    after = last
  }
}

/** The earlier version doesn't read the added weight. */
export async function down(): Promise<void> {}
