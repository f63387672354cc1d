import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl, unknown } from '../control/parse-body'
import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime, SandboxApp, SandboxEnv } from '../core/provider'
import { keyPair, rateLimits, type Rates } from './auth'
import { errorBody, EtsyError } from './errors'
import { mintTokens, oauthRoutes } from './oauth'
import { type EtsyContext, resourceRoutes } from './routes'
import { emptyState } from './state'

const DEFAULT_SETTINGS = { hiddenFromSearch: false, inventoryLeftOut: false }
const RATES: Rates = { on: true, perSecond: 10, perDay: 10_000 }

/** Etsy's Open API v3 for one shop: consent, tokens that rotate, and everything an import reads. */
export function createEtsy(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock, origin } = runtime
  const rates = { ...RATES }
  const limits = rateLimits(clock, rates)
  const context: EtsyContext = {
    state,
    clock,
    origin,
    save,
    pictures: createPictures(runtime),
    settings: { ...DEFAULT_SETTINGS },
  }

  const app = new Hono<SandboxEnv>()
  app.onError((error, c) => {
    const etsyError = error instanceof EtsyError ? error : new EtsyError(500, 'Server Error')
    if (etsyError !== error) console.error('The Etsy sandbox failed:', error)
    const { description, headers } = etsyError.more
    return c.json(
      { error: etsyError.error, ...(description && { error_description: description }) },
      etsyError.status,
      headers,
    )
  })
  app.notFound((c) => c.json({ error: 'Resource not found' }, 404))
  app.route('/', context.pictures.app)
  app.route('/', oauthRoutes(context))
  app.use('/v3/application/*', keyPair, limits.guard)
  app.route('/', resourceRoutes(context))

  return {
    name: 'etsy',
    app,
    control: etsyControl(context, rates, limits.clear),
    errorBody,
    reset: () => {
      clear()
      Object.assign(rates, RATES)
      Object.assign(context.settings, DEFAULT_SETTINGS)
      limits.clear()
    },
  }
}

const settingsSchema = z
  .strictObject({
    hiddenFromSearch: z.boolean(),
    inventoryLeftOut: z.boolean(),
    limits: z.boolean(),
    perSecond: z.int().min(1),
    perDay: z.int().min(0),
  })
  .partial()
const tokensSchema = z.strictObject({
  scopes: z.array(z.string()).default(['shops_r', 'listings_r']),
  expiresIn: z.int().default(3_600),
})
const listingSchema = z
  .strictObject({
    title: z.string(),
    state: z.string(),
    amount: z.int(),
    tags: z.array(z.string()),
  })
  .partial()

/** What the shop's owner does at Etsy, and what happens to tokens and quotas. */
function etsyControl(
  { state, clock, save, settings }: EtsyContext,
  rates: Rates,
  clearLimits: () => void,
): SandboxApp {
  const app = new Hono<SandboxEnv>()

  /** A connected account without the browser. */
  app.post('/tokens', async (c) => {
    const { scopes, expiresIn } = await parseControl(c, tokensSchema)
    const tokens = mintTokens(state, clock, scopes, expiresIn)
    save()
    return c.json(tokens, 201)
  })
  app.post('/tokens/expire', (c) => {
    for (const grant of Object.values(state.access)) grant.expiresAt = clock.now()
    save()
    return c.json({ expired: Object.keys(state.access).length })
  })
  /** As after a new password: nothing works anymore. */
  app.post('/tokens/revoke', (c) => {
    Object.assign(state, { access: {}, refresh: {} })
    save()
    return c.json({ revoked: true })
  })
  app.post('/listings/:id', async (c) => {
    const listing =
      state.listings.find(({ id }) => String(id) === c.req.param('id')) ??
      unknown('listing', c.req.param('id'))
    Object.assign(listing, await parseControl(c, listingSchema), {
      updatedAt: Math.floor(clock.now() / 1_000),
    })
    save()
    return c.json(listing)
  })
  app.delete('/listings/:id', (c) => {
    state.listings = state.listings.filter(({ id }) => String(id) !== c.req.param('id'))
    save()
    return c.body(null, 204)
  })
  app.post('/settings', async (c) => {
    const { limits, perSecond, perDay, ...others } = await parseControl(c, settingsSchema)
    Object.assign(settings, others)
    Object.assign(rates, {
      on: limits ?? rates.on,
      perSecond: perSecond ?? rates.perSecond,
      perDay: perDay ?? rates.perDay,
    })
    clearLimits()
    return c.json({ ...settings, ...rates })
  })
  app.get('/ledger', (c) =>
    c.json({
      listings: state.listings.map(({ id, title, state: now }) => ({ id, title, state: now })),
      liveAccess: Object.values(state.access).filter(({ expiresAt }) => expiresAt > clock.now())
        .length,
      liveRefresh: Object.keys(state.refresh).length,
    }),
  )

  return app
}
