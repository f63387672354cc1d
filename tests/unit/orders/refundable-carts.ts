import type { PricedLine, PricingRules, TaxPlace } from '@/modules/checkout/rules/pricing'
import { type OrderTotals, taxableCents } from '@/modules/checkout/rules/pricing'
import {
  lineRefundCents,
  type RefundableOrder,
  type RefundSelection,
  refundShares,
} from '@/modules/orders/rules/line-refund'

/** An order as it was paid, with nothing refunded. */
export function toRefundableOrder(
  lines: readonly PricedLine[],
  totals: OrderTotals,
  place: TaxPlace,
  rules: PricingRules,
): RefundableOrder {
  const taxed = taxableCents(lines, totals.shippingCents, place, rules)
  return {
    lines: lines.map(({ quantity, unitCents, discountCents = 0 }, index) => ({
      id: `i${index}`,
      name: 'Tee',
      size: 'M',
      color: 'Pine',
      bought: quantity,
      quantity,
      amountCents: quantity * unitCents - discountCents,
      taxableCents: taxed.lines[index] ?? 0,
    })),
    shippingCents: totals.shippingCents,
    shippingTaxableCents: taxed.shipping,
    taxCents: totals.taxCents,
    leftCents: totals.totalCents,
  }
}

/** What is left after a refund, as the database sums it up. */
export function afterRefund(order: RefundableOrder, selection: RefundSelection): RefundableOrder {
  const shares = refundShares(order, selection)
  const shareOf = (id: string | null) => shares.find(({ itemId }) => itemId === id)
  return {
    lines: order.lines.map((line) => {
      const share = shareOf(line.id)
      const quantity = line.quantity - (share?.quantity ?? 0)
      return {
        ...line,
        quantity,
        amountCents: line.amountCents - (share?.amountCents ?? 0),
        taxableCents: line.quantity
          ? Math.ceil((line.taxableCents * quantity) / line.quantity)
          : line.taxableCents,
      }
    }),
    shippingCents: order.shippingCents - (shareOf(null)?.amountCents ?? 0),
    shippingTaxableCents: order.shippingTaxableCents,
    taxCents: order.taxCents - shares.reduce((sum, { taxCents }) => sum + taxCents, 0),
    leftCents: order.leftCents - lineRefundCents(order, selection),
  }
}

/** Refunds of every single item and of the shipping, in an order that the seeds decide. */
export function refundsOfEverything(
  order: RefundableOrder,
  seeds: readonly number[],
): RefundSelection[] {
  return [
    ...order.lines.flatMap(({ id, quantity }) =>
      Array.from({ length: quantity }, () => ({ quantities: new Map([[id, 1]]), shipping: false })),
    ),
    ...(order.shippingCents > 0 ? [{ quantities: new Map<string, number>(), shipping: true }] : []),
  ]
    .map((selection, index) => ({ selection, seed: seeds[index % seeds.length] ?? 0 }))
    .sort((a, b) => a.seed - b.seed)
    .map(({ selection }) => selection)
}
