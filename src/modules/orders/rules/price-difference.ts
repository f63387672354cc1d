import type { Cents } from '@/platform/money'

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
