import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  destinationOf,
  type ShippingMethodId,
  shippingRegionOf,
  takesExpress,
} from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTax,
  isTableByWeight,
  noTax,
  type PricedLine,
  type PricingRules,
  type SaleTax,
  settingsShippingPrice,
  subtractTax,
  type TaxAddress,
} from '@/modules/checkout/rules/pricing'
import type { AddressDifference } from '@/modules/orders/rules/address-difference'
import type { RefundableOrder } from '@/modules/orders/rules/line-refund'
import { orders } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import type { Db } from '@/platform/transaction'

import {
  type Facts,
  paidMove,
  paidNow,
  readFacts,
  sumOf,
  taxedAddressOf,
  toRefundableOrder,
  withRises,
} from './refundable-order'

type Order = typeof orders.$inferSelect

const itemsLeft = ({ lines }: Pick<RefundableOrder, 'lines'>): PricedLine[] =>
  lines.flatMap(({ isGiftCard, unitCents, quantity, amountCents }) =>
    isGiftCard || quantity === 0
      ? []
      : [{ unitCents, quantity, discountCents: Math.max(0, unitCents * quantity - amountCents) }],
  )

const toTaxAddress = ({ shippingAddress_stateCode, shippingAddress_zip }: Order): TaxAddress => ({
  stateCode: shippingAddress_stateCode ?? '',
  zip: shippingAddress_zip ?? '',
})

type Move = {
  chargedCents: Cents
  from: TaxAddress
  to: TaxAddress
  /** How much more shipping costs; null if unknown. */
  shippingCents: Cents | null
  /** Whether the buyer pays for shipping that costs more. Staff charge nothing. */
  isCharged?: boolean
}

/** By today's rules for both places, for what isn't refunded. An exempt customer pays no tax, wherever it goes. */
export function taxDifference(
  order: Pick<RefundableOrder, 'lines' | 'shippingCents'>,
  { chargedCents, from, to, shippingCents, isCharged = false }: Move,
  pricing: PricingRules,
): SaleTax {
  const items = itemsLeft(order)
  const before = calculateTax(items, order.shippingCents, from, pricing)
  if (chargedCents === 0 && before.taxCents > 0) return noTax
  // The shop no longer collects tax where it was charged: the buyer doesn't pay it once more.
  if (chargedCents > 0 && pricing.taxStates?.includes(from.stateCode) === false) return noTax
  const paidCents = isCharged ? (shippingCents ?? 0) : Math.min(0, shippingCents ?? 0)
  const shippingThere = Math.max(0, order.shippingCents + paidCents)
  return subtractTax(calculateTax(items, shippingThere, to, pricing), before)
}

/**
 * Null if it isn't known: items of an order have no weight, and the printer's rates change over time. If all
 * items were refunded, nothing is sent, and shipping keeps its price and tax.
 * @param paidCents what was paid for shipping and not refunded
 */
function shippingDifference(
  { shippingCents, shippingMethod, shippingAddress_stateCode }: Order,
  items: readonly PricedLine[],
  { stateCode }: TaxAddress,
  pricing: PricingRules,
  paidCents: Cents,
): Cents | null {
  const [from, to] = [shippingAddress_stateCode ?? '', stateCode].map(shippingRegionOf)
  const isSamePrice = from === to || shippingCents === 0 || pricing.shippingSource === 'flat'
  if (!from || !to || isSamePrice || items.length === 0) return 0
  if (pricing.shippingSource === 'printful' || isTableByWeight(pricing)) return null
  const priceTo = (region: typeof from, method: ShippingMethodId) =>
    settingsShippingPrice(pricing, region, packageLoad(items), method)
  const [before, after] = [priceTo(from, shippingMethod), priceTo(to, shippingMethod)]
  if (before === null || after === null) return null
  // What staff waived when they moved the order isn't refunded.
  return after < before ? Math.min(0, Math.max(after - before, after - paidCents)) : after - before
}

/**
 * What is left of the tax of a difference. While its order isn't refunded in full, refunds of an address difference are
 * only tax.
 */
const taxLeft = ({
  itemId,
  taxCents,
  totalCents,
  refundedCents,
}: Facts['differences'][number]): Cents =>
  itemId
    ? Math.round((taxCents * (totalCents - refundedCents)) / totalCents)
    : Math.max(0, taxCents - refundedCents)

type KnownDifference = AddressDifference &
  SaleTax & {
    refundable: RefundableOrder
    facts: Facts
    /**
     * Whether the tax that was paid is exactly that of its state, so that adding the difference gives what is due at
     * the new address.
     */
    isTaxKnown: boolean
    /** How much of the tax there staff waived when they moved the order to another state; null for nothing. */
    waived: 'all' | 'less' | null
  }

/**
 * Returns what tax and shipping of an order would cost more or less at another address, with the facts of its money;
 * null if there is no order.
 * @param isCharged whether the buyer would pay what shipping costs more, which is taxed then
 */
