import type { PricedLine } from '@/modules/checkout/rules/pricing'
import { applyBasisPoints, type Cents } from '@/platform/money'

export const discountKinds = ['percent', 'amount', 'free_shipping'] as const
export type DiscountKind = (typeof discountKinds)[number]
export const discountScopes = ['all', 'products', 'categories'] as const
export type DiscountScope = (typeof discountScopes)[number]

/** A discount of everything is a giveaway: the order is placed without a payment. */
export const maxPercent = 100

/** Whether a discount in dollars can cover a whole order, like a gift card. */
export function canCoverOrder({
  kind,
  percent,
  amount,
  minimumSubtotal,
}: {
  kind: DiscountKind
  percent: number | null
  amount: number | null
  minimumSubtotal: number
}): boolean {
  // 99.99% of an order below $50 is all of it, because cents are rounded.
  if (kind === 'percent') return percent !== null && percent > 99
  return kind === 'amount' && amount !== null && amount >= minimumSubtotal
}

/** A running discount with what the totals need. */
export type Discount = {
  id: number
  name: string
  /** The code the buyer entered; null for an automatic discount. */
  code: string | null
  kind: DiscountKind
  /** Hundredths of a percent, for percent. */
  basisPoints: number
  /** Taken off the whole cart, for amount. */
  amountCents: Cents
  scope: DiscountScope
  productIds: readonly number[]
  categoryIds: readonly number[]
  /** The required total of all items in the cart, before discounts. */
  minimumSubtotalCents: Cents
}

export type DiscountableLine = PricedLine & { productId: number; categoryId: number | null }

/** The cookie of a discount link. Only the pages at these paths get it. */
export const discountLinkCookie = 'dayfern-discount'
export const discountLinkPaths = ['/cart', '/checkout'] as const

/** Why a code wasn't applied, for the buyer. */
export type CodeRefusal =
  'unknown' | 'not_started' | 'ended' | 'used_up' | 'sign_in' | 'already_used' | 'not_first_order'

export const codeRefusalMessages = {
  unknown: 'We don’t recognize this code. Please check the spelling.',
  not_started: 'This code isn’t valid yet.',
  ended: 'This code is no longer valid.',
  used_up: 'This code has reached its usage limit.',
  sign_in: 'Please sign in to use this code.',
  already_used: 'You’ve already used this code.',
  not_first_order: 'This code is only for first orders.',
} satisfies Record<CodeRefusal, string>

/** How long an open payment link can hold a use of its discounts: it is valid until the end of its seventh day. */
export const heldUseDays = 8

/**
 * Whether an unpaid order holds a use of its discounts: as long as its payment link is valid, at most 8 days after it
 * was sent. Queries count it by the same rule. Orders without a link hold none.
 */
export function holdsDiscountUse(
  { createdAt, payableUntil }: { createdAt: string; payableUntil?: string | null },
  now = Date.now(),
): boolean {
  if (!payableUntil) return false
  return now < Date.parse(payableUntil) && now < Date.parse(createdAt) + heldUseDays * 86_400_000
}

/** 'spring 26 ' and 'SPRING26' are the same code. */
export function normalizeCode(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}

/** What a code may consist of: 3 to 40 letters, digits, and hyphens. */
export const codePattern = /^[A-Z0-9](?:[A-Z0-9-]{1,38})[A-Z0-9]$/

const appliesTo = (
  { scope, productIds, categoryIds }: Discount,
  { productId, categoryId }: DiscountableLine,
): boolean =>
  scope === 'all' ||
  (scope === 'products' && productIds.includes(productId)) ||
  (scope === 'categories' && categoryId !== null && categoryIds.includes(categoryId))

/** Splits an amount among weights in whole cents: the parts add up to it, and none exceeds its weight if the sum doesn't. */
export function allocateCents(amountCents: Cents, weights: readonly Cents[]): Cents[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amountCents * weight) / sum))
  let rest = amountCents - parts.reduce((total, part) => total + part, 0)
  // The largest remainders get a cent each; among equal ones the earlier line.
  const order = weights
    .map((weight, index) => ({ index, remainder: (amountCents * weight) % sum }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index, remainder } of order) {
    if (rest === 0) break
    if (remainder === 0) continue
    parts[index] = (parts[index] ?? 0) + 1
    rest -= 1
  }
  return parts
}

/** What a discount takes off each line, in cents; nothing below its minimum and for free shipping. */
function discountLines(lines: readonly DiscountableLine[], discount: Discount): readonly Cents[] {
  const amounts = lines.map((line) =>
    appliesTo(discount, line) ? line.unitCents * line.quantity : 0,
  )
  const eligible = amounts.reduce((sum, amount) => sum + amount, 0)
  const subtotal = lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  if (discount.kind === 'free_shipping' || subtotal < discount.minimumSubtotalCents)
    return lines.map(() => 0)
  const cents =
    discount.kind === 'percent'
      ? applyBasisPoints(eligible, discount.basisPoints)
      : Math.min(discount.amountCents, eligible)
  // A leftover cent can decide whether an item reaches a tax threshold, so it must not depend on the order of the cart.
  const order = lines
    .map(({ unitCents, quantity }, index) => ({ unitCents, quantity, index }))
    .sort((a, b) => b.unitCents - a.unitCents || a.quantity - b.quantity || a.index - b.index)
  const parts = allocateCents(
    cents,
    order.map(({ index }) => amounts[index] ?? 0),
  )
  return lines.map((_, index) => parts[order.findIndex((line) => line.index === index)] ?? 0)
}

const paysShipping = (lines: readonly DiscountableLine[], discount: Discount): boolean =>
  discount.kind === 'free_shipping' &&
  lines.some((line) => appliesTo(discount, line)) &&
  lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0) >=
    discount.minimumSubtotalCents

type ChosenDiscounts<Line> = {
  lines: (Line & { discountCents: Cents })[]
  /** The one that lowers prices. */
  items: Discount | null
  /** The one that pays for shipping. */
  shipping: Discount | null
}

/**
 * Chooses the buyer's discounts: the item discount that takes off most, and one that pays for shipping. Two never lower
 * the same price. Among equal ones a code goes first, then the older discount.
 */
export function chooseDiscounts<Line extends DiscountableLine>(
  lines: readonly Line[],
  discounts: readonly Discount[],
): ChosenDiscounts<Line> {
  const ordered = discounts.toSorted(
    (a, b) => Number(b.code !== null) - Number(a.code !== null) || a.id - b.id,
  )
  const offers = ordered.map((discount) => {
    const cents = discountLines(lines, discount)
    return { discount, cents, total: cents.reduce((sum, part) => sum + part, 0) }
  })
  const best = offers.reduce<(typeof offers)[number] | null>(
    (found, offer) => (offer.total > (found?.total ?? 0) ? offer : found),
    null,
  )
  return {
    lines: lines.map((line, index) => ({ ...line, discountCents: best?.cents[index] ?? 0 })),
    items: best?.discount ?? null,
    shipping: ordered.find((discount) => paysShipping(lines, discount)) ?? null,
  }
}
