import { api, ApiError } from '@/platform/http/api-client'

import type { PlacedOrder } from './checkout-attempt'
import { paymentMessages } from './payment-messages'

/**
 * `refused`: nothing was charged. `unknown`: there is no result yet, and the page must not claim one. `unreached`: the shop
 * or PayPal couldn't be asked.
 */
type CaptureOutcome =
  | { kind: 'paid' | 'pending' | 'unknown' | 'unreached' }
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
const requestCapture = async (
  { id, key }: PlacedOrder,
  isWindowClosed: boolean,
): Promise<CaptureOutcome> => {
  try {
    const { status } = await api<CaptureResponse>(
      'POST',
      `/order/${id}/capture`,
      { key, ...(isWindowClosed && { isWindowClosed }) },
      AbortSignal.timeout(responseTimeoutMs),
    )
    return { kind: status === 'COMPLETED' ? 'paid' : status === 'PENDING' ? 'pending' : 'unknown' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
      return { kind: 'unreached' }
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

const hasResult = ({ kind }: CaptureOutcome): boolean => kind !== 'unknown' && kind !== 'unreached'

/**
 * Captures an approved order. `onWaiting` is called once when the first try gives no result; after about a minute the
 * outcome is `unknown`, and the shop reconciles it in the background. After a window that ended without an approval, only
 * one that PayPal knows is captured, and the outcome may be `unreached`.
 */
export async function capturePayment(
  placed: PlacedOrder,
  isWindowClosed: boolean,
  onWaiting: () => void,
): Promise<CaptureOutcome> {
  const first = await requestCapture(placed, isWindowClosed)
  if (hasResult(first) || (isWindowClosed && first.kind === 'unreached')) return first
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
      const again = await requestCapture(placed, isWindowClosed)
      if (hasResult(again)) return again
    }
  }
  return { kind: 'unknown' }
}
