import { api, ApiError } from '@/platform/http/api-client'

import type { PlacedOrder } from './checkout-attempt'

/** A payment for which the buyer left the page, read from the URL that PayPal returns to. */
type ReturnedPayment = { id: string; isApproved: boolean }

/** Reads the payment from the page's address and removes it there, so that a reload repeats nothing. */
export function takeReturnedPayment(): ReturnedPayment | null {
  const { searchParams, pathname } = new URL(window.location.href)
  const id = searchParams.get('token')
  if (!id || !/^[A-Z0-9]{1,36}$/.test(id)) return null
  window.history.replaceState(window.history.state, '', pathname)
  return { id, isApproved: searchParams.has('PayerID') }
}

/**
 * Finds the order of a payment that another tab of this browser started: its key is in the checkout's cookie. The call
 * captures the payment, which is safe to repeat.
 * @returns null if this browser doesn't know the order, or the shop can't be reached; the webhook captures it then
 * @throws ApiError if the payment was declined or refused
 */
export async function findReturnedOrder(id: string): Promise<PlacedOrder | null> {
  try {
    const { orderNumber, key } = await api<{ orderNumber: string; key?: string }>(
      'POST',
      `/order/${id}/capture`,
      {},
      AbortSignal.timeout(40_000),
    )
    return key ? { id, orderNumber, key } : null
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && ![404, 429].includes(error.status))
      throw error
    return null
  }
}
