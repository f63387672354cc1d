import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime, SandboxApp, SandboxEnv } from '../core/provider'
import { createLimiter } from '../core/rate-limiter'
import { liveVersion } from '../graph/api-version'
import {
  GraphError,
  graphErrorBody,
  handleGraphError,
  objectNotFound,
  usageHeaders,
} from '../graph/errors'
import { DEFAULT_SETTINGS, mint, type ProviderContext } from './context'
import { mediaRoutes } from './media-routes'
import { oauthRoutes } from './oauth'
import { publishingRoutes } from './publishing-routes'
import { DAY, emptyState, SCOPES } from './state'

/** The Instagram API with Instagram Login for one professional account. One origin stands for www, api, and graph. */
export function createInstagram(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock, origin } = runtime
  const context: ProviderContext = {
    state,
    save,
    clock,
    origin,
    pictures: createPictures(runtime),
    settings: { ...DEFAULT_SETTINGS },
  }

  const newLimiter = () =>
    createLimiter(clock, { calls: context.settings.callsPerHour, windowMs: 3_600_000 })
  let limiter = newLimiter()
  const resetLimiter = () => {
    limiter = newLimiter()
  }

  const app = new Hono<SandboxEnv>()
  app.onError(handleGraphError('Instagram'))
  app.notFound((c) => handleGraphError('Instagram')(objectNotFound(c.req.path), c))
  app.route('/', context.pictures.app)
  app.route('/', oauthRoutes(context))
  app.use(liveVersion, async (c, next) => {
    const { allowed, remaining, waitMs } = limiter.take('account')
    const used = allowed ? Math.floor(100 * (1 - remaining / context.settings.callsPerHour)) : 100
    // Set before the check, so that errors have these headers too.
    for (const [name, value] of Object.entries(
      usageHeaders(200, used, allowed ? 0 : Math.ceil(waitMs / 60_000)),
    ))
      c.header(name, value)
    if (!allowed)
      throw new GraphError({ code: 4, message: '(#4) Application request limit reached' })
    await next()
  })
  app.route('/', publishingRoutes(context))
  app.route('/', mediaRoutes(context))

  return {
    name: 'instagram',
    app,
    control: instagramControl(context, resetLimiter),
    errorBody: graphErrorBody,
    errorHeaders: usageHeaders,
    reset: () => {
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
      resetLimiter()
    },
  }
}

const settingsSchema = z
  .strictObject({
    wrapped: z.boolean(),
    linkLifeMs: z.int().min(0),
    containerMs: z.int().min(0),
    containerFate: z.enum(['finish', 'error', 'stuck']),
    quota: z.int().min(0),
    callsPerHour: z.int().min(1),
  })
  .partial()
const tokenSchema = z.strictObject({
  scopes: z.array(z.string()).default(SCOPES),
  kind: z.enum(['short', 'long']).default('long'),
  ageMs: z
    .int()
    .min(0)
    .default(2 * DAY),
  lifeMs: z.int().optional(),
})

/** Control routes for what happens at Instagram without the shop: revoked tokens, new and deleted posts. */
function instagramControl(context: ProviderContext, resetLimiter: () => void): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const { state, clock } = context

  app.post('/tokens', async (c) => {
    const { scopes, kind, ageMs, lifeMs } = await parseControl(c, tokenSchema)
    const { value, expiresIn } = mint(context, kind, scopes, clock.now() - ageMs, lifeMs)
    return c.json({ access_token: value, expires_in: expiresIn }, 201)
  })
  /** Ends every token with a subcode: 463 expired, 460 new password, 458 app removed, 459 checkpoint, 467 invalid. */
  app.post('/tokens/end', async (c) => {
    const { subcode } = await parseControl(c, z.strictObject({ subcode: z.int().default(463) }))
    for (const token of Object.values(state.tokens)) token.dead = subcode
    context.save()
    return c.json({ ended: Object.keys(state.tokens).length })
  })
  /** Revokes permissions: every token keeps only these scopes. */
  app.post('/tokens/scopes', async (c) => {
    const { scopes } = await parseControl(c, z.strictObject({ scopes: z.array(z.string()) }))
    for (const token of Object.values(state.tokens)) token.scopes = scopes
    context.save()
    return c.json({ scopes })
  })
  app.post('/media', async (c) => {
    const { caption } = await parseControl(
      c,
      z.strictObject({ caption: z.string().nullable().default('A new post') }),
    )
    const id = String(17_800_000_000_000_000n + BigInt((state.lastId += 1)))
    state.media.unshift({
      id,
      caption,
      type: 'IMAGE',
      productType: 'FEED',
      file: `ig-new-${id}.jpg`,
      thumbnail: null,
      children: [],
      permalink: `/p/E${id.slice(-9)}/`,
      at: clock.now(),
      likes: 0,
      comments: 0,
      altText: null,
      hidden: false,
      linkLifeMs: null,
    })
    context.save()
    return c.json({ id }, 201)
  })
  app.delete('/media/:id', (c) => {
    state.media = state.media.filter(({ id }) => id !== c.req.param('id'))
    context.save()
    return c.body(null, 204)
  })
  app.post('/settings', async (c) => {
    Object.assign(context.settings, await parseControl(c, settingsSchema))
    resetLimiter()
    return c.json(context.settings)
  })
  app.get('/ledger', (c) =>
    c.json({
      media: state.media.map(({ id, type, caption, hidden }) => ({ id, type, caption, hidden })),
      containers: Object.values(state.containers),
      published: state.publishedAt.length,
    }),
  )

  return app
}
