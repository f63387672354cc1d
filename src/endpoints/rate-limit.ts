import ipaddr from 'ipaddr.js'
import type { Payload, PayloadRequest } from 'payload'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors'

/** So many calls in so many seconds. */
export type Limit = { points: number; seconds: number }

const limiters = new Map<string, RateLimiterPostgres>()

const limiterFor = (payload: Payload, name: string, { points, seconds }: Limit): RateLimiterPostgres => {
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
export const isWithin = async (req: PayloadRequest, name: string, limit: Limit, key: string): Promise<boolean> => {
  try {
    await spend(req, name, limit, key)
    return true
  } catch (refusal) {
    if (refusal instanceof AppError) return false
    throw refusal
  }
}

/** Gives an allowance back, when the calls turned out to be somebody's who may. */
export const forgive = async (req: PayloadRequest, name: string, limit: Limit, key: string): Promise<void> => {
  await limiterFor(req.payload, name, limit).delete(key.slice(0, 200))
}

/**
 * The visitor's address as scripts/web.mjs established it from the connection and the proxies that are trusted; of IPv6
 * the network, because one connection at home has as many addresses as anybody could wish for.
 */
export const clientAddress = (req: Pick<PayloadRequest, 'headers'>): string => {
  const given = req.headers.get('x-client-address') ?? 'unknown'
  if (!ipaddr.isValid(given)) return given
  const address = ipaddr.process(given)
  return address.kind() === 'ipv4' ? address.toString() : `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::`
}

/**
 * Takes one call from the allowance of `key` (the caller's address unless told), shared by all processes.
 * @throws AppError too_many_requests, with the seconds to wait
 */
export const spend = async (req: PayloadRequest, name: string, limit: Limit, key = clientAddress(req)): Promise<void> => {
  try {
    await limiterFor(req.payload, name, limit).consume(key.slice(0, 200))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new AppError('too_many_requests', 'That was a bit often. Please wait a moment and try again.', { retryAfterSeconds })
  }
}
