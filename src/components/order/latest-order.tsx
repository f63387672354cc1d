import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

import { orderStatusLabel } from './order-status-label'
import { OrderTimeline } from './order-timeline'
import { timelineSteps } from './timeline-steps'

/** Somebody's latest order as the sun's way, and the link to all of it. */
export function LatestOrder({
  order,
  timeZone,
  title = 'Your latest order',
}: {
  order: CustomerOrderView
  timeZone: string
  title?: string
}) {
  const stops = timelineSteps(order)
  return (
    <section aria-labelledby="latest-order" className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="latest-order" className="text-h3">
          {title}
        </h2>
        <a href={`/account/orders/${order.orderNumber}`} className="link">
          Order {order.orderNumber}
        </a>
      </div>
      <p className="text-ink-soft">
        {orderStatusLabel(order).words}. {order.items.map(({ name }) => name).join(', ')}.
      </p>
      {stops ? <OrderTimeline stops={stops} timeZone={timeZone} /> : null}
    </section>
  )
}
