import { inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type OrderStatus, orderStatusWord } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import type { BulkOutcome } from '@/platform/bulk/bulk-schema'
import { forEachItem } from '@/platform/bulk/for-each-item'

import { updateOrder } from './update-order'

export type BulkOrderResult = BulkOutcome & { id: number; orderNumber: string | null }

/**
 * Runs an action for each order, in transactions of their own: one that can't be changed doesn't
 * stop the others, and is returned with its reason.
 * @param act resolves with the result; its AppErrors become reasons
 */
export async function forEachOrder(
  { db }: Payload,
  ids: readonly number[],
  act: (id: number) => Promise<BulkOutcome>,
): Promise<BulkOrderResult[]> {
  const rows = await db.drizzle
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  const numbers = new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]))
  const results = await forEachItem(ids, act)
  return results.map((result) => ({ orderNumber: numbers.get(result.id) ?? null, ...result }))
}

/** Sets the status of several orders. Repeating it changes nothing. */
export function setOrderStatuses(
  payload: Payload,
  ids: readonly number[],
  { status, reason, actor }: { status: OrderStatus; reason?: string; actor: string },
): Promise<BulkOrderResult[]> {
  const label = orderStatusWord(status)
  return forEachOrder(payload, ids, async (id) =>
    (await updateOrder({ payload, id, actor, change: { status, reason } }))
      ? { outcome: 'done', message: `Now ${label}.` }
      : { outcome: 'skipped', message: `Already ${label}.` },
  )
}
