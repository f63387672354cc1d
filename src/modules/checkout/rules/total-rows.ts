import { type Cents, formatMoney, parseMoney } from '@/platform/money'

import type { OrderTotals } from './pricing'

/** Totals as the API sends them. */
export type DecimalTotals = Record<
  'subtotal' | 'discount' | 'shipping' | 'tax' | 'giftCards' | 'total',
  string
>

/** Totals in cents, without gift cards that are bought: they depend on nothing the shop calculates. */
export function parseTotals(totals: DecimalTotals): OrderTotals {
  return {
    subtotalCents: parseMoney(totals.subtotal),
    discountCents: parseMoney(totals.discount),
    shippingCents: parseMoney(totals.shipping),
    taxCents: parseMoney(totals.tax),
    totalCents: parseMoney(totals.total) - parseMoney(totals.giftCards),
  }
}

type DiscountName = { name: string; code?: string | null; isForShipping?: boolean | null }
/** `place`: where the money went, as in the ledger. */
export type RefundSum = { place: string; cents: Cents }
/** `rest` is what gift cards or refunds leave of the total. */
export type TotalRow = { name: string; amount: string; look?: 'total' | 'rest' }

/** 'Discount (SPRING26)', or with the name of an automatic one. */
function discountLabel(label: string, discount: DiscountName | undefined): string {
  return discount ? `${label} (${discount.code ?? discount.name})` : label
}

const toRow = (name: string, cents: Cents, look?: TotalRow['look']): TotalRow => ({
  name,
  amount: cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents),
  look,
})

const refundNames: Partial<Record<string, string>> = {
  'gift-card': 'Refunded to gift card',
  'store-credit': 'Refunded as store credit',
}

/** The rows below a total: what was refunded, and what is left of the total. None without a refund. */
export function refundRows(totalCents: Cents, refunds: readonly RefundSum[]): TotalRow[] {
  if (refunds.length === 0) return []
  const sums = new Map<string, Cents>()
  for (const { place, cents } of refunds) {
    const name = refundNames[place] ?? 'Refunded'
    sums.set(name, (sums.get(name) ?? 0) + cents)
  }
  const leftCents = refunds.reduce((left, { cents }) => left - cents, totalCents)
  return [
    ...[...sums].map(([name, cents]) => toRow(name, -cents)),
    toRow('Total after refunds', leftCents, 'rest'),
  ]
}

export type TotalOptions = {
  discounts?: readonly DiscountName[]
  /** Stands in for the tax until it is known; the total is one before tax then. */
  noTaxText?: string
  /** False in the cart, whose total has none. */
  hasTax?: boolean
  /** Names what a gift card didn’t pay; null leaves it out. */
  restLabel?: string | null
  /** What the order pays to change: an item isn't shipped with it, and an address only costs more shipping and tax. */
  change?: 'item' | 'shipping address'
  refunds?: readonly RefundSum[]
}

/** What an order costs, line by line. */
export function totalRows(
  totals: OrderTotals,
  {
    discounts = [],
    noTaxText,
    hasTax = true,
    restLabel = null,
    change,
    refunds = [],
  }: TotalOptions,
): TotalRow[] {
  const { shippingCents, taxCents, totalCents, purchasedCardsCents = 0, giftCardCents = 0 } = totals
  // An order of gift cards alone has no shipping and no tax.
  const hasItems = purchasedCardsCents === 0 || totals.subtotalCents > 0
  const discountOf = (label: string, isForShipping: boolean): string =>
    discountLabel(
      label,
      discounts.find((one) => Boolean(one.isForShipping) === isForShipping),
    )
  const itemRows = [
    toRow('Subtotal', totals.subtotalCents),
    totals.discountCents > 0 && toRow(discountOf('Discount', false), -totals.discountCents),
    !change && {
      ...toRow(discountOf('Shipping', true), shippingCents),
      ...(shippingCents === 0 && { amount: 'Free' }),
    },
    hasTax && { ...toRow('Tax', taxCents), ...(noTaxText && { amount: noTaxText }) },
    purchasedCardsCents > 0 && toRow('Gift cards', purchasedCardsCents),
  ]
  const addressRows = [
    shippingCents > 0 && toRow('Extra shipping', shippingCents),
    taxCents > 0 && toRow('Extra tax', taxCents),
  ]
  const isTotal = !noTaxText || !hasItems
  return [
    ...(change === 'shipping address' ? addressRows : hasItems ? itemRows : []),
    toRow(isTotal ? 'Total' : 'Total before tax', totalCents, 'total'),
    giftCardCents > 0 && toRow('Gift card', -giftCardCents),
    giftCardCents > 0 && restLabel && toRow(restLabel, totalCents - giftCardCents, 'rest'),
    ...refundRows(totalCents, refunds),
  ].filter((row) => row !== false && row !== null && row !== '')
}
