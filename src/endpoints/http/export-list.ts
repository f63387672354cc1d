import type { PayloadRequest } from 'payload'

import { audit } from '@/platform/audit'
import type { PageQuery } from '@/platform/paged-list'
import { maxExportRows } from '@/platform/schema-fields'

import { csvResponse } from './csv-response'

const pageSize = 500

type Cell = string | number | null
type ListExport<Row> = {
  /** Begins the name of the file: 'gift-cards'. */
  name: string
  /** The action of the audit entry, which has the number of rows and nothing about them. */
  action: string
  /** By heading. */
  columns: Record<string, (row: Row) => Cell>
  readPage: (page: PageQuery) => Promise<{ rows: Row[]; pages: number }>
}

/** Returns the first `maxExportRows` rows of a list as a CSV file to download, and adds an audit entry. */
export async function exportList<Row>(
  { payload, user }: PayloadRequest,
  { name, action, columns, readPage }: ListExport<Row>,
): Promise<Response> {
  const rows: Row[] = []
  for (let page = 1; rows.length < maxExportRows; page += 1) {
    const list = await readPage({ page, limit: pageSize })
    rows.push(...list.rows)
    if (page >= list.pages) break
  }
  const exported = rows
    .slice(0, maxExportRows)
    .map((row) =>
      Object.fromEntries(Object.entries(columns).map(([heading, cell]) => [heading, cell(row)])),
    )
  await audit(payload.db.drizzle, user, { action, details: { rows: exported.length } })
  return csvResponse(name, Object.keys(columns), exported)
}
