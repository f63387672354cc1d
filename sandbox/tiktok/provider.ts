import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import { errorBody, TikTokError, toErrorBody } from './errors'
import { mintTokens, oauthRoutes } from './oauth'
import { DEFAULT_SETTINGS, displayRoutes, type ProviderContext } from './routes'
import { emptyState, SCOPES } from './state'

/** TikTok for the shop's own account: consent, tokens that rotate, and its videos (shoppers sign in elsewhere). */
export function createTikTokVideos(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock } = runtime
  const context: ProviderContext = {
    state,
    save,
    clock,
    pictures: createPictures(runtime),
    settings: { ...DEFAULT_SETTINGS },
  }
  const display = displayRoutes(context)

  // Addresses are documented with a slash at the end, and written without it as often.
  const app = new Hono<SandboxEnv>({ strict: false })
  app.onError((error, c) => {
    if (error instanceof TikTokError)
      return c.json(toErrorBody(error.code, error.message), error.status)
    console.error('The TikTok sandbox failed:', error)
    return c.json(errorBody(500) as object, 500)
  })
  app.notFound((c) => c.json(toErrorBody('invalid_params', `Unsupported path: ${c.req.path}`), 404))
  app.route('/', context.pictures.app)
  app.route('/', oauthRoutes(context))
  app.route('/', display.app)

  const control = new Hono<SandboxEnv>()
  /** A connected account without the browser. */
  control.post('/tokens', async (c) => {
    const { scopes, expiresIn } = await parseControl(
      c,
      z.strictObject({
        scopes: z.array(z.string()).default([...SCOPES]),
        expiresIn: z.int().optional(),
      }),
    )
    const tokens = mintTokens(state, clock, scopes, expiresIn ?? context.settings.accessSeconds)
    save()
    return c.json(tokens, 201)
  })
  control.post('/tokens/revoke', (c) => {
    Object.assign(state, { access: {}, refresh: {} })
    save()
    return c.json({ revoked: true })
  })
  control.post('/videos', async (c) => {
    const { title, description } = await parseControl(
      c,
      z.strictObject({
        title: z.string().default('A new video'),
        description: z.string().default(''),
      }),
    )
    const id = String(7_500_000_000_000_000_000n + BigInt((state.lastId += 1)))
    state.videos.unshift({
      id,
      title,
      description,
      at: clock.now(),
      duration: 20,
      cover: `tiktok-new-${id}.jpg`,
      width: 576,
      height: 1_024,
      likes: 0,
      comments: 0,
      shares: 0,
      views: 0,
      isAi: false,
    })
    save()
    return c.json({ id }, 201)
  })
  control.delete('/videos/:id', (c) => {
    state.videos = state.videos.filter(({ id }) => id !== c.req.param('id'))
    save()
    return c.body(null, 204)
  })
  control.post('/settings', async (c) => {
    const schema = z
      .strictObject({
        accessSeconds: z.int().min(1),
        errorsAs200: z.boolean(),
        coverLifeMs: z.int().min(0),
        callsPerMinute: z.int().min(0),
      })
      .partial()
    Object.assign(context.settings, await parseControl(c, schema))
    display.reset()
    return c.json(context.settings)
  })
  control.get('/ledger', (c) =>
    c.json({
      videos: state.videos.map(({ id, title, at }) => ({ id, title, at })),
      liveRefresh: Object.keys(state.refresh).length,
    }),
  )

  return {
    name: 'tiktok',
    app,
    control,
    errorBody,
    reset: () => {
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
      display.reset()
    },
  }
}
