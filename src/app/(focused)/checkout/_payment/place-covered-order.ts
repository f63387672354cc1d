import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import { api, ApiError } from '@/platform/http/api-client'

import { paymentMessages } from './payment-messages'
import { placeOrderProblem } from './payment-problem'
import { type PlacedByStaff, requestOf } from './use-order-requests'
import type { PaymentState } from './use-payment-state'

const timeoutMs = 30_000

/**
 * Places an order that a gift card covers. A repeated call is the same order, so it is paid once.
 * @param buttonLabel named in the message when the response is lost
 */
export async function placeCoveredOrder(
  { begin, stop, leave, handle }: PaymentState,
  order: OrderRequest,
  byStaff: PlacedByStaff | undefined,
  buttonLabel: string,
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
    stop(paymentMessages.coveredUnknown(buttonLabel))
  }
}
