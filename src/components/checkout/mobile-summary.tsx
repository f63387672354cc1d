import { formatMoney } from '../../domain/money'
import type { Totals } from '../../domain/pricing'
import { LineList, type ShownLine } from '../order/line-list'
import { Icon } from '../ui/icon'
import { CheckoutTotals } from './checkout-totals'

/** On phones the order stands on top in one line, and unfolds. */
export const MobileSummary = ({ lines, totals, taxKnown }: { lines: readonly ShownLine[]; totals: Totals; taxKnown: boolean }) => (
  <details className="group mt-5 rounded-block bg-surface shadow-rest lg:hidden">
    <summary className="flex min-h-14 items-center justify-between gap-4 px-5 font-semibold">
      <span className="inline-flex items-center gap-2">Your order <Icon name="down" className="size-4.5 transition-transform duration-200 group-open:rotate-180" /></span>
      <span className="nums">{formatMoney(totals.totalCents)}</span>
    </summary>
    <div className="grid gap-4.5 px-5 pt-1 pb-5">
      <LineList lines={lines} />
      <CheckoutTotals totals={totals} taxKnown={taxKnown} />
    </div>
  </details>
)
