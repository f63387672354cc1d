import { type Cents, formatMoney } from '@/platform/money'

type Variant = { size: string; color: string }

/** The price difference that an order without items pays: for an item of another order, swapped for another variant. */
export type PriceDifference = {
  name: string
  quantity: number
  from: Variant
  to: Variant
  /** open: not paid, or being applied. refused: paid too late, and refunded. */
  state: 'open' | 'applied' | 'refused'
  /** The order of the item, with the path of its page; null if it was deleted. */
  order: { orderNumber: string; path: string } | null
}

/** 'order DF-1001', for a sentence. */
export function swappedOrderName({ order }: Pick<PriceDifference, 'order'>): string {
  return order ? `order ${order.orderNumber}` : 'your order'
}

/** Returns the price difference as the only line of its order. */
export function differenceLine(
  { name, to, quantity }: Pick<PriceDifference, 'name' | 'to' | 'quantity'>,
  subtotalCents: Cents,
) {
  return { name: `Price difference: ${name}`, ...to, quantity, unitCents: subtotalCents / quantity }
}

/** A difference that was paid for an item of an order which was then swapped. */
export type PaidDifference = {
  itemId: string
  /** Items it was paid for. */
  quantity: number
  totalCents: Cents
  refundedCents: Cents
  /** Items refunded by line, of those it was paid for. */
  refundedQuantity: number
  /** Items whose refund is pending. */
  pendingQuantity: number
  /** Whether the order of the item was canceled or refunded: all of the difference goes back with its next refund. */
  isOver: boolean
}

/** What of a paid difference belongs to refunded items. @param refundedQuantity items in all; null for a whole order */
export function differenceDueCents(
  { totalCents, quantity }: Pick<PaidDifference, 'totalCents' | 'quantity'>,
  refundedQuantity: number | null,
): Cents {
  if (refundedQuantity === null || quantity === 0) return totalCents
  return Math.round(totalCents * Math.min(1, refundedQuantity / quantity))
}

/** What swaps of an item moved, with tax: paid for a more expensive variant, refunded for a cheaper one. */
export type SwapAmounts = { paidCents: Cents; refundedCents: Cents }

/** 'Changed size or color: $3.24 paid' */
export function swapAmountsText({ paidCents, refundedCents }: SwapAmounts): string {
  const parts = [
    paidCents > 0 && `${formatMoney(paidCents)} paid`,
    refundedCents > 0 && `${formatMoney(refundedCents)} refunded`,
  ].filter(Boolean)
  return `Changed size or color: ${parts.join(', ')}`
}

/**
 * What goes back of paid differences, automatically, when items are refunded. What pending refunds bring was announced
 * with them.
 * @param quantities items to be refunded now, by id; null if the whole order is
 */
export function followingRefundCents(
  differences: readonly PaidDifference[],
  quantities: ReadonlyMap<string, number> | null,
): Cents {
  return differences.reduce((sum, difference) => {
    const { itemId, totalCents, refundedCents, pendingQuantity, isOver } = difference
    const chosen = quantities?.get(itemId) ?? 0
    if (quantities && chosen === 0 && !isOver) return sum
    const earlier = difference.refundedQuantity + pendingQuantity
    const dueOf = (items: number): Cents => differenceDueCents(difference, isOver ? null : items)
    const dueCents = quantities ? dueOf(earlier + chosen) : totalCents
    const comingCents = pendingQuantity > 0 ? dueOf(earlier) : 0
    return sum + Math.max(0, dueCents - Math.max(refundedCents, comingCents))
  }, 0)
}

/** The sentence for staff about what follows a refund; null if nothing does. */
export function followingRefundText(cents: Cents): string | null {
  return cents > 0
    ? `The customer also gets back ${formatMoney(cents)}, the price difference paid for a swap.`
    : null
}
