import { Time } from '@/admin/shell/time'
import type { OrderEventView } from '@/modules/orders/queries/order-history'
import { describeReason } from '@/platform/payment-methods'

export function OrderTimeline({ events }: { events: OrderEventView[] }) {
  return events.length === 0 ? (
    <p className="df-panel__text">No activity yet.</p>
  ) : (
    <ol className="df-timeline">
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <b>{event.message}</b>
          </p>
          {event.reason ? (
            <p className="df-timeline__reason">“{describeReason(event.reason)}”</p>
          ) : null}
          <p className="df-timeline__meta">
            {event.actor === 'buyer' ? 'Customer' : event.actor} · <Time at={event.createdAt} />
          </p>
        </li>
      ))}
    </ol>
  )
}
