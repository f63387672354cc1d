import type { PricedLine, PricingRules, TaxAddress } from '@/modules/checkout/rules/pricing'
import { calculateTax, type OrderTotals } from '@/modules/checkout/rules/pricing'
import { cardLineId } from '@/modules/gift-cards/rules'
import {
  lineRefundCents,
  priceDropShare,
  type RefundableOrder,
  type RefundSelection,
  type RefundShare,
  refundShares,
  sumShares,
} from '@/modules/orders/rules/line-refund'

/** A gift card that the order bought, and its unspent part. */
export type BoughtCard = { id: number; amountCents: number; unspentCents: number }

/** A paid order without refunds. */
export function toRefundableOrder(
  lines: readonly PricedLine[],
  totals: OrderTotals,
  place: TaxAddress,
  rules: PricingRules,
  cards: readonly BoughtCard[] = [],
): RefundableOrder {
  const spentCents = cards.reduce((sum, card) => sum + card.amountCents - card.unspentCents, 0)
  const taxed = calculateTax(lines, totals.shippingCents, place, rules)
  return {
    lines: [
      ...lines.map(({ quantity, unitCents, discountCents = 0 }, index) => ({
        id: `i${index}`,
        name: 'Tee',
        size: 'M',
        color: 'Pine',
        unitCents,
        exchanged: 0,
        bought: quantity,
        quantity,
        amountCents: quantity * unitCents - discountCents,
        taxableCents: taxed.lines[index] ?? 0,
      })),
      ...cards.map(({ id, unspentCents }) => ({
        id: cardLineId(id),
        name: 'Gift card',
        size: '',
        color: '',
        unitCents: unspentCents,
        exchanged: 0,
        bought: 1,
        quantity: unspentCents > 0 ? 1 : 0,
        amountCents: unspentCents,
        taxableCents: 0,
        isGiftCard: true,
      })),
    ],
    shippingCents: totals.shippingCents,
    shippingTaxableCents: taxed.taxableShippingCents,
    taxCents: totals.taxCents,
    leftCents: totals.totalCents - spentCents,
  }
}

/** The order after a refund, calculated the way the database does. */
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

/** One refund per item and one for shipping, shuffled by the given seeds. */
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

/** A swap for a cheaper variant: after how many refunds, of which line, and for which part of its price. */
export type PriceDrop = { after: number; line: number; part: number }

/** The refund for a swap for a cheaper variant, and the order after it, calculated the way the database does. */
export function dropPrice(
  order: RefundableOrder,
  { line: number, part }: PriceDrop,
  lines: readonly PricedLine[],
  place: TaxAddress,
  rules: PricingRules,
): { share: RefundShare; paidCents: number; left: RefundableOrder } {
  const index = number % lines.length
  const [line, bought] = [order.lines[index], lines[index]]
  if (!line || !bought) throw new Error('No such line')
  const unitCents = Math.floor(line.unitCents * part)
  const discountCents = Math.floor(
    ((bought.discountCents ?? 0) * unitCents) / Math.max(1, bought.unitCents),
  )
  const [taxedCents = 0] = calculateTax(
    [{ ...bought, unitCents, discountCents }],
    0,
    place,
    rules,
  ).lines
  const cheaperLine = {
    ...line,
    unitCents,
    taxableCents: Math.ceil((taxedCents * line.quantity) / line.bought),
  }
  const cheaper = { ...order, lines: order.lines.with(index, cheaperLine) }
  const share = priceDropShare(order, cheaper, line.id)
  const paidCents = Math.min(sumShares([share]), order.leftCents)
  return {
    share,
    paidCents,
    left: {
      ...cheaper,
      lines: cheaper.lines.with(index, {
        ...cheaperLine,
        amountCents: line.amountCents - share.amountCents,
      }),
      taxCents: order.taxCents - share.taxCents,
      leftCents: order.leftCents - paidCents,
    },
  }
}
