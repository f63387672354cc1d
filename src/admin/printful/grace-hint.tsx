import { formatDateTime } from '@/admin/shell/format-dates'

/** Shown where an order can be sent to the printer before the time for changes is over. */
export function GraceHint({ until }: { until: string | null }) {
  return until ? (
    <p className="df-soft">
      The customer can still change or cancel this order until {formatDateTime(until)}. Once you
      send it, they can’t.
    </p>
  ) : null
}
