import { noColor, noSize } from '../domain/cart'
import { formatMoney } from '../domain/money'
import type { Totals } from '../domain/pricing'
import type { MailAddress, MailLine, OrderMailProps } from './mail-props'
import { plainName } from './plain-words'

/** 'Pine · M · 2'. */
export const kindOf = ({ size, color, quantity }: Pick<MailLine, 'size' | 'color' | 'quantity'>): string =>
  [color === noColor ? '' : color, size === noSize ? '' : size, String(quantity)].filter(Boolean).join(' · ')

export const lineTotal = ({ unitPriceCents, quantity }: MailLine): string => formatMoney(unitPriceCents * quantity)

export const totalRows = (totals: Totals): [string, string][] => [
  ['Subtotal', formatMoney(totals.subtotalCents)],
  ['Shipping', totals.shippingCents === 0 ? 'Free' : formatMoney(totals.shippingCents)],
  ['Tax', formatMoney(totals.taxCents)],
  ['Total', formatMoney(totals.totalCents)],
]

export const addressLines = (address: MailAddress): string[] => [
  `${address.firstName} ${address.lastName}`, address.address1, address.address2 ?? '', `${address.city}, ${address.stateCode} ${address.zip}`,
].map((line) => line.trim()).filter(Boolean)

/** The order as the text part of a mail has it. */
export const orderAsText = ({ items, totals, shippingAddress }: Pick<OrderMailProps, 'items' | 'totals' | 'shippingAddress'>): string => [
  items.map((line) => `- ${plainName(line.name)} (${kindOf(line)}): ${lineTotal(line)}`).join('\n'),
  totalRows(totals).map(([name, amount]) => `${name}: ${amount}`).join('\n'),
  `It goes to:\n${addressLines(shippingAddress).join('\n')}`,
].join('\n\n')
