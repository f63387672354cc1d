import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  dataCategories,
  type DataCategory,
  exportedColumns,
  type ProcessingRecord,
  processingRecords,
} from '@/modules/privacy/rules/records-of-processing'

type SQL = ReturnType<typeof sql>

/** By what a person is found: their account, and addresses that are proven to be theirs (lower case). Either may be missing. */
export type DataSubject = { userId: number | null; emails: readonly string[] }

/** A condition of the register as SQL, its parameters bound. */
export function dataSubjectCondition(
  { rows }: Pick<ProcessingRecord, 'rows'>,
  { userId, emails }: DataSubject,
): SQL {
  return sql.join(
    rows
      .split(/(:user|:emails)(?![a-z])/)
      .map((part) =>
        part === ':user'
          ? sql`${userId ?? -1}::integer`
          : part === ':emails'
            ? sql`array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`
            : sql.raw(part),
      ),
  )
}

export type UserDataTable = {
  table: string
  kind: DataCategory
  title: string
  columns: string[]
  rows: Record<string, unknown>[]
}

/** More than one person can have; it keeps a mistake from becoming a flood. */
const mostRows = 20_000

const quoted = (name: string) => sql.raw(`"${name}"`)

/**
 * Everything the shop holds about a person, one table after the other, by the same register that /privacy-policy shows
 * and the erasure follows. Keys and scrambled passwords are left out: they would open something.
 */
export async function* exportUserData(
  payload: Payload,
  person: DataSubject,
): AsyncGenerator<UserDataTable> {
  for (const holding of processingRecords) {
    const columns = exportedColumns(holding)
    const { rows } = await payload.db.drizzle.execute(sql`
      select ${sql.join(columns.map(quoted), sql`, `)} from ${quoted(holding.table)} where ${dataSubjectCondition(holding, person)} limit ${mostRows}`)
    yield {
      table: holding.table,
      kind: holding.kind,
      title: dataCategories[holding.kind].title,
      columns,
      rows: rows,
    }
  }
}
