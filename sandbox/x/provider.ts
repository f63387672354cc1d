import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import { errorBody, problem, XError } from './errors'
import { mintTokens, oauthRoutes } from './oauth'
import { DEFAULT_SETTINGS, postRoutes, type ProviderContext } from './routes'
import { emptyState, SCOPES } from './state'

const PROBLEM = { 'content-type': 'application/problem+json' }

/** X for one account: consent with PKCE, posts, media and public numbers, all of it paid from credits. */
export function createX(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock } = runtime
  const context: ProviderContext = { state, save, clock, settings: { ...DEFAULT_SETTINGS } }
  const posts = postRoutes(context)

  const app = new Hono<SandboxEnv>()
  app.onError((error, c) => {
    if (error instanceof XError)
      return c.json(problem(error), error.status, { ...PROBLEM, ...error.headers })
    console.error('The X sandbox failed:', error)
    return c.json(errorBody(500) as object, 500, PROBLEM)
  })
  app.notFound((c) => c.json(errorBody(404) as object, 404, PROBLEM))
  app.route('/', oauthRoutes(context))
  app.route('/', posts.app)

  const control = new Hono<SandboxEnv>()
  /** A connected account without the browser. */
  control.post('/tokens', async (c) => {
    const { scopes, expiresIn } = await parseControl(
      c,
      z.strictObject({
        scopes: z.array(z.string()).default(SCOPES),
        expiresIn: z.int().optional(),
      }),
    )
    const tokens = mintTokens(state, clock, scopes, expiresIn)
    save()
    return c.json(tokens, 201)
  })
  control.post('/tokens/revoke', (c) => {
    Object.assign(state, { access: {}, refresh: {} })
    save()
    return c.json({ revoked: true })
  })
  control.post('/settings', async (c) => {
    const schema = z
      .strictObject({
        postsPer15Minutes: z.int().min(0),
        processingMs: z.int().min(0),
        creditsUsd: z.number().min(0),
      })
      .partial()
    const { creditsUsd, ...settings } = await parseControl(c, schema)
    if (creditsUsd !== undefined) state.credits = Math.round(creditsUsd * 1_000)
    Object.assign(context.settings, settings)
    posts.reset()
    save()
    return c.json({ ...context.settings, creditsUsd: state.credits / 1_000 })
  })
  control.get('/ledger', (c) =>
    c.json({
      posts: state.tweets,
      media: Object.values(state.media),
      creditsUsd: state.credits / 1_000,
      spent: state.spent.map((one) => ({ ...one, amount: one.amount / 1_000 })),
    }),
  )

  return {
    name: 'x',
    app,
    control,
    errorBody,
    errorHeaders: (status) => ({
      ...PROBLEM,
      ...(status === 429 && {
        'x-rate-limit-limit': '100',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.ceil(clock.now() / 1_000) + 60),
      }),
    }),
    reset: () => {
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
      posts.reset()
    },
  }
}
