import type { OrderRequest } from '@/app/(shop)/checkout/order-request'
import { api, ApiError } from '@/platform/http/api-client'

import { paymentMessages } from './payment-messages'
import { placeOrderProblem } from './payment-problem'
import { type PlacedByStaff, requestOf } from './use-order-requests'
import type { PaymentState } from './use-payment-state'

const timeoutMs = 30_000
const unknownMessage =
  'We couldn’t confirm your order. Press “Place order” again; your gift card is used only once.'

/** Places an order that a gift card covers. A repeated call is the same order, so it is paid once. */
export async function placeCoveredOrder(
  { begin, stop, leave, handle }: PaymentState,
  order: OrderRequest,
  byStaff: PlacedByStaff | undefined,
): Promise<void> {
  begin('capturing')
  try {
    const { orderNumber, key } = await api<{ orderNumber: string; key: string }>(
      'POST',
      ...requestOf(order, 'paypal', { byStaff }),
      AbortSignal.timeout(timeoutMs),
    )
    leave({ orderNumber, key })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return handle(placeOrderProblem(error, navigator.onLine))
    stop(paymentMessages.fromShop(unknownMessage))
  }
}
