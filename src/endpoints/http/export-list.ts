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
  /** The most rows; those of the first pages. */
  max?: number
  pageSize?: number
  readPage: (page: PageQuery) => Promise<{ rows: Row[]; pages: number }>
}

/** Returns a list as a CSV file to download, read page by page, and adds an audit entry. */
export async function exportList<Row>(
  { payload, user }: PayloadRequest,
  { name, action, columns, max = maxExportRows, pageSize = 500, readPage }: ListExport<Row>,
): Promise<Response> {
  const rows: Row[] = []
  for (let page = 1; rows.length < max; page += 1) {
    const list = await readPage({ page, limit: pageSize })
    rows.push(...list.rows)
    if (page >= list.pages) break
  }
  const exported = rows
    .slice(0, max)
    .map((row) =>
      Object.fromEntries(Object.entries(columns).map(([heading, cell]) => [heading, cell(row)])),
    )
  await audit(payload.db.drizzle, user, { action, details: { rows: exported.length } })
  return csvResponse(name, Object.keys(columns), exported)
}
