import { estimateArrival, type OrderDays } from '@/modules/checkout/rules/arrival'
import { arrivalSentence } from '@/modules/checkout/rules/arrival-text'
import { deliverySentence } from '@/modules/shop/rules/promises'
import type { Order } from '@/payload-types'
import { env } from '@/platform/env'
import { dayIn } from '@/platform/time-zones'

type ShippedOrder = Pick<
  Order,
  | 'status'
  | 'paidAt'
  | 'shippedAt'
  | 'printDaysMin'
  | 'printDaysMax'
  | 'transitDaysMin'
  | 'transitDaysMax'
>

const daysOf = (order: ShippedOrder): OrderDays | null => {
  const { printDaysMin, printDaysMax, transitDaysMin, transitDaysMax } = order
  return printDaysMin == null ||
    printDaysMax == null ||
    transitDaysMin == null ||
    transitDaysMax == null
    ? null
    : {
        print: { min: printDaysMin, max: printDaysMax },
        transit: { min: transitDaysMin, max: transitDaysMax },
      }
}

const dayOf = (moment: string): string => dayIn(new Date(moment), env.SHOP_TIME_ZONE)

export type OrderArrival = {
  /** When it should arrive, while it is on its way there and not late; null otherwise. */
  arrival: string | null
  /** How long the carrier takes with this order; null for orders from before this was noted. */
  delivery: string | null
}

/** Returns the arrival estimate shown to a buyer, with the delivery days that applied when the order was placed. */
export function orderArrival(order: ShippedOrder, now = new Date()): OrderArrival {
  const days = daysOf(order)
  if (!days) return { arrival: null, delivery: null }
  const { status, paidAt, shippedAt } = order
  const isAhead = ['paid', 'processing', 'shipped'].includes(status)
  const range =
    isAhead && paidAt
      ? estimateArrival(days, {
          ordered: dayOf(paidAt),
          shipped: status === 'shipped' && shippedAt ? dayOf(shippedAt) : null,
        })
      : null
  return {
    arrival: range && range.to >= dayIn(now, env.SHOP_TIME_ZONE) ? arrivalSentence(range) : null,
    delivery: deliverySentence(days.transit.min, days.transit.max),
  }
}
