import type { BuyerOrderView } from '../../queries/get-buyer-order'
import { orderState } from './order-state'
import { OrderTimeline } from './order-timeline'
import { timelineStops } from './timeline-stops'

/** Somebody's latest order as the sun's way, and the link to all of it. */
export const LatestOrder = ({ order, timeZone, title = 'Your latest order' }: { order: BuyerOrderView; timeZone: string; title?: string }) => {
  const stops = timelineStops(order)
  return (
    <section aria-labelledby="latest-order" className="grid content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="latest-order" className="text-h3">{title}</h2>
        <a href={`/account/orders/${order.orderNumber}`} className="link">Order {order.orderNumber}</a>
      </div>
      <p className="text-ink-soft">{orderState(order).words}. {order.items.map(({ name }) => name).join(', ')}.</p>
      {stops ? <OrderTimeline stops={stops} timeZone={timeZone} /> : null}
    </section>
  )
}
