import { api, ApiError } from '@/ui/api-client'

import type { PlacedOrder } from './checkout-attempt'

/** `refused`: a definite no, nothing was charged. `unknown`: no answer yet, so nothing may be said about the money. */
export type CaptureOutcome =
  | { kind: 'paid' | 'pending' | 'unknown' }
  | { kind: 'declined' }
  | { kind: 'refused'; code: string | undefined; error: string | undefined; body: unknown }

type CaptureAnswer = { status: 'COMPLETED' | 'PENDING' | 'WORKING' }
type OrderState = { paymentState: string }

const answerMs = 40_000
/** How long to wait before each look; about a minute in all. */
const looks = [1500, 2500, 4000, 6000, 8000, 10_000, 12_000, 15_000]
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Asking again is safe: the shop takes the money of an order once, however often it is asked. */
const ask = async ({ id, key }: PlacedOrder): Promise<CaptureOutcome> => {
  try {
    const { status } = await api<CaptureAnswer>(
      'POST',
      `/order/${id}/capture`,
      { key },
      AbortSignal.timeout(answerMs),
    )
    return { kind: status === 'COMPLETED' ? 'paid' : status === 'PENDING' ? 'pending' : 'unknown' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
      return { kind: 'unknown' }
    if (error.code === 'payment_declined') return { kind: 'declined' }
    return { kind: 'refused', code: error.code, error: error.error, body: error.body }
  }
}

const look = async ({ orderNumber, key }: PlacedOrder): Promise<string | null> => {
  try {
    return (
      await api<OrderState>(
        'GET',
        `/api/orders/${orderNumber}?key=${key}`,
        undefined,
        AbortSignal.timeout(answerMs),
      )
    ).paymentState
  } catch {
    return null
  }
}

/**
 * Takes the money of an approved order and finds out what came of it. `onWaiting` is called once when the answer is
 * not there at the first try; after about a minute the outcome is `unknown`, and the shop finds out by itself.
 */
export async function capturePayment(
  placed: PlacedOrder,
  onWaiting: () => void,
): Promise<CaptureOutcome> {
  const first = await ask(placed)
  if (first.kind !== 'unknown') return first
  onWaiting()
  for (const ms of looks) {
    await pause(ms)
    const state = await look(placed)
    if (state === 'completed') return { kind: 'paid' }
    if (state === 'pending') return { kind: 'pending' }
    if (state === 'declined') return { kind: 'declined' }
    // The shop never got the question (the line was down), so it is asked once more.
    if (state === 'created') {
      const again = await ask(placed)
      if (again.kind !== 'unknown') return again
    }
  }
  return { kind: 'unknown' }
}
