import { journeyStep } from '../../domain/order-status'
import type { BuyerOrderView } from '../../queries/get-buyer-order'

export type TimelineStop = { name: string; at: string | null; state: 'done' | 'current' | 'ahead' }

const steps = [
  { name: 'Placed', type: 'placed' }, { name: 'Printing', type: 'processing' }, { name: 'Shipped', type: 'shipped' }, { name: 'Delivered', type: 'delivered' },
] as const

/** From dawn to dusk; null for an order that tells its state in a sentence instead. */
export const timelineStops = ({ status, placedAt, events }: Pick<BuyerOrderView, 'status' | 'placedAt' | 'events'>): TimelineStop[] | null => {
  const current = journeyStep(status)
  if (current === null) return null
  return steps.map(({ name, type }, index) => {
    const event = events.findLast((candidate) => candidate.type === type)
    const at = index > current ? null : event?.at ?? (index === 0 ? placedAt : null)
    return { name, at, state: index < current ? 'done' : index === current ? 'current' : 'ahead' }
  })
}
