import { api, ApiError } from '@/platform/http/api-client'

import type { PlacedOrder } from './checkout-attempt'
import { paymentMessages } from './payment-messages'

/** `refused`: nothing was charged. `unknown`: there is no result yet, and the page must not claim one. */
type CaptureOutcome =
  | { kind: 'paid' | 'pending' | 'unknown' }
  | { kind: 'refused'; code: string | undefined; error: string | undefined; body: unknown }

type CaptureResponse = { status: 'COMPLETED' | 'PENDING' | 'WORKING' }
type OrderState = { paymentState: string }

const responseTimeoutMs = 40_000
/** How long to wait before each poll; about a minute in all. */
const pollDelaysMs = [1500, 2500, 4000, 6000, 8000, 10_000, 12_000, 15_000]
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Safe to repeat: the shop captures an order once. */
const requestCapture = async ({ id, key }: PlacedOrder): Promise<CaptureOutcome> => {
  try {
    const { status } = await api<CaptureResponse>(
      'POST',
      `/order/${id}/capture`,
      { key },
      AbortSignal.timeout(responseTimeoutMs),
    )
    return { kind: status === 'COMPLETED' ? 'paid' : status === 'PENDING' ? 'pending' : 'unknown' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
      return { kind: 'unknown' }
    return { kind: 'refused', code: error.code, error: error.error, body: error.body }
  }
}

const readPaymentState = async ({ orderNumber, key }: PlacedOrder): Promise<string | null> => {
  try {
    return (
      await api<OrderState>(
        'GET',
        `/api/orders/${orderNumber}?key=${key}`,
        undefined,
        AbortSignal.timeout(responseTimeoutMs),
      )
    ).paymentState
  } catch {
    return null
  }
}

/**
 * Captures an approved order. `onWaiting` is called once when the first try gives no result; after about a minute the
 * outcome is `unknown`, and the shop reconciles it in the background.
 */
export async function capturePayment(
  placed: PlacedOrder,
  onWaiting: () => void,
): Promise<CaptureOutcome> {
  const first = await requestCapture(placed)
  if (first.kind !== 'unknown') return first
  onWaiting()
  for (const ms of pollDelaysMs) {
    await pause(ms)
    const state = await readPaymentState(placed)
    if (state === 'completed') return { kind: 'paid' }
    if (state === 'pending') return { kind: 'pending' }
    if (state === 'declined') {
      const error = paymentMessages.declined.text
      return { kind: 'refused', code: 'payment_declined', error, body: null }
    }
    // The request never reached the shop, so it is repeated.
    if (state === 'created') {
      const again = await requestCapture(placed)
      if (again.kind !== 'unknown') return again
    }
  }
  return { kind: 'unknown' }
}
