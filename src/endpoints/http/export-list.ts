import type { PayloadRequest } from 'payload'

import { audit } from '@/platform/audit'
import type { PageQuery } from '@/platform/paged-list'
import { maxExportRows } from '@/platform/schema-fields'

import { csvResponse } from './csv-response'

type Cell = string | number | null
type ListExport<Row> = {
  /** Begins the name of the file: 'gift-cards'. */
  name: string
  /** The action of the audit entry, which has the number of rows and nothing about them. */
  action: string
  /** By heading. */
  columns: Record<string, (row: Row) => Cell>
  readPage: (page: PageQuery) => Promise<{ rows: Row[] }>
}

/**
 * Returns the first `maxExportRows` rows of a list as a CSV file to download, and adds an audit entry. They are read as
 * one page: between several, a new row would move the others, and repeat one.
 */
export async function exportList<Row>(
  { payload, user }: Pick<PayloadRequest, 'payload' | 'user'>,
  { name, action, columns, readPage }: ListExport<Row>,
): Promise<Response> {
  const { rows } = await readPage({ page: 1, limit: maxExportRows })
  const exported = rows.map((row) =>
    Object.fromEntries(Object.entries(columns).map(([heading, cell]) => [heading, cell(row)])),
  )
  await audit(payload.db.drizzle, user, { action, details: { rows: exported.length } })
  return csvResponse(name, Object.keys(columns), exported)
}
