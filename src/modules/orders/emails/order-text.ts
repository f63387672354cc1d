import { variantWithQuantity } from '@/modules/checkout/rules/cart'
import { addressLines } from '@/modules/checkout/rules/destination'
import { totalRows } from '@/modules/checkout/rules/total-rows'
import { restLabel } from '@/modules/orders/rules/order-status'
import { changedThing, differenceLines } from '@/modules/orders/rules/price-difference'
import { refundRows } from '@/modules/orders/rules/refund-rows'
import { formatDay } from '@/platform/calendar-days'
import { sanitizeName } from '@/platform/email/greeting'
import { formatMoney } from '@/platform/money'

import type { OrderEmailLine, OrderEmailProps } from './order-email-props'

/** What an order costs, with what was refunded when a receipt is sent again. */
export function emailTotals({
  totals,
  difference,
  paymentState,
  isPaidByHand,
  refunds = [],
  isPart,
}: OrderTableProps) {
  if (isPart) return []
  const isCovered = totals.giftCardCents === totals.totalCents
  const change = difference ? changedThing(difference) : undefined
  return [
    ...totalRows(totals, {
      restLabel: isCovered ? null : restLabel(paymentState, isPaidByHand),
      change,
    }),
    ...refundRows(totals.totalCents, refunds),
  ]
}

/** Returns what the buyer chose for a gift; nothing for other orders. */
export function giftLines(gift: OrderEmailProps['gift']): string[] {
  if (!gift) return []
  return [
    'This is a gift, so we ask our printer to leave prices off the packing slip.',
    ...(gift.note ? [`Gift note: “${gift.note}”`] : []),
  ]
}

/** The items of an order, or what a price difference is for, and its gift cards. */
export function emailLines({ items, difference, totals, giftCards = [] }: OrderTableProps) {
  const lines: readonly OrderEmailLine[] = difference
    ? differenceLines(difference, totals.subtotalCents).map(({ unitCents, ...line }) => ({
        ...line,
        unitPriceCents: unitCents,
        imageUrl: null,
      }))
    : items
  return [
    ...lines.map((line) => ({
      imageUrl: line.imageUrl,
      name: line.name,
      detail: variantWithQuantity(line),
      aside: formatMoney(line.unitPriceCents * line.quantity),
    })),
    ...giftCards.map(({ recipientName, amountCents, sendOn }) => {
      const name = sanitizeName(recipientName)
      return {
        imageUrl: undefined,
        name: name ? `Gift card for ${name}` : 'Gift card',
        detail: sendOn ? `By email on ${formatDay(sendOn)}` : 'By email right away',
        aside: formatMoney(amountCents),
      }
    }),
  ]
}

/** Where an order goes; nowhere if it pays for a change of an item. */
export function shippingLines({ items, difference, shippingAddress }: OrderTableProps): string[] {
  const isMove = difference?.item === null && shippingAddress.address1 !== ''
  return items.length > 0 || isMove ? addressLines(shippingAddress) : []
}

export type OrderTableProps = Pick<
  OrderEmailProps,
  | 'items'
  | 'difference'
  | 'totals'
  | 'paymentState'
  | 'isPaidByHand'
  | 'refunds'
  | 'shippingAddress'
  | 'gift'
  | 'giftCards'
> & {
  /** Whether its items are those of one of several packages, which the order's totals don't add up to. */
  isPart?: boolean
}

/** Returns the order for the text part of an email. */
export function orderToText(props: OrderTableProps): string {
  const address = shippingLines(props)
  const lines = emailLines(props).map(
    ({ name, detail, aside }) => `- ${sanitizeName(name, 60)} (${detail}): ${aside}`,
  )
  const totals = emailTotals(props).map(({ name, amount }) => `${name}: ${amount}`)
  return [
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(totals.length > 0 ? [totals.join('\n')] : []),
    ...(address.length > 0 ? [`Shipping to:\n${address.join('\n')}`] : []),
    ...giftLines(props.gift),
  ].join('\n\n')
}
