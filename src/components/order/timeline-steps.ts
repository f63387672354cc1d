import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { orderProgressStep } from '@/modules/orders/rules/order-status'

export type TimelineStep = { name: string; at: string | null; state: 'done' | 'current' | 'ahead' }

const steps = [
  { name: 'Placed', type: 'placed' },
  { name: 'Printing', type: 'processing' },
  { name: 'Shipped', type: 'shipped' },
  { name: 'Delivered', type: 'delivered' },
] as const

/** From dawn to dusk; null for an order whose state is shown as a sentence instead. */
export function timelineSteps({
  status,
  placedAt,
  events,
  items,
}: Pick<CustomerOrderView, 'status' | 'placedAt' | 'events'> & { items: readonly unknown[] }):
  TimelineStep[] | null {
  const current = orderProgressStep(status)
  // Gift cards are neither printed nor shipped.
  if (current === null || items?.length === 0) return null
  return steps.map(({ name, type }, index) => {
    const event = events.findLast((candidate) => candidate.type === type)
    const at = index > current ? null : (event?.at ?? (index === 0 ? placedAt : null))
    return { name, at, state: index < current ? 'done' : index === current ? 'current' : 'ahead' }
  })
}