export async function readAddressDifference(
  payload: Payload,
  db: Db,
  orderId: number,
  place: TaxAddress,
  isCharged = false,
): Promise<KnownDifference | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const facts = await readFacts(payload, db, orderId)
  if (!order || !facts) return null
  const { pricing } = facts
  const refundable = toRefundableOrder(facts)
  // What staff see and refund is that of the order alone.
  const paid = paidNow(facts).filter(({ itemId }) => isCharged || itemId === null)
  const paidTaxCents = sumOf(paid, 'taxCents')
  const left = {
    lines: toRefundableOrder({
      ...facts,
      order: { ...facts.order, items: withRises({ ...facts, differences: paid }) },
    }).lines,
    shippingCents: refundable.shippingCents + sumOf(paid, 'shippingCents'),
  }
  const items = itemsLeft(left)
  const shippingCents = shippingDifference(order, items, place, pricing, left.shippingCents)
  const move = {
    chargedCents: order.taxCents + paidTaxCents,
    from: taxedAddressOf({ ...toTaxAddress(order), taxedState: order.taxedState }),
    to: place,
    shippingCents,
    isCharged,
  }
  // A certificate also counts where the order was bought without tax.
  const tax = order.taxCertificate ? noTax : taxDifference(left, move, pricing)
  const taxAt = (at: TaxAddress): Cents =>
    calculateTax(items, left.shippingCents, at, pricing).taxCents
  const currentPlace = toTaxAddress(order)
  return {
    ...tax,
    shippingCents,
    paidTaxCents: paidNow(facts).reduce((sum, one) => sum + taxLeft(one), 0),
    refundable,
    facts,
    isTaxKnown:
      taxAt(move.from) === refundable.taxCents + paidTaxCents &&
      (move.chargedCents === 0 ||
        !pricing.stateTaxRules.some(
          ({ stateCode, thresholdCents }) =>
            thresholdCents && [move.from.stateCode, place.stateCode].includes(stateCode),
        )),
    waived:
      taxAt(currentPlace) <= taxAt(move.from)
        ? null
        : taxAt(place) > taxAt(currentPlace)
          ? 'less'
          : 'all',
  }
}

export function isSameRegion(
  { shippingAddress_stateCode: current }: Pick<Order, 'shippingAddress_stateCode'>,
  { stateCode }: Pick<TaxAddress, 'stateCode'>,
): boolean {
  return shippingRegionOf(current ?? '') === shippingRegionOf(stateCode)
}

const refusal = (field: 'address1' | 'stateCode', message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } })

const emailUs = 'so you can’t change it here. Please email us and we’ll take care of it.'

/** How much more an order costs at a buyer's new address. Both are paid, or both are negative and refunded. */
export type MoveCost = SaleTax & { shippingCents: Cents }

export function sumMoveCost({
  taxCents,
  shippingCents,
}: Pick<MoveCost, 'taxCents' | 'shippingCents'>): Cents {
  return taxCents + shippingCents
}

/**
 * Whether a buyer can pay the difference: once, before any item is refunded, and only if something was paid before. After
 * paid swaps, tax must be what it was calculated from.
 */
const canPayForMove = (
  { facts, refundable, isTaxKnown }: KnownDifference,
  taxCents: Cents,
): boolean =>
  refundable.leftCents > 0 &&
  facts.differences.every(
    (one) => one.itemId && one.status === 'delivered' && !one.refundedCents,
  ) &&
  (taxCents === 0 || isTaxKnown || facts.differences.length === 0) &&
  [...facts.refunded.keys()].every((itemId) => itemId === null)

/**
 * Returns how much more or less an order costs at a buyer's new address.
 * @throws AppError invalid if nobody knows what it costs, if the difference can be neither paid nor refunded, or if
 * express doesn't go there
 */
export async function readMoveCost(
  payload: Payload,
  db: Db,
  order: Order,
  address: TaxAddress & { address1: string; address2?: string | null },
): Promise<MoveCost> {
  if (order.shippingMethod === 'express' && !takesExpress(destinationOf(address)))
    throw refusal(
      'address1',
      'Express carriers don’t deliver to this address. Please enter another one, or email us.',
    )
  const difference = await readAddressDifference(payload, db, order.id, address, true)
  if (!difference) throw notFound('The order')
  const { refundable, facts, waived } = difference
  // The buyer doesn't pay later for what staff waived.
  const tax = waived === 'all' && difference.taxCents > 0 ? noTax : difference
  const { taxCents, taxableCents, taxableShippingCents } = tax
  const hasOwnPrice = facts.pricing.shippingSource !== 'flat' && !isSameRegion(order, address)
  // Whether shipping that was free is free there, too, isn't known.
  const shippingCents = hasOwnPrice && order.shippingCents === 0 ? null : difference.shippingCents
  if (shippingCents === null)
    throw refusal('stateCode', `Shipping to this address has a different price, ${emailUs}`)
  const isMore = taxCents > 0 || shippingCents > 0
  const taxable = { taxableCents, taxableShippingCents }
  const cost = isMore
    ? { ...taxable, taxCents, shippingCents }
    : {
        ...taxable,
        taxCents: Math.max(taxCents, -refundable.taxCents),
        shippingCents: Math.max(shippingCents, -refundable.shippingCents),
      }
  const canSettle = isMore
    ? Math.min(taxCents, shippingCents) >= 0 &&
      !(waived === 'less' && taxCents > 0) &&
      canPayForMove(difference, taxCents)
    : -sumMoveCost(cost) <= refundable.leftCents &&
      (taxCents + shippingCents === 0 ||
        // Otherwise another order paid a part of it.
        (!paidMove(facts) && paidNow(facts).every((paid) => taxCents === 0 || paid.taxCents === 0)))
  if (!canSettle)
    throw refusal(
      'stateCode',
      shippingCents === 0
        ? `Sales tax is different at this address, ${emailUs}`
        : `Shipping to this address has a different price, ${emailUs}`,
    )
  return cost
}
