import { asc, desc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type ReturnReason,
  returnReasonLabels,
  type ReturnStatus,
  returnStatusLabels,
} from '@/modules/returns/rules'
import type { DateRange } from '@/modules/shop/rules/date-range'
import type { SalesReport } from '@/modules/shop/rules/sales-report'
import { returns, returns_lines } from '@/payload-generated-schema'
import { isOnDays, sumWhere } from '@/platform/paged-list'

/** Reports the returns that were requested in a range of days, by reason and outcome. */
export async function returnsReport(
  { db: { drizzle } }: Payload,
  range: DateRange,
): Promise<Omit<SalesReport, 'totals'>> {
  const lines = drizzle
    .select({
      parent: returns_lines._parentID,
      units: sql<number>`sum(${returns_lines.quantity})`.as('units'),
    })
    .from(returns_lines)
    .groupBy(returns_lines._parentID)
    .as('lines')
  const returnCount = sql<number>`count(*)::integer`
  const rows = await drizzle
    .select({
      reason: sql<ReturnReason>`${returns.reason}`,
      outcome: sql<ReturnStatus>`${returns.status}`,
      returns: returnCount,
      items: sumWhere(lines.units),
      claims: sql<number>`count(${returns.claimedAt})::integer`,
    })
    .from(returns)
    .leftJoin(lines, eq(lines.parent, returns.id))
    .where(isOnDays(returns.createdAt, range))
    .groupBy(returns.reason, returns.status)
    .orderBy(desc(returnCount), asc(returns.reason), asc(returns.status))
  return {
    columns: [
      { key: 'reason', label: 'Reason', kind: 'text' },
      { key: 'outcome', label: 'Outcome', kind: 'text' },
      { key: 'returns', label: 'Returns', kind: 'count' },
      { key: 'items', label: 'Items', kind: 'count' },
      { key: 'claims', label: 'Claims filed', kind: 'count' },
    ],
    rows: rows.map((row) => ({
      ...row,
      reason: returnReasonLabels[row.reason],
      outcome: returnStatusLabels[row.outcome],
    })),
    chart: { label: ['reason', 'outcome'], value: 'returns' },
    note: 'Returns requested in this period, by reason and where they stand now. Claims are those filed with Printful.',
  }
}
