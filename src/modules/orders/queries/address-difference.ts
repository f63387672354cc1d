import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type ShippingMethodId, shippingRegionOf } from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTax,
  isTableByWeight,
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
type Item = { unitCents: Cents; quantity: number; discountCents: Cents }

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
function taxDifference(
  order: Order,
  items: readonly Item[],
  shipping: { before: Cents; after: Cents },
  place: Place,
  pricing: PricingRules,
): Cents {
  const before = calculateTax(items, shipping.before, taxedPlace(order), pricing)
  const isExempt = order.taxCents === 0 && before > 0
  return isExempt ? 0 : calculateTax(items, shipping.after, place, pricing) - before
}

/** Null if it isn't known: items of an order have no weight, and the printer's rates are those of the moment. */
function shippingDifference(
  { shippingCents, shippingMethod, shippingAddress_stateCode }: Order,
  items: readonly Item[],
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
  const items = refundable.lines.flatMap(({ isGiftCard, unitCents, quantity, amountCents }) =>
    isGiftCard || quantity === 0
      ? []
      : [{ unitCents, quantity, discountCents: Math.max(0, unitCents * quantity - amountCents) }],
  )
  const shippingCents = shippingDifference(order, items, place, pricing)
  const before = refundable.shippingCents
  const shipping = { before, after: Math.max(0, before + (shippingCents ?? 0)) }
  const taxCents = taxDifference(order, items, shipping, place, pricing)
  return { taxCents, shippingCents, refundable }
}
