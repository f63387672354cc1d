import type { MiddlewareHandler } from 'hono'

import type { Clock } from '../core/clock'
import { bearerOf } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { createLimiter } from '../core/rate-limiter'
import { EtsyError, invalidToken } from './errors'
import { type EtsyState, KEYSTRING, SHARED_SECRET } from './state'

const DAY = 86_400_000

/** `x-api-key: keystring:shared_secret` on every call, bearer or not (reference, section 1). */
export const keyPair: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const key = c.req.header('x-api-key')
  if (!key) throw new EtsyError(401, 'x-api-key header is required.')
  if (key === KEYSTRING) throw new EtsyError(403, 'Shared secret is required in x-api-key header.')
  const parts = key.split(':')
  if (parts.length !== 2)
    throw new EtsyError(403, "Invalid API key: should be in the format 'keystring:shared_secret'.")
  if (parts[0] !== KEYSTRING || parts[1] !== SHARED_SECRET)
    throw new EtsyError(
      401,
      'API key not found or not active, or incorrect shared secret for API key.',
    )
  await next()
}

/** A valid bearer token with this scope. */
export function bearer(
  state: EtsyState,
  clock: Clock,
  scope?: string,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    if (!token) throw invalidToken('access token is missing')
    const grant = state.access[token]
    if (!grant) throw invalidToken('access token is invalid')
    if (grant.expiresAt <= clock.now()) throw invalidToken('access token is expired')
    if (scope && !grant.scopes.includes(scope))
      throw new EtsyError(403, 'insufficient_scope', {
        description: `The request requires the scope ${scope}`,
      })
    await next()
  }
}

export interface Rates {
  on: boolean
  perSecond: number
  perDay: number
}

/** Ten calls a second and ten thousand a day for each key; the headers are on successes only. */
export function rateLimits(
  clock: Clock,
  rates: Rates,
): { guard: MiddlewareHandler<SandboxEnv>; clear: () => void } {
  const make = () => ({
    second: createLimiter(clock, { calls: rates.perSecond, windowMs: 1_000 }),
    day: createLimiter(clock, { calls: rates.perDay, windowMs: DAY }),
  })
  let limiters = make()
  return {
    clear: () => {
      limiters = make()
    },
    guard: async (c, next) => {
      if (!rates.on) return next()
      const day = limiters.day.take('key')
      if (!day.allowed)
        throw new EtsyError(429, 'Exceeded daily rate limit', {
          headers: { 'retry-after': String(Math.ceil(day.waitMs / 1_000)) },
        })
      const second = limiters.second.take('key')
      if (!second.allowed) throw new EtsyError(429, 'Exceeded per second rate limit')
      await next()
      if (!c.res.ok) return
      c.header('x-limit-per-second', String(rates.perSecond))
      c.header('x-remaining-this-second', String(second.remaining))
      c.header('x-limit-per-day', String(rates.perDay))
      c.header('x-remaining-today', String(day.remaining))
    },
  }
}
