import { inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findChangedOrder, toPriceDifference } from '@/modules/orders/price-difference'
import { canAskToPay, canBuyerChange } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { formatMoney } from '@/platform/money'

import { isAskedPrice, readRequestCost } from './change-request'

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

/**
 * Whether a change still costs what the order that pays for it says.
 * @throws AppError link_expired if staff asked for it, and it costs another amount now: such a request is open for days
 */
async function isSamePrice(
  payload: Payload,
  changed: Order,
  paying: Order,
  isRequested: boolean,
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
  if (!isRequested) return false
  throw new AppError(
    'link_expired',
    `The price of this change is now ${formatMoney(cost.totalCents)}, not ${formatMoney(request.totalCents)}. Nothing was charged. You can pay the new price on the page for order ${changed.orderNumber}.`,
  )
}

/** @throws AppError link_expired if an order pays for a change that can no longer be made; nothing is charged then */
export async function assertChangePossible(payload: Payload, order: Order): Promise<void> {
  const difference = toPriceDifference(order)
  if (!difference) return
  const changed = await findChangedOrder(payload, order)
  const { item, isRequested } = difference
  if (changed && (isRequested ? canAskToPay(changed) : canBuyerChange(changed))) {
    const isPossible =
      item && !isRequested
        ? isSwapPossible(changed, order, item.from)
        : await isSamePrice(payload, changed, order, Boolean(isRequested))
    if (isPossible) return
  }
  throw new AppError(
    'link_expired',
    `${changed ? `Order ${changed.orderNumber}` : 'The order'} can no longer be changed this way. Nothing was charged.`,
  )
}
