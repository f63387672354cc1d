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
/** `rest` is what gift cards or refunds leave of the total. `isDiscounted`: a discount changes it. */
export type TotalRow = {
  name: string
  amount: string
  look?: 'total' | 'rest'
  isDiscounted?: boolean
}

/** A row; a negative amount has a minus sign. */
export function toRow(name: string, cents: Cents, look?: TotalRow['look']): TotalRow {
  return { name, amount: `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents))}`, look }
}

export type TotalOptions = {
  discounts?: readonly DiscountName[]
  /** Shown instead of the tax until it's known; the total is then before tax. */
  noTaxText?: string
  /** False in the cart, whose total has none. */
  hasTax?: boolean
  /** Names what a gift card didn’t pay; null leaves it out. */
  restLabel?: string | null
  /** What the order pays to change: an item isn't shipped with it, and an address only costs more shipping and tax. */
  change?: 'item' | 'shipping address'
}

/** What an order costs, line by line. */
export function totalRows(
  totals: OrderTotals,
  { discounts = [], noTaxText, hasTax = true, restLabel = null, change }: TotalOptions,
): TotalRow[] {
  const { shippingCents, taxCents, totalCents, purchasedCardsCents = 0, giftCardCents = 0 } = totals
  // An order of gift cards alone has no shipping and no tax.
  const hasItems = purchasedCardsCents === 0 || totals.subtotalCents > 0
  // 'Discount (SPRING26)', or with the name of an automatic one.
  const withDiscount = (label: string, cents: Cents, isForShipping: boolean): TotalRow => {
    const discount = discounts.find((one) => Boolean(one.isForShipping) === isForShipping)
    const name = discount ? `${label} (${discount.code ?? discount.name})` : label
    return { ...toRow(name, cents), isDiscounted: !isForShipping || discount !== undefined }
  }
  const itemRows = [
    toRow('Subtotal', totals.subtotalCents),
    totals.discountCents > 0 && withDiscount('Discount', -totals.discountCents, false),
    !change && {
      ...withDiscount('Shipping', shippingCents, true),
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
    { ...toRow(isTotal ? 'Total' : 'Total before tax', totalCents, 'total'), isDiscounted: true },
    giftCardCents > 0 && toRow('Gift card', -giftCardCents),
    giftCardCents > 0 && restLabel && toRow(restLabel, totalCents - giftCardCents, 'rest'),
  ].filter((row) => !!row)
}
