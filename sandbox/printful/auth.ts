import type { MiddlewareHandler } from 'hono'

import type { Clock } from '../core/clock'
import type { SandboxEnv } from '../core/provider'
import { createLimiter } from '../core/rate-limiter'
import type { ProviderContext } from './context'
import { PrintfulError } from './errors'

export interface PrintfulEnv extends SandboxEnv {
  Variables: { token: string }
}

const EVERYTHING = [
  'orders',
  'sync_products',
  'file_library',
  'webhooks',
  'product_templates',
  'stores_list',
]

/**
 * `store`: bound to the one store. `account`: chooses the store with `X-PF-Store-Id`. Scopes end in `/read` or include
 * it.
 */
export const TOKENS: Record<string, { level: 'store' | 'account'; scopes: string[] }> = {
  'sandbox-printful-token': { level: 'store', scopes: EVERYTHING },
  'sandbox-printful-account': { level: 'account', scopes: EVERYTHING },
  'sandbox-printful-read': {
    level: 'store',
    scopes: ['orders/read', 'sync_products/read', 'webhooks/read', 'stores_list'],
  },
  'sandbox-printful-orders-only': { level: 'store', scopes: ['orders'] },
}

export const STORES = [
  { id: 13_500_001, type: 'native', name: 'Dayfern' },
  { id: 13_500_002, type: 'shopify', name: 'Dayfern pop-up' },
]
export const STORE_ID = 13_500_001

const MINUTE = 60_000

export interface Limits {
  /** Counts a call of this kind; throws the 429 of that kind. */
  consume: (kind: 'general' | 'productPut' | 'bigRates' | 'openCatalog', who: string) => void
  /** What is left of the general allowance. */
  left(who: string): { remaining: number; waitMs: number }
  clear: () => void
}

/** Reference, section 8. */
export function createLimits(clock: Clock, isOn: () => boolean): Limits {
  const limiters = {
    general: createLimiter(clock, { calls: 120, windowMs: MINUTE }),
    productPut: createLimiter(clock, { calls: 10, windowMs: MINUTE, lockoutMs: MINUTE }),
    bigRates: createLimiter(clock, { calls: 5, windowMs: MINUTE, lockoutMs: MINUTE }),
    openCatalog: createLimiter(clock, { calls: 30, windowMs: MINUTE, lockoutMs: MINUTE }),
  }
  return {
    consume: (kind, who) => {
      if (!isOn()) return
      const { allowed, waitMs } = limiters[kind].take(who)
      if (!allowed) throw tooMany(Math.ceil(waitMs / 1_000))
    },
    left: (who) => limiters.general.peek(who),
    clear: () => {
      for (const limiter of Object.values(limiters)) limiter.clear()
    },
  }
}

/** v1 states the wait only in its message; `Retry-After` is v2's. */
function tooMany(wait: number): PrintfulError {
  return new PrintfulError(
    429,
    `You've made too many recent requests. Please try again after ${wait} seconds.`,
    undefined,
    { 'x-pf-wait': String(wait) },
  )
}

/** The bearer, its store, its allowance. The catalog is open to anyone, thirty times a minute. */
export function access(context: ProviderContext, limits: Limits): MiddlewareHandler<PrintfulEnv> {
  return async (c, next) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const open = /^\/(products|countries)\b/.test(c.req.path)
    if (!token && open) {
      limits.consume('openCatalog', 'anybody')
      c.set('token', '')
      return next()
    }
    const isValid = token !== undefined && TOKENS[token]
    if (!isValid || context.state.expiredTokens.includes(token)) throw new PrintfulError(401)
    c.set('token', token)
    try {
      limits.consume('general', token)
    } finally {
      // A 429 has these headers too. It has no Retry-After: v1 states the wait only in its message.
      const { remaining, waitMs } = limits.left(token)
      const v2 = c.req.path.startsWith('/v2/')
      c.header('x-ratelimit-limit', '120')
      c.header('x-ratelimit-remaining', String(remaining))
      c.header(
        'x-ratelimit-reset',
        String(v2 ? Math.ceil((120 - remaining) / 2) : Math.ceil(waitMs / 1_000)),
      )
      c.header('x-ratelimit-policy', '120;w=60')
    }
    await next()
  }
}

/** The token must have the scope, and, at account level, name a store of the right type. */
export function needs(scope: string): MiddlewareHandler<PrintfulEnv> {
  return async (c, next) => {
    const { level, scopes } = TOKENS[c.get('token')] ?? { level: 'store', scopes: [] }
    const writing = c.req.method !== 'GET'
    const allowed = scopes.includes(scope) || (!writing && scopes.includes(`${scope}/read`))
    if (!allowed)
      throw new PrintfulError(
        403,
        `The access token does not have the required scope: ${writing ? scope : `${scope}/read`}`,
      )
    const header = c.req.header('x-pf-store-id')
    if (level === 'account' && header === undefined)
      throw new PrintfulError(400, 'This endpoint requires `store_id`!')
    const store = header === undefined ? STORES[0] : STORES.find(({ id }) => String(id) === header)
    if (!store || (level === 'store' && store.id !== STORE_ID))
      throw new PrintfulError(403, 'You do not have access to this store.')
    if (store.type !== 'native' && scope === 'sync_products') {
      throw new PrintfulError(
        400,
        'This API endpoint applies only to Printful stores based on the Manual Order / API platform.',
      )
    }
    await next()
  }
}
