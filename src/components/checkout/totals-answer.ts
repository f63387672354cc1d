import { formatMoney, parseMoney } from '../../domain/money'
import type { Totals } from '../../domain/pricing'
import type { LineReport } from './cart-changes'

type Answer = {
  totals?: { subtotal: string; shipping: string; tax: string; total: string }
  lines?: (Omit<LineReport, 'unitCents'> & { unitPrice: string | null })[]
}

/** A 409 `totals_changed`, in cents. */
export const readTotalsAnswer = (answer: unknown): { totals: Totals | null; lines: LineReport[] } => {
  const { totals, lines } = (answer ?? {}) as Answer
  return {
    totals: totals
      ? { subtotalCents: parseMoney(totals.subtotal), shippingCents: parseMoney(totals.shipping), taxCents: parseMoney(totals.tax), totalCents: parseMoney(totals.total) }
      : null,
    lines: (lines ?? []).map(({ unitPrice, ...line }) => ({ ...line, unitCents: unitPrice === null ? null : parseMoney(unitPrice) })),
  }
}

/** What differs besides the prices of the pieces: 'Shipping is now $5.99.' */
export const totalsSentences = (before: Totals, after: Totals): string[] => [
  before.shippingCents === after.shippingCents ? '' : `Shipping is now ${after.shippingCents === 0 ? 'free' : formatMoney(after.shippingCents)}.`,
  before.taxCents === after.taxCents ? '' : `Tax is now ${formatMoney(after.taxCents)}.`,
  before.totalCents === after.totalCents ? '' : `The total is now ${formatMoney(after.totalCents)}.`,
].filter(Boolean)
