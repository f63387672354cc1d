import { eq, inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findChangedOrder, toPriceDifference } from '@/modules/orders/price-difference'
import { canAskToPay, canBuyerChange } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

import { type MoveCost, readMoveCost } from './address-difference'
import { isAskedPrice, readRequestCost } from './change-request'

/** Whether a paid difference is still what an order costs more at the address that was paid for. */
export async function isMoveCost(
  payload: Payload,
  db: Payload['db']['drizzle'] | Tx,
  order: typeof orders.$inferSelect,
  { taxCents, shippingCents, address }: MoveCost & { address: Parameters<typeof readMoveCost>[3] },
): Promise<boolean> {
  const cost = await readMoveCost(payload, db, order, address).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return cost?.taxCents === taxCents && cost.shippingCents === shippingCents
}

/** Whether an item is still the bought one, in an order that is taxed as when the payment began. */
function isSwapPossible(
  changed: Order,
  { priceDifference, shippingAddress }: Order,
  from: { size: string; color: string },
): boolean {
  const item = changed.items?.find(({ id }) => id === priceDifference?.itemId)
  return (
    item?.size === from.size &&
    item.color === from.color &&
    changed.shippingAddress?.stateCode === shippingAddress?.stateCode
  )
}

/** Whether an order can still be moved to the address of the order that pays for it, for what that costs. */
async function isMovePossible(payload: Payload, changed: Order, paying: Order): Promise<boolean> {
  const { drizzle } = payload.db
  const [order] = await drizzle.select().from(orders).where(eq(orders.id, changed.id))
  const { address1, address2, stateCode, zip } = paying.shippingAddress ?? {}
  if (!order || !address1) return false
  const address = { address1, address2, stateCode: stateCode ?? '', zip: zip ?? '' }
  const { taxCents, shippingCents } = paying
  return isMoveCost(payload, drizzle, order, { taxCents, shippingCents, address })
}

/**
 * Whether a change that staff asked for can be made for what was asked. It is open for days, so its price may have
 * changed.
 * @throws AppError link_expired if it costs another amount now
 */
async function isRequestPossible(
  payload: Payload,
  changed: Order,
  paying: Order,
): Promise<boolean> {
  const { drizzle } = payload.db
  const rows = await drizzle
    .select()
    .from(orders)
    .where(inArray(orders.id, [changed.id, paying.id]))
  const [order, request] = [changed, paying].map(({ id }) => rows.find((row) => row.id === id))
  const cost = order && request && (await readRequestCost(payload, drizzle, order, request))
  if (!cost) return false
  if (isAskedPrice(order, request, cost)) return true
  throw new AppError(
    'link_expired',
    `The price of this change is now ${formatMoney(cost.totalCents)}, not ${formatMoney(request.totalCents)}. Nothing was charged. You can pay the new price on the page of order ${changed.orderNumber}.`,
  )
}

/** @throws AppError link_expired if an order pays for a change that can no longer be made; nothing is charged then */
export async function assertChangePossible(payload: Payload, order: Order): Promise<void> {
  const difference = toPriceDifference(order)
  if (!difference) return
  const changed = await findChangedOrder(payload, order)
  const { item, isRequested } = difference
  if (changed && (isRequested ? canAskToPay(changed) : canBuyerChange(changed))) {
    const isPossible = isRequested
      ? await isRequestPossible(payload, changed, order)
      : item
        ? isSwapPossible(changed, order, item.from)
        : await isMovePossible(payload, changed, order)
    if (isPossible) return
  }
  throw new AppError(
    'link_expired',
    `${changed ? `Order ${changed.orderNumber}` : 'The order'} can no longer be changed this way. Nothing was charged.`,
  )
}
