import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { isPartlyRefunded, partlyRefundedLabel } from '@/modules/orders/rules/order-status'

import { orderStatusLabel } from './order-status-label'
import { OrderTimeline } from './order-timeline'
import { timelineSteps } from './timeline-steps'

type Props = {
  order: Pick<
    CustomerOrderView,
    'orderNumber' | 'status' | 'paymentState' | 'placedAt' | 'events' | 'refundedCents'
  > & { items: readonly { name: string }[] }
  timeZone: string
}

export function LatestOrder({ order, timeZone }: Props) {
  const steps = timelineSteps(order)
  return (
    <section aria-labelledby="latest-order" className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="latest-order" className="text-h3">
          Your latest order
        </h2>
        <a href={`/account/orders/${order.orderNumber}`} className="link">
          Order {order.orderNumber}
        </a>
      </div>
      <p className="text-ink-soft">
        {orderStatusLabel(order).label}. {isPartlyRefunded(order) ? `${partlyRefundedLabel}. ` : ''}
        {order.items.map(({ name }) => name).join(', ')}.
      </p>
      {steps ? <OrderTimeline steps={steps} timeZone={timeZone} /> : null}
    </section>
  )
}
