import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type ShippingMethodId, shippingRegionOf } from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTax,
  isTableByWeight,
  type PricedLine,
  type PricingRules,
  settingsShippingPrice,
} from '@/modules/checkout/rules/pricing'
import type { AddressDifference } from '@/modules/orders/rules/address-difference'
import type { RefundableOrder } from '@/modules/orders/rules/line-refund'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

import { readRefundableOrder } from './refundable-order'

type Order = typeof orders.$inferSelect
type Place = { stateCode: string; zip: string }

const itemsLeft = ({ lines }: RefundableOrder): PricedLine[] =>
  lines.flatMap(({ isGiftCard, unitCents, quantity, amountCents }) =>
    isGiftCard || quantity === 0
      ? []
      : [{ unitCents, quantity, discountCents: Math.max(0, unitCents * quantity - amountCents) }],
  )

/** The place whose tax was charged. The ZIP code of another state isn't stored. */
const taxedPlace = ({
  taxedState,
  shippingAddress_stateCode,
  shippingAddress_zip,
}: Order): Place =>
  taxedState
    ? { stateCode: taxedState, zip: '' }
    : { stateCode: shippingAddress_stateCode ?? '', zip: shippingAddress_zip ?? '' }

/** By today's rules for both places, for what isn't refunded. An exempt customer pays no tax, wherever it goes. */
export function taxDifference(
  order: RefundableOrder,
  move: { chargedCents: Cents; from: Place; to: Place; shippingCents: Cents | null },
  pricing: PricingRules,
): Cents {
  const items = itemsLeft(order)
  const before = calculateTax(items, order.shippingCents, move.from, pricing)
  if (move.chargedCents === 0 && before > 0) return 0
  // Shipping that costs more isn't charged.
  const shippingCents = Math.max(0, order.shippingCents + Math.min(0, move.shippingCents ?? 0))
  return calculateTax(items, shippingCents, move.to, pricing) - before
}

/** Null if it isn't known: items of an order have no weight, and the printer's rates are those of the moment. */
function shippingDifference(
  { shippingCents, shippingMethod, shippingAddress_stateCode }: Order,
  items: readonly PricedLine[],
  { stateCode }: Place,
  pricing: PricingRules,
): Cents | null {
  const [from, to] = [shippingAddress_stateCode ?? '', stateCode].map(shippingRegionOf)
  if (!from || !to || from === to || shippingCents === 0 || pricing.shippingSource === 'flat')
    return 0
  if (pricing.shippingSource === 'printful' || isTableByWeight(pricing)) return null
  const priceTo = (region: typeof from, method: ShippingMethodId) =>
    settingsShippingPrice(pricing, region, packageLoad(items), method)
  const [before, after] = [priceTo(from, shippingMethod), priceTo(to, shippingMethod)]
  return before === null || after === null ? null : after - before
}

/**
 * Returns what tax and shipping of an order would cost more or less at another address, and what is left to refund of
 * it; null if there is no order.
 */
export async function readAddressDifference(
  payload: Payload,
  db: Payload['db']['drizzle'] | Tx,
  orderId: number,
  place: Place,
): Promise<(AddressDifference & { refundable: RefundableOrder }) | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const refundable = await readRefundableOrder(payload, db, orderId)
  if (!order || !refundable) return null
  const { pricing } = await getSettings(payload)
  const shippingCents = shippingDifference(order, itemsLeft(refundable), place, pricing)
  const move = { chargedCents: order.taxCents, from: taxedPlace(order), to: place, shippingCents }
  return { taxCents: taxDifference(refundable, move, pricing), shippingCents, refundable }
}
