import { and, eq, gt, inArray, isNull, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  claimDeadline,
  deliveryOf,
  isDefect,
  type ReturnReason,
  returnReasons,
} from '@/modules/returns/rules'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders, returns } from '@/payload-generated-schema'

import { deliveryColumns } from './delivery'

/** A faulty item whose claim at the printer can still be filed. Without a deadline its shipping is unknown. */
export type OpenClaim = {
  returnId: number
  orderNumber: string
  reason: ReturnReason
  claimBy: string | null
  isEstimate: boolean
}

/** Returns the claims that can still be filed with Printful and weren't, the most urgent first. */
export async function listOpenClaims(payload: Payload): Promise<OpenClaim[]> {
  const { deliveryDays } = await getSettings(payload)
  const rows = await payload.db.drizzle
    .select({
      returnId: returns.id,
      orderNumber: orders.orderNumber,
      reason: sql<ReturnReason>`${returns.reason}`,
      ...deliveryColumns,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(
      and(
        inArray(returns.reason, returnReasons.filter(isDefect)),
        ne(returns.status, 'declined'),
        isNull(returns.claimedAt),
        // Requested after shipping: the longest delivery that settings allow and the printer's 30 days are over by then.
        gt(returns.createdAt, sql`now() - interval '180 days'`),
      ),
    )
  const now = new Date().toISOString()
  return rows
    .map((row) => {
      const delivery = deliveryOf(row, deliveryDays.transit.contiguous.max)
      return {
        ...row,
        claimBy: claimDeadline(row.reason, delivery?.at ?? null),
        isEstimate: delivery?.isEstimate === true,
      }
    })
    .filter(({ claimBy }) => claimBy === null || claimBy >= now)
    .sort((a, b) => (a.claimBy ?? '9').localeCompare(b.claimBy ?? '9'))
}
