import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import { liveVersion } from '../graph/api-version'
import { graphErrorBody, handleGraphError, objectNotFound, usageHeaders } from '../graph/errors'
import { DEFAULT_SETTINGS, mint, type ProviderContext } from './context'
import { insightsRoutes } from './insights-routes'
import { oauthRoutes } from './oauth'
import { pageRoutes } from './page-routes'
import { emptyState, SCOPES } from './state'

/** Facebook for the shop's own Pages: the dialog, Page tokens, posts and numbers (shoppers sign in elsewhere). */
export function createFacebookPages(runtime: ProviderRuntime): Provider {
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

  const app = new Hono<SandboxEnv>()
  app.onError(handleGraphError('Facebook'))
  app.notFound((c) => handleGraphError('Facebook')(objectNotFound(c.req.path), c))
  app.route('/', context.pictures.app)
  app.use(liveVersion, async (c, next) => {
    await next()
    c.header('x-app-usage', usageHeaders(200)['x-app-usage'])
  })
  app.route('/', oauthRoutes(context))
  app.route('/', insightsRoutes(context))
  app.route('/', pageRoutes(context))

  const control = new Hono<SandboxEnv>()
  /** A connected account without the browser: a long-lived user token. */
  control.post('/tokens', async (c) => {
    const { scopes, lifeMs } = await parseControl(
      c,
      z.strictObject({
        scopes: z.array(z.string()).default(SCOPES),
        lifeMs: z.int().default(60 * 86_400_000),
      }),
    )
    return c.json(
      {
        access_token: mint(context, {
          kind: 'long',
          pageId: null,
          scopes,
          expiresAt: clock.now() + lifeMs,
        }),
      },
      201,
    )
  })
  /** Every token: 460 new password, 458 app removed, 463 expired … */
  control.post('/tokens/end', async (c) => {
    const { subcode } = await parseControl(c, z.strictObject({ subcode: z.int().default(460) }))
    for (const token of Object.values(state.tokens)) token.dead = subcode
    save()
    return c.json({ ended: Object.keys(state.tokens).length })
  })
  control.post('/settings', async (c) => {
    const schema = z.strictObject({ videoMs: z.int().min(0), refuseDoubles: z.boolean() }).partial()
    return c.json(Object.assign(context.settings, await parseControl(c, schema)))
  })
  control.get('/ledger', (c) =>
    c.json({
      posts: state.posts,
      photos: Object.values(state.photos),
      videos: Object.values(state.videos),
    }),
  )

  return {
    name: 'facebook',
    app,
    control,
    errorBody: graphErrorBody,
    errorHeaders: usageHeaders,
    reset: () => {
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
    },
  }
}
