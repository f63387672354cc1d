import { type OrderStatus, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { Badge, type BadgeTone } from '@/admin/list/badge'

const tones = {
  pending: 'plain',
  paid: 'info',
  processing: 'warn',
  shipped: 'way',
  delivered: 'good',
  cancelled: 'plain',
  refunded: 'plain',
} satisfies Record<OrderStatus, BadgeTone>

export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]}>{orderStatusLabels[status]}</Badge>
)
