import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { formatMoney } from '@/platform/money'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import type { OrderEmailAddress, OrderEmailLine, OrderEmailProps } from './order-email-props'
import { sanitizeName } from '@/platform/email/greeting'

/** 'Pine · M · 2'. */
export const variantText = ({
  size,
  color,
  quantity,
}: Pick<OrderEmailLine, 'size' | 'color' | 'quantity'>): string =>
  [color === noColor ? '' : color, size === noSize ? '' : size, String(quantity)]
    .filter(Boolean)
    .join(' · ')

export const lineTotal = ({ unitPriceCents, quantity }: OrderEmailLine): string =>
  formatMoney(unitPriceCents * quantity)

export const totalRows = (totals: OrderTotals): [string, string][] => [
  ['Subtotal', formatMoney(totals.subtotalCents)],
  ['Shipping', totals.shippingCents === 0 ? 'Free' : formatMoney(totals.shippingCents)],
  ['Tax', formatMoney(totals.taxCents)],
  ['Total', formatMoney(totals.totalCents)],
]

export const addressLines = (address: OrderEmailAddress): string[] =>
  [
    `${address.firstName} ${address.lastName}`,
    address.address1,
    address.address2 ?? '',
    `${address.city}, ${address.stateCode} ${address.zip}`,
  ]
    .map((line) => line.trim())
    .filter(Boolean)

/** The order as the text part of a mail has it. */
export const orderToText = ({
  items,
  totals,
  shippingAddress,
}: Pick<OrderEmailProps, 'items' | 'totals' | 'shippingAddress'>): string =>
  [
    items
      .map((line) => `- ${sanitizeName(line.name)} (${variantText(line)}): ${lineTotal(line)}`)
      .join('\n'),
    totalRows(totals)
      .map(([name, amount]) => `${name}: ${amount}`)
      .join('\n'),
    `It goes to:\n${addressLines(shippingAddress).join('\n')}`,
  ].join('\n\n')
