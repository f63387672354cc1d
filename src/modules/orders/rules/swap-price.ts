import { type Cents, formatMoney } from '@/platform/money'

/**
 * What one item of the wanted variant costs more than was paid for the bought one (negative: less). 0 if it costs what was
 * paid, or costs now what the bought variant costs now. A sale may have begun or ended since the order: the smaller of
 * the two differences counts, and neither if they have opposite signs.
 * @param boughtNowCents null if the bought variant no longer exists
 */
export function swapDifference({
  paidCents,
  boughtNowCents,
  wantedNowCents,
}: {
  paidCents: Cents
  boughtNowCents: Cents | null
  wantedNowCents: Cents
}): Cents {
  const toPaid = wantedNowCents - paidCents
  const toBought = boughtNowCents === null ? toPaid : wantedNowCents - boughtNowCents
  if (Math.sign(toPaid) !== Math.sign(toBought)) return 0
  return Math.abs(toPaid) < Math.abs(toBought) ? toPaid : toBought
}

/** Finds a variant again in a list that has changed since it was chosen. */
export function variantKey({ size, color }: { size: string; color: string }): string {
  return `${size}/${color}`
}

/** The refund or charge of a swap. */
export type SwapMoney = {
  /** Refunded: the difference with its part of discounts and tax. */
  refundCents: Cents
  /** What the wanted variant costs more, for all items of the line, before discounts and tax. */
  extraCents: Cents
  /** What a buyer pays for that: the difference with its part of discounts and tax. 0 if it can't be paid here. */
  chargeCents: Cents
}

/** Why a buyer can't simply swap for a variant that costs more. */
export function costsMoreMessage({
  extraCents,
  chargeCents,
}: Omit<SwapMoney, 'refundCents'>): string {
  const start = `That one costs ${formatMoney(extraCents)} more`
  return chargeCents > 0
    ? `${start}. Choose it again to pay the difference.`
    : `${start}, and we can’t charge the difference here. You can cancel this order and place a new one, or email us.`
}

/** ', $4.32 back' or ', $3.00 more', for a list of variants. Empty if no money moves. */
export function swapPriceNote({ refundCents, extraCents }: Omit<SwapMoney, 'chargeCents'>): string {
  if (refundCents > 0) return `, ${formatMoney(refundCents)} back`
  return extraCents > 0 ? `, ${formatMoney(extraCents)} more` : ''
}

/** Why an item for which a difference was paid can't be swapped for one that costs less: both would be refunded in part. */
export function missingCheaperText(isForAddress: boolean): string {
  return isForAddress
    ? 'Sizes and colors that cost less aren’t listed, because the new address was paid for separately.'
    : 'To choose one that costs less, first change this item back to what it was. We’ll refund the difference that was paid.'
}
