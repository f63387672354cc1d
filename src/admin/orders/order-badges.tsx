import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { Badge } from '@/ui/badge'

type Props = { order: Pick<AdminOrder, 'status' | 'refundedCents'> }

/** A part of the payment was refunded, which the status alone doesn't tell. */
export function PartlyRefundedBadge({ order: { status, refundedCents } }: Props) {
  return refundedCents > 0 && status !== 'refunded' ? (
    <Badge tone="warn">Partly refunded</Badge>
  ) : null
}
