import { asc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { ReturnStatus, ReturnWish } from '@/modules/returns/rules'
import { orders, returns, returns_lines } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'

import { photoIds } from './return-photos'

export type CustomerReturn = {
  id: number
  status: ReturnStatus
  /** What staff wrote about the return. */
  message: string | null
  wish: ReturnWish
  lines: {
    itemId: string
    quantity: number
    wantedSize: string | null
    wantedColor: string | null
  }[]
  photos: string[]
  createdAt: string
}

/** Returns the returns of an order as its buyer sees them, the oldest first. */
export async function listCustomerReturns(
  { db }: Payload,
  orderNumber: string,
): Promise<CustomerReturn[]> {
  return db.drizzle
    .select({
      id: returns.id,
      status: sql<ReturnStatus>`${returns.status}`,
      message: returns.message,
      wish: sql<ReturnWish>`${returns.wish}`,
      lines: sql<CustomerReturn['lines']>`(select json_agg(
          json_build_object('itemId', ${returns_lines.itemId}, 'quantity', ${returns_lines.quantity},
            'wantedSize', ${returns_lines.wantedSize}, 'wantedColor', ${returns_lines.wantedColor})
          order by ${returns_lines._order})
        from ${returns_lines} where ${returns_lines._parentID} = ${returns.id})`,
      photos: photoIds,
      createdAt: isoDate(returns.createdAt),
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(eq(orders.orderNumber, orderNumber))
    .orderBy(asc(returns.id))
}
