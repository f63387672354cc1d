import { and, type Column, gte, lt, sql } from '@payloadcms/db-postgres/drizzle'

import type { DateRange } from '@/modules/shop/rules/date-range'
import { env } from '@/platform/env'

/**
 * The shop's time zone as a literal, because PostgreSQL doesn't recognize grouped expressions with parameters as equal.
 */
export const zone = sql.raw(`'${env.SHOP_TIME_ZONE.replaceAll("'", "''")}'`)

/** Whether a moment is within a range of days in the shop's time zone. */
export function isWithin(moment: Column, { from, to }: DateRange) {
  return and(
    gte(moment, sql`(${from}::timestamp at time zone ${zone})`),
    lt(moment, sql`((${to}::timestamp + interval '1 day') at time zone ${zone})`),
  )
}
