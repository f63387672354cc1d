import { variantName } from '@/modules/checkout/rules/cart'
import { addressLines } from '@/modules/checkout/rules/destination'
import { type Cents, formatMoney } from '@/platform/money'

type Variant = { size: string; color: string }

/** The price difference that an order without items pays, for a change of another order. */
export type PriceDifference = {
  /** The item of that order, swapped for another variant; null if it pays for another shipping address. */
  item: { name: string; quantity: number; from: Variant; to: Variant } | null
  /** open: not paid, or being applied. refused: paid too late, and refunded. */
  state: 'open' | 'applied' | 'refused'
  /** Staff asked the customer to pay it; otherwise the customer chose the change. */
  isRequested?: boolean
  /** The changed order, with the path of its page; null if it was deleted. */
  order: { orderNumber: string; path: string } | null
}

/** 'order DF-1001', for a sentence. */
export function changedOrderName({ order }: Pick<PriceDifference, 'order'>): string {
  return order ? `order ${order.orderNumber}` : 'your order'
}

/** What is changed, for a sentence. */
export function changedThing({ item }: Pick<PriceDifference, 'item'>): 'item' | 'shipping address' {
  return item ? 'item' : 'shipping address'
}

/** What is changed once a difference is paid. @param orderName of the changed order: 'your order' */
export function changeText(
  item: PriceDifference['item'],
  { address1, address2, city, stateCode, zip }: Parameters<typeof addressLines>[0],
  orderName: string,
): string {
  return item
    ? `${item.name} from ${variantName(item.from)} to ${variantName(item.to)} in ${orderName}`
    : `the shipping address for ${orderName} to ${addressLines({ address1, address2, city, stateCode, zip }).join(', ')}`
}

/** Returns the price difference of an item as the only line of its order; that of an address has no line. */
export function differenceLines({ item }: Pick<PriceDifference, 'item'>, subtotalCents: Cents) {
  if (!item) return []
  const { name, quantity, to } = item
  return [
    { name: `Price difference: ${name}`, ...to, quantity, unitCents: subtotalCents / quantity },
  ]
}

/** The share of a paid difference that belongs to an item. */
type PaidPart = {
  itemId: string
  /** Items it was paid for. */
  quantity: number
  cents: Cents
  /** Items refunded by line, of those it was paid for. */
  refundedQuantity: number
  /** Items whose refund is pending. */
  pendingQuantity: number
}

/** A difference that was paid for a change of an order which was then made. */
export type PaidDifference = {
  totalCents: Cents
  refundedCents: Cents
  /** Refunded with its items; the rest, such as shipping, is refunded with the whole order. */
  parts: PaidPart[]
  /** Whether the changed order was canceled or refunded: all of the difference goes back with its next refund. */
  isOver: boolean
}

/**
 * The part of a paid difference that belongs to refunded items. @param refundedOf how many of a part's items those are
 */
export function differenceDueCents(
  { totalCents, parts, isOver }: Pick<PaidDifference, 'totalCents' | 'parts' | 'isOver'>,
  refundedOf: (part: PaidPart) => number,
): Cents {
  if (isOver) return totalCents
  return parts.reduce((sum, part) => {
    const refunded = part.quantity === 0 ? 1 : Math.min(1, refundedOf(part) / part.quantity)
    return sum + Math.round(part.cents * refunded)
  }, 0)
}

/**
 * Amounts paid or refunded by swaps of an item, with tax: paid for a more expensive variant, refunded for a cheaper
 * one.
 */
export type SwapAmounts = { paidCents: Cents; refundedCents: Cents }

/** 'Changed size or color: $3.24 paid'. @param change what was changed, if not that */
export function swapAmountsText(
  { paidCents, refundedCents }: SwapAmounts,
  change = 'size or color',
): string {
  const parts = [
    paidCents > 0 && `${formatMoney(paidCents)} paid`,
    refundedCents > 0 && `${formatMoney(refundedCents)} refunded`,
  ].filter(Boolean)
  return `Changed ${change}: ${parts.join(', ')}`
}

/**
 * The part of paid differences that is refunded automatically with items. Refunds that are pending were announced
 * before.
 * @param quantities items to be refunded now, by id; null if the whole order is
 */
export function followingRefundCents(
  differences: readonly PaidDifference[],
  quantities: ReadonlyMap<string, number> | null,
): Cents {
  return differences.reduce((sum, difference) => {
    const { totalCents, refundedCents, parts, isOver } = difference
    const chosenOf = ({ itemId }: PaidPart): number => quantities?.get(itemId) ?? 0
    if (quantities && !isOver && parts.every((part) => chosenOf(part) === 0)) return sum
    const earlierOf = (part: PaidPart): number => part.refundedQuantity + part.pendingQuantity
    const dueCents = quantities
      ? differenceDueCents(difference, (part) => earlierOf(part) + chosenOf(part))
      : totalCents
    const isComing = parts.some(({ pendingQuantity }) => pendingQuantity > 0)
    const comingCents = isComing ? differenceDueCents(difference, earlierOf) : 0
    return sum + Math.max(0, dueCents - Math.max(refundedCents, comingCents))
  }, 0)
}

/** The sentence for staff about what follows a refund; null if nothing does. */
export function followingRefundText(cents: Cents): string | null {
  return cents > 0
    ? `The customer also gets back ${formatMoney(cents)}, the price difference paid for a change.`
    : null
}
