import { stringify } from 'csv-stringify/sync'

import { env } from '@/platform/env'
import { dayIn } from '@/platform/time-zones'

/** A negative amount is a number, not a formula. */
const castText = (value: string) =>
  /^-\d+(\.\d+)?$/.test(value) ? { value, escape_formulas: false } : value

/** Returns a CSV file to download. Cells that a spreadsheet would take for a formula become plain text (CSV injection). */
export function csvResponse(
  name: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Response {
  const text = stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    quoted_string: true,
    cast: { string: castText },
  })
  return new Response(`\uFEFF${text}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${dayIn(new Date(), env.SHOP_TIME_ZONE)}.csv"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
