import { toRow, type TotalRow } from '@/modules/checkout/rules/total-rows'
import type { Cents } from '@/platform/money'

/** `place`: where the money went, as in the ledger. */
export type RefundSum = { place: string; cents: Cents }

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
