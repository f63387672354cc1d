import type { PayloadRequest } from 'payload'

import { consumeRateLimit, tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import { cardsPaused } from '@/modules/checkout/actions/choose-payment-method'
import { normalizeCode } from '@/modules/discounts/rules'
import { AppError } from '@/platform/errors'
import { isCardMethod, type PaymentMethod } from '@/platform/payment-methods'

/**
 * Against card testing: payments by card that one address may start. A declined payment counts three times, so five of
 * them use up the hour.
 */
const cardLimits = [
  ['card-payments', { points: 15, seconds: 60 * 60 }],
  ['card-payments-a-day', { points: 40, seconds: 24 * 60 * 60 }],
] as const
const extraPointsOfDecline = 2

/** Limits the orders of an address. Each is also one at PayPal. Stops bots that stay below the limit per minute. */
export function consumeOrderLimit(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'orders-a-day', { points: 300, seconds: 24 * 60 * 60 })
}

/** Checks and orders share it, so that nobody finds gift cards by guessing. */
export function consumeGiftCardLimit(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'gift-cards', { points: 20, seconds: 600 })
}

/** Returns whether this address may still start payments by card. */
export async function countCardPayment(req: PayloadRequest): Promise<boolean> {
  for (const [name, limit] of cardLimits)
    if (!(await tryConsumeRateLimit(req, name, limit))) return false
  return true
}

/**
 * Limits how often an address may start to pay.
 * @throws AppError too_many_requests, or that cards are paused
 */
export async function consumePaymentLimits(
  req: PayloadRequest,
  { paymentMethod, giftCard }: { paymentMethod: PaymentMethod; giftCard?: unknown },
): Promise<void> {
  await consumeOrderLimit(req)
  if (giftCard) await consumeGiftCardLimit(req)
  if (isCardMethod(paymentMethod) && !(await countCardPayment(req))) throw cardsPaused()
}

/** Counts a declined payment of any kind against the card payments of its address, and throws the error again. */
export async function countDecline(req: PayloadRequest, error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'payment_declined')
    for (let point = 0; point < extraPointsOfDecline; point += 1) await countCardPayment(req)
  throw error
}

/** Returns the discount code that was entered, or null. Codes must not be found by guessing. */
export async function readDiscountCode(req: PayloadRequest, entered = ''): Promise<string | null> {
  const code = normalizeCode(entered) || null
  if (code) await consumeRateLimit(req, 'discount-codes', { points: 60, seconds: 600 })
  return code
}
