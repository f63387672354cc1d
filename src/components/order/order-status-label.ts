import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { waitingToPrint } from '@/modules/orders/rules/order-headline'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { BadgeTone } from '@/ui/badge'

type State = { label: string; tone: BadgeTone }

const states = {
  paid: { label: `Paid, ${waitingToPrint}`, tone: 'good' },
  processing: { label: 'Being printed', tone: 'sun' },
  shipped: { label: 'On its way', tone: 'way' },
  delivered: { label: 'Delivered', tone: 'fern' },
  cancelled: { label: 'Canceled', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'plain' },
} as const satisfies Record<Exclude<OrderStatus, 'pending'>, State>

/** An order's state in one line. 'Not paid' only where that is known. */
export function orderStatusLabel({
  status,
  paymentState,
}: Pick<CustomerOrderView, 'status' | 'paymentState'>): State {
  if (status !== 'pending') return states[status]
  if (paymentState === 'pending') return { label: 'Payment processing', tone: 'sun' }
  if (paymentState === 'capturing') return { label: 'Confirming payment', tone: 'sun' }
  if (paymentState === 'mismatch' || paymentState === 'completed')
    return { label: 'Payment in review', tone: 'sun' }
  return { label: 'Not paid', tone: 'plain' }
}
