import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { exportedColumns, holdings, type KindName, kinds } from '../domain/privacy-register'
import { type Person, theirRows } from './person-rows'

export type PersonTable = { table: string; kind: KindName; title: string; columns: string[]; rows: Record<string, unknown>[] }

/** More than one person can have; it keeps a mistake from becoming a flood. */
const mostRows = 20_000

const quoted = (name: string) => sql.raw(`"${name}"`)

/**
 * Everything the shop holds about a person, one table after the other, by the same register that /privacy-policy shows
 * and the erasure follows. Keys and scrambled passwords are left out: they would open something.
 */
export async function* personData(payload: Payload, person: Person): AsyncGenerator<PersonTable> {
  for (const holding of holdings) {
    const columns = exportedColumns(holding)
    const { rows } = await payload.db.drizzle.execute(sql`
      select ${sql.join(columns.map(quoted), sql`, `)} from ${quoted(holding.table)} where ${theirRows(holding, person)} limit ${mostRows}`)
    yield { table: holding.table, kind: holding.kind, title: kinds[holding.kind].title, columns, rows: rows as Record<string, unknown>[] }
  }
}
