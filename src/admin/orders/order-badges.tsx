import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { type OrderStatus, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { Badge, type BadgeTone } from '@/ui/badge'

const tones = {
  pending: 'plain',
  paid: 'info',
  processing: 'warn',
  shipped: 'way',
  delivered: 'good',
  cancelled: 'plain',
  refunded: 'plain',
} satisfies Record<OrderStatus, BadgeTone>

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{orderStatusLabels[status]}</Badge>
}

type Props = { order: Pick<AdminOrder, 'status' | 'refundedCents'> }

/** A part of the payment was refunded, which the status alone doesn't tell. */
export function PartlyRefundedBadge({ order: { status, refundedCents } }: Props) {
  return refundedCents > 0 && status !== 'refunded' ? (
    <Badge tone="warn">Partly refunded</Badge>
  ) : null
}
