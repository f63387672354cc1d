import { type OrderStatus, orderStatusLabels } from '../../domain/order-status'
import { Badge, type BadgeTone } from './badge'

const tones = {
  pending: 'plain', paid: 'info', processing: 'warn', shipped: 'way', delivered: 'good', cancelled: 'plain', refunded: 'plain',
} satisfies Record<OrderStatus, BadgeTone>

export const StatusBadge = ({ status }: { status: OrderStatus }) => <Badge tone={tones[status]}>{orderStatusLabels[status]}</Badge>
