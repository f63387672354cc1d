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
