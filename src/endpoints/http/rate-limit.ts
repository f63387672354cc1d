import type { Payload, PayloadRequest } from 'payload'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { clientAddressHeader, rateLimitAddress } from '@/platform/client-address'
import { AppError } from '@/platform/errors'
import { pluralize } from '@/platform/pluralize'

/** `points` calls within `seconds`. */
export type RateLimit = { points: number; seconds: number }

const limiters = new Map<string, RateLimiterPostgres>()

const limiterFor = (
  payload: Payload,
  name: string,
  { points, seconds }: RateLimit,
): RateLimiterPostgres => {
  const existing = limiters.get(name)
  if (existing) return existing
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

/** Like consumeRateLimit, but returns false when the limit is reached. */
export async function tryConsumeRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key?: string,
): Promise<boolean> {
  try {
    await consumeRateLimit(req, name, limit, key)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Resets a limit, for example after a successful sign-in. */
export async function resetRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key: string,
): Promise<void> {
  await limiterFor(req.payload, name, limit).delete(key.slice(0, 200))
}

/** Returns the client address that the web process determined (src/server/client-address.ts); of IPv6 the network. */
export function clientAddress(req: Pick<PayloadRequest, 'headers'>): string {
  return rateLimitAddress(req.headers.get(clientAddressHeader) ?? 'unknown')
}

/**
 * Counts a call against the limit of `key` (by default the client address), shared by all processes.
 * @throws AppError too_many_requests with the seconds to wait
 */
export async function consumeRateLimit(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
  key = clientAddress(req),
): Promise<void> {
  try {
    await limiterFor(req.payload, name, limit).consume(key.slice(0, 200))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    const minutes = Math.ceil(retryAfterSeconds / 60)
    throw new AppError(
      'too_many_requests',
      `Too many attempts. Please try again ${minutes > 60 ? 'later' : `in ${pluralize(minutes, 'minute')}`}.`,
      { retryAfterSeconds },
    )
  }
}

/** Emails a day that anyone can have sent to one address, whichever accounts and forms they use. */
export const emailsToAddress = {
  name: 'mail-to-address',
  limit: { points: 4, seconds: 24 * 60 * 60 },
} as const
