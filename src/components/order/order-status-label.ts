import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { BadgeTone } from '@/ui/badge'

type State = { words: string; tone: BadgeTone }

const states = {
  paid: { words: 'Paid, next in line to be printed', tone: 'good' },
  processing: { words: 'Being printed', tone: 'sun' },
  shipped: { words: 'On its way', tone: 'way' },
  delivered: { words: 'Delivered', tone: 'fern' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  refunded: { words: 'Refunded', tone: 'plain' },
} as const satisfies Record<Exclude<OrderStatus, 'pending'>, State>

/** Where an order stands, in one line. 'Not paid' only where that is known. */
export function orderStatusLabel({
  status,
  paymentState,
}: Pick<CustomerOrderView, 'status' | 'paymentState'>): State {
  if (status !== 'pending') return states[status]
  if (paymentState === 'pending') return { words: 'Payment on its way', tone: 'sun' }
  if (paymentState === 'capturing') return { words: 'Payment being checked', tone: 'sun' }
  if (paymentState === 'mismatch' || paymentState === 'completed')
    return { words: 'A person is looking at the payment', tone: 'sun' }
  return { words: 'Not paid', tone: 'plain' }
}
