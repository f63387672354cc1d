import type { Payload, PayloadRequest } from 'payload'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { clientAddressHeader, rateLimitAddress } from '@/platform/client-address'
import { AppError } from '@/platform/errors'

/** So many calls in so many seconds. */
export type RateLimit = { points: number; seconds: number }

const limiters = new Map<string, RateLimiterPostgres>()

const limiterFor = (
  payload: Payload,
  name: string,
  { points, seconds }: RateLimit,
): RateLimiterPostgres => {
  const known = limiters.get(name)
  if (known) return known
  const limiter = new RateLimiterPostgres({
    storeClient: payload.db.pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  })
  limiters.set(name, limiter)
  return limiter
}

/** The same, for allowances whose end the caller should not notice: whether there was one left. */
export async function tryConsumeRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key: string,
): Promise<boolean> {
  try {
    await consumeRateLimit(req, name, limit, key)
    return true
  } catch (refusal) {
    if (refusal instanceof AppError) return false
    throw refusal
  }
}

/** Gives an allowance back, when the calls turned out to be somebody's who may. */
export async function resetRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key: string,
): Promise<void> {
  await limiterFor(req.payload, name, limit).delete(key.slice(0, 200))
}

/** The key of a visitor's allowances: the address that the web process established (src/server/client-address.ts), of IPv6 its network. */
export function clientAddress(req: Pick<PayloadRequest, 'headers'>): string {
  return rateLimitAddress(req.headers.get(clientAddressHeader) ?? 'unknown')
}

/**
 * Takes one call from the allowance of `key` (the caller's address unless told), shared by all processes.
 * @throws AppError too_many_requests, with the seconds to wait
 */
export async function consumeRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key = clientAddress(req),
): Promise<void> {
  try {
    await limiterFor(req.payload, name, limit).consume(key.slice(0, 200))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new AppError(
      'too_many_requests',
      'That was a bit often. Please wait a moment and try again.',
      { retryAfterSeconds },
    )
  }
}
