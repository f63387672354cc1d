import { variantWithQuantity } from '@/modules/checkout/rules/cart'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { restLabel } from '@/modules/orders/rules/order-status'
import { differenceLines } from '@/modules/orders/rules/price-difference'
import { formatDay } from '@/platform/calendar-days'
import { sanitizeName } from '@/platform/email/greeting'
import { formatMoney } from '@/platform/money'

import type { OrderEmailLine, OrderEmailProps } from './order-email-props'

export function lineTotal({ unitPriceCents, quantity }: OrderEmailLine): string {
  return formatMoney(unitPriceCents * quantity)
}

const giftCardRows = (
  { totalCents, giftCardCents = 0 }: OrderTotals,
  rest: string,
): [string, string][] => {
  if (giftCardCents === 0) return []
  const card: [string, string] = ['Gift card', `−${formatMoney(giftCardCents)}`]
  const restCents = totalCents - giftCardCents
  return restCents === 0 ? [card] : [card, [rest, formatMoney(restCents)]]
}

const purchasedCardRows = ({ purchasedCardsCents = 0 }: OrderTotals): [string, string][] =>
  purchasedCardsCents > 0 ? [['Gift cards', formatMoney(purchasedCardsCents)]] : []

/** An order of gift cards alone has no subtotal, shipping, and tax. */
const isCardsOnly = ({ totalCents, purchasedCardsCents = 0 }: OrderTotals): boolean =>
  purchasedCardsCents > 0 && purchasedCardsCents === totalCents

/** @param isShipped false for an order that has nothing to ship */
export function totalRows(
  totals: OrderTotals,
  {
    isShipped,
    paymentState,
    isPaidByHand,
  }: { isShipped: boolean } & Pick<OrderEmailProps, 'paymentState' | 'isPaidByHand'>,
): [string, string][] {
  const total: [string, string] = ['Total', formatMoney(totals.totalCents)]
  if (isCardsOnly(totals)) return [...purchasedCardRows(totals), total]
  return [
    ['Subtotal', formatMoney(totals.subtotalCents)],
    ...(totals.discountCents > 0
      ? [['Discount', `−${formatMoney(totals.discountCents)}`] as [string, string]]
      : []),
    ...(isShipped
      ? [
          ['Shipping', totals.shippingCents === 0 ? 'Free' : formatMoney(totals.shippingCents)] as [
            string,
            string,
          ],
        ]
      : []),
    ['Tax', formatMoney(totals.taxCents)],
    ...purchasedCardRows(totals),
    total,
    ...giftCardRows(totals, restLabel(paymentState, isPaidByHand)),
  ]
}

function addressLines(address: OrderEmailProps['shippingAddress']): string[] {
  return [
    `${address.firstName} ${address.lastName}`,
    address.address1,
    address.address2 ?? '',
    `${address.city}, ${address.stateCode} ${address.zip}`,
  ]
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns what the buyer chose for a gift; nothing for other orders. */
export function giftLines(gift: OrderEmailProps['gift']): string[] {
  if (!gift) return []
  return [
    'This is a gift, so we ask our printer to leave prices off the packing slip.',
    ...(gift.note ? [`Gift note: “${gift.note}”`] : []),
  ]
}

type BoughtCard = NonNullable<OrderEmailProps['giftCards']>[number]

/** 'Gift card for Sam' */
export function giftCardName({ recipientName }: BoughtCard): string {
  const name = sanitizeName(recipientName)
  return name ? `Gift card for ${name}` : 'Gift card'
}

/** When a bought card is emailed to its recipient. */
export function giftCardTiming({ sendOn }: BoughtCard): string {
  return sendOn ? `Emailed on ${formatDay(sendOn)}` : 'Emailed right away'
}

/** The items of an order, or what a price difference is for. */
export function orderLines({
  items,
  difference,
  totals,
}: Pick<OrderEmailProps, 'items' | 'difference' | 'totals'>): OrderEmailLine[] {
  if (!difference) return items
  return differenceLines(difference, totals.subtotalCents).map(({ unitCents, ...line }) => ({
    ...line,
    unitPriceCents: unitCents,
    imageUrl: null,
  }))
}

/** What an email says about shipping: its price, and where it goes. A difference for an item says neither. */
export function shippingFacts({
  items,
  difference,
  totals,
  shippingAddress,
}: Pick<OrderEmailProps, 'items' | 'difference' | 'totals' | 'shippingAddress'>) {
  const isMove = difference?.item === null
  const hasAddress = items.length > 0 || (isMove && shippingAddress.address1 !== '')
  return {
    isShipped: items.length > 0 || (isMove && totals.shippingCents > 0),
    address: hasAddress ? addressLines(shippingAddress) : [],
  }
}

export type OrderTableProps = Pick<
  OrderEmailProps,
  | 'items'
  | 'difference'
  | 'totals'
  | 'paymentState'
  | 'isPaidByHand'
  | 'shippingAddress'
  | 'gift'
  | 'giftCards'
>

/** Returns the order for the text part of an email. */
export function orderToText({
  items,
  difference,
  totals,
  paymentState,
  isPaidByHand,
  shippingAddress,
  gift,
  giftCards = [],
}: OrderTableProps): string {
  const { isShipped, address } = shippingFacts({ items, difference, totals, shippingAddress })
  const lines = [
    ...orderLines({ items, difference, totals }).map(
      (line) => `- ${sanitizeName(line.name)} (${variantWithQuantity(line)}): ${lineTotal(line)}`,
    ),
    ...giftCards.map(
      (card) =>
        `- ${giftCardName(card)} (${giftCardTiming(card)}): ${formatMoney(card.amountCents)}`,
    ),
  ]
  return [
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    totalRows(totals, { isShipped, paymentState, isPaidByHand })
      .map(([name, amount]) => `${name}: ${amount}`)
      .join('\n'),
    ...(address.length > 0 ? [`Shipping to:\n${address.join('\n')}`] : []),
    ...giftLines(gift),
  ].join('\n\n')
}
