import { allocateCents } from '@/modules/discounts/rules'
import { type Cents, formatMoney } from '@/platform/money'

/** What is left to refund of a line: everything is what remains after earlier refunds. */
type RefundableLine = {
  id: string
  name: string
  size: string
  color: string
  /** What one costs before discounts: the price paid, or the lower one it was swapped for since. */
  unitCents: Cents
  /** Bought, whether refunded or not. */
  bought: number
  quantity: number
  /** Sent in exchange at no charge: these aren't refunded by item. */
  exchanged: number
  /** Its price after discounts, before tax. */
  amountCents: Cents
  taxableCents: Cents
  /** A gift card that was bought: no tax is on it. */
  isGiftCard?: boolean
}
export type RefundableOrder = {
  lines: RefundableLine[]
  shippingCents: Cents
  shippingTaxableCents: Cents
  taxCents: Cents
  /** What the payments still cover. Less than the rest if an amount was refunded without naming items. */
  leftCents: Cents
}
export type RefundSelection = { quantities: ReadonlyMap<string, number>; shipping: boolean }
/** What a refund is for: an item, or the shipping if there is none. */
export type RefundShare = {
  itemId: string | null
  quantity: number
  amountCents: Cents
  taxCents: Cents
}

/** How many of a line can be refunded or exchanged: neither happened to them. */
export function countLeft({ quantity, exchanged }: RefundableLine): number {
  return Math.max(0, quantity - exchanged)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** All of it with the last item; rounded down before, so that the parts never exceed the whole. */
const partOf = (cents: Cents, part: number, whole: number): Cents =>
  part === whole ? cents : Math.floor((cents * part) / whole)

/**
 * The tax left, by line and for shipping (the last value). It follows what is taxed; if nothing left is, it follows the
 * prices, and then the number of items, so that no cent of tax stays behind.
 */
function shareTax({ lines, shippingCents, shippingTaxableCents, taxCents }: RefundableOrder) {
  const hasShipping = shippingCents > 0
  const weigh = (weightOf: (line: RefundableLine) => number): number[] =>
    lines.map((line) => (line.isGiftCard ? 0 : weightOf(line)))
  const weightings = [
    [...weigh((line) => line.taxableCents), hasShipping ? shippingTaxableCents : 0],
    [...weigh((line) => line.amountCents), shippingCents],
    [...weigh((line) => line.quantity), hasShipping ? 1 : 0],
  ]
  const weights = weightings.find((weighting) => sum(weighting) > 0) ?? weightings[0] ?? []
  return allocateCents(taxCents, weights)
}

/**
 * What each chosen line and the shipping take of the price, the discounts, and the tax. Shares are taken from what is left,
 * and the last one takes the rest: in whatever order items are refunded, the parts add up to the total.
 */
export function refundShares(
  order: RefundableOrder,
  { quantities, shipping }: RefundSelection,
): RefundShare[] {
  const taxes = shareTax(order)
  const shares = order.lines.flatMap((line, index): RefundShare[] => {
    const quantity = quantities.get(line.id) ?? 0
    return quantity === 0
      ? []
      : [
          {
            itemId: line.id,
            quantity,
            amountCents: partOf(line.amountCents, quantity, line.quantity),
            taxCents: partOf(taxes[index] ?? 0, quantity, line.quantity),
          },
        ]
  })
  if (!shipping || order.shippingCents === 0) return shares
  const taxCents = taxes[order.lines.length] ?? 0
  return [...shares, { itemId: null, quantity: 0, amountCents: order.shippingCents, taxCents }]
}

/**
 * What a swap for a cheaper variant takes of its line: that part of the price after discounts, and the tax on what is no
 * longer taxed. Like every share it is taken from what is left.
 * @param cheaper the same order with the item at its new price; an item that isn't cheaper has a share of 0
 */
export function priceDropShare(
  order: RefundableOrder,
  cheaper: RefundableOrder,
  itemId: string,
): RefundShare {
  const index = order.lines.findIndex(({ id }) => id === itemId)
  const [line, after] = [order.lines[index], cheaper.lines[index]]
  const share = { itemId, quantity: 0, amountCents: 0, taxCents: 0 }
  if (!line || !after || after.unitCents >= line.unitCents) return share
  const taxCents = shareTax(order)[index] ?? 0
  const untaxedCents = Math.max(0, line.taxableCents - after.taxableCents)
  return {
    ...share,
    amountCents: partOf(line.amountCents, line.unitCents - after.unitCents, line.unitCents),
    taxCents: line.taxableCents > 0 ? partOf(taxCents, untaxedCents, line.taxableCents) : 0,
  }
}

/** The worth of chosen items with their tax, before it is limited to what the payments still cover. */
export function sumShares(shares: readonly RefundShare[]): Cents {
  return sum(shares.map(({ amountCents, taxCents }) => amountCents + taxCents))
}

/** What a refund of chosen lines pays out. */
export function lineRefundCents(order: RefundableOrder, selection: RefundSelection): Cents {
  return Math.min(sumShares(refundShares(order, selection)), order.leftCents)
}

/** A refund goes to PayPal up to what PayPal took, and the rest to the gift card. */
export function splitRefund(
  amountCents: Cents,
  paypalLeftCents: Cents,
): { paypalCents: Cents; cardCents: Cents } {
  const paypalCents = Math.min(amountCents, paypalLeftCents)
  return { paypalCents, cardCents: amountCents - paypalCents }
}

/** Where a refund goes, for staff: '$15.55 will be refunded through PayPal, and $25.00 will go back on the gift card.' */
export function refundDestinationText({
  paypalCents,
  cardCents,
}: ReturnType<typeof splitRefund>): string {
  const paypal = paypalCents > 0 && `${formatMoney(paypalCents)} will be refunded through PayPal`
  if (cardCents === 0) return `${paypal}.`
  const card = formatMoney(cardCents)
  return paypal
    ? `${paypal}, and ${card} will go back on the gift card.`
    : `${card} will go back on the gift card.`
}

/** The message for staff until PayPal reports the outcome of a refund. */
export function pendingRefundText(cents: Cents): string {
  return `PayPal hasn’t confirmed the ${formatMoney(cents)} refund yet. We’ll keep checking, so don’t refund it again.`
}

/** The request id of a refund at PayPal, in the ledger, and in its lines. */
export function refundRequestId(refundId: string): string {
  return `r-${refundId}`
}

export type RefundCause = 'canceled' | 'address'
/** Prefixes of the request ids of refunds that the shop starts itself. */
export const refundPrefixes = { canceled: 'cancel-', address: 'address-' } as const

/** The cause of a refund, by its request id; null for refunds by staff. */
export function refundCause(requestId: string): RefundCause | null {
  const isFor = (cause: RefundCause) => requestId.startsWith(refundRequestId(refundPrefixes[cause]))
  return isFor('canceled') ? 'canceled' : isFor('address') ? 'address' : null
}
