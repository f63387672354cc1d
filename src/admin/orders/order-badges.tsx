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

/** For an order without items, which pays for another size or color of an earlier one. */
export function PriceDifferenceBadge() {
  return <Badge tone="plain">Price difference</Badge>
}

type Props = { order: Pick<AdminOrder, 'status' | 'refundedCents' | 'priceDifference'> }

/** What the status alone doesn't tell. */
export function OrderBadges({ order: { status, refundedCents, priceDifference } }: Props) {
  return (
    <>
      {priceDifference ? <PriceDifferenceBadge /> : null}{' '}
      {refundedCents > 0 && status !== 'refunded' ? (
        <Badge tone="warn">Partly refunded</Badge>
      ) : null}
    </>
  )
}
