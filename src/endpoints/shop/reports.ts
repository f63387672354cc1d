import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { csvResponse } from '@/endpoints/http/csv-response'
import { getSalesReport } from '@/modules/shop/queries/sales-reports'
import { type DateRange, parseDateRange } from '@/modules/shop/rules/date-range'
import { type ReportColumn, reportKinds, type ReportRow } from '@/modules/shop/rules/sales-report'
import { AppError } from '@/platform/errors'
import { toDecimal } from '@/platform/money'

const params = z.strictObject({ kind: z.enum(reportKinds) })
const query = z.strictObject({
  from: z.iso.date().describe('The first day, in the shop’s time zone.'),
  to: z.iso.date().describe('The last day, in the shop’s time zone.'),
})
const row = z.record(z.string(), z.union([z.string(), z.int(), z.null()]))
const report = z.strictObject({
  columns: z.array(z.strictObject({ key: z.string(), label: z.string() })),
  rows: z.array(row),
  totals: row,
  note: z.string(),
})

/** @throws AppError invalid if the days are reversed or more than five years apart */
const requireRange = ({ from, to }: z.infer<typeof query>): DateRange => {
  const range = parseDateRange(from, to)
  if (range) return range
  throw new AppError(
    'invalid',
    'The last day can’t be before the first, and a report can cover up to 5 years.',
    { fields: { to: 'Choose a later day, no more than 5 years after the first.' } },
  )
}

/** Returns a row with money as decimal strings. */
const toResponse = (columns: readonly ReportColumn[], values: ReportRow): ReportRow =>
  Object.fromEntries(
    columns.map(({ key, kind }) => {
      const value = values[key] ?? null
      return [key, kind === 'money' && typeof value === 'number' ? toDecimal(value) : value]
    }),
  )

export const reportEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/reports/:kind',
    summary: 'Get a sales report',
    requires: 'stats:read',
    params,
    query,
    response: report,
    handle: async ({ payload }, { params: { kind }, query: days }) => {
      const { columns, rows, totals, note } = await getSalesReport(
        payload,
        kind,
        requireRange(days),
      )
      return {
        columns: columns.map(({ key, label }) => ({ key, label })),
        rows: rows.map((values) => toResponse(columns, values)),
        totals: toResponse(columns, totals),
        note,
      }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/reports/:kind/export',
    summary: 'Download a sales report as CSV',
    requires: 'stats:read',
    params,
    query,
    handle: async ({ payload }, { params: { kind }, query: days }) => {
      const { columns, rows } = await getSalesReport(payload, kind, requireRange(days))
      return csvResponse(
        `${kind}-${days.from}-to-${days.to}`,
        columns.map(({ key }) => key),
        rows.map((values) => toResponse(columns, values)),
      )
    },
  }),
]
