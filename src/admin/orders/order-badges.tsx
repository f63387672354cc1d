import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import {
  isPartlyRefunded,
  type OrderStatus,
  orderStatusLabels,
  partlyRefundedLabel,
} from '@/modules/orders/rules/order-status'
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

type Props = {
  order: Pick<AdminOrder, 'status' | 'refundedCents'> & {
    /** Set for an order without items, which pays for a change of an earlier one. */
    priceDifference: AdminOrder['priceDifference'] | string
  }
}

/** Facts that the status doesn't show. */
export function OrderBadges({ order }: Props) {
  return (
    <>
      {order.priceDifference ? <Badge tone="plain">Price difference</Badge> : null}{' '}
      {isPartlyRefunded(order) ? <Badge tone="warn">{partlyRefundedLabel}</Badge> : null}
    </>
  )
}
