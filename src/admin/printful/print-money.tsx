import { formatPerMille } from '../../domain/margin'
import { formatMoney } from '../../domain/money'
import type { PrintView } from '../../queries/printful-board'

/** What the order leaves, in one line; the printer's cost is known once there is a draft. */
export const PrintMoney = ({ order: { costCents, profitCents, margin } }: { order: Pick<PrintView, 'costCents' | 'profitCents' | 'margin'> }) =>
  costCents === null || profitCents === null ? null
    : <p className="df-entry__meta df-tabular">Costs {formatMoney(costCents)} · {profitCents >= 0 ? 'leaves' : 'loses'} {formatMoney(Math.abs(profitCents))}{margin === null ? '' : ` (${formatPerMille(margin)})`}</p>
