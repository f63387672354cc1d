import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import { DEFAULT_SETTINGS, type ProviderContext } from './context'
import { errorBody, LinkedInError, toErrorBody } from './errors'
import { mintTokens, oauthRoutes } from './oauth'
import { resourceRoutes } from './routes'
import { emptyState, SCOPES } from './state'

/** LinkedIn for one member and one organization: consent, posts, images, and analytics. */
export function createLinkedIn(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock, origin } = runtime
  const context: ProviderContext = { state, save, clock, origin, settings: { ...DEFAULT_SETTINGS } }

  const app = new Hono<SandboxEnv>()
  app.onError((error, c) => {
    if (error instanceof LinkedInError) return c.json(toErrorBody(error), error.status as 400)
    console.error('The LinkedIn sandbox failed:', error)
    return c.json(errorBody(500) as object, 500)
  })
  app.notFound((c) => c.json(errorBody(404) as object, 404))
  app.route('/', createPictures(runtime).app)
  app.route('/', oauthRoutes(context))
  app.route('/', resourceRoutes(context))

  const control = new Hono<SandboxEnv>()
  /** Issues tokens without the consent page. */
  control.post('/tokens', async (c) => {
    const { scopes, expiresIn } = await parseControl(
      c,
      z.strictObject({
        scopes: z.array(z.string()).default(SCOPES),
        expiresIn: z.int().optional(),
      }),
    )
    const tokens = mintTokens(state, clock, scopes, {
      withRefresh: context.settings.refreshTokens,
      ...(expiresIn !== undefined && { expiresIn }),
    })
    save()
    return c.json(tokens, 201)
  })
  control.post('/tokens/revoke', (c) => {
    Object.assign(state, { tokens: {}, refresh: {} })
    save()
    return c.json({ revoked: true })
  })
  control.post('/settings', async (c) => {
    const schema = z
      .strictObject({
        refreshTokens: z.boolean(),
        oldestVersion: z.int(),
        newestVersion: z.int(),
        assetMs: z.int().min(0),
        postsPerDay: z.int().min(0),
      })
      .partial()
    return c.json(Object.assign(context.settings, await parseControl(c, schema)))
  })
  control.get('/ledger', (c) =>
    c.json({
      posts: state.posts,
      assets: Object.values(state.assets).map(({ uploadKey: _key, ...asset }) => asset),
    }),
  )

  return {
    name: 'linkedin',
    app,
    control,
    errorBody,
    reset: () => {
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
    },
  }
}
