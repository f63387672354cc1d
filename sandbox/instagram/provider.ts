import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse'
import { createPictures } from '../core/pictures'
import type { Ground, Provider, SandboxApp, SandboxEnv } from '../core/provider'
import { answerGraphError, gone, graphErrorBody, usageHeaders } from '../graph/errors'
import { liveVersion } from '../graph/versions'
import { oauthRoutes } from './oauth'
import { publishingRoutes } from './publishing'
import { readingRoutes } from './reading'
import { DAY, emptyState, SCOPES } from './state'
import { mint, USUAL, type World } from './world'

/** The Instagram API with Instagram Login for one professional account: www, api and graph in one. */
export function createInstagram(ground: Ground): Provider {
  const { state, save, clear } = ground.store(emptyState)
  const { clock, origin } = ground
  const world: World = { state, save, clock, origin, pictures: createPictures(ground), settings: { ...USUAL } }

  const app = new Hono<SandboxEnv>()
  app.onError(answerGraphError('Instagram'))
  app.notFound((c) => answerGraphError('Instagram')(gone(c.req.path), c))
  app.route('/', world.pictures.app)
  app.route('/', oauthRoutes(world))
  app.use(liveVersion, async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(usageHeaders(200))) c.header(name, value)
  })
  app.route('/', publishingRoutes(world))
  app.route('/', readingRoutes(world))

  return {
    name: 'instagram',
    app,
    control: instagramControl(world),
    errorBody: graphErrorBody,
    errorHeaders: usageHeaders,
    reset: () => {
      clear()
      Object.assign(world.settings, USUAL)
    },
  }
}

const settingsSchema = z.strictObject({
  wrapped: z.boolean(), linkLifeMs: z.int().min(0), containerMs: z.int().min(0), containerFate: z.enum(['finish', 'error', 'stuck']), quota: z.int().min(0),
}).partial()
const tokenSchema = z.strictObject({ scopes: z.array(z.string()).default(SCOPES), kind: z.enum(['short', 'long']).default('long'), ageMs: z.int().min(0).default(2 * DAY), lifeMs: z.int().optional() })

/** What happens to tokens and posts at Instagram without the shop. */
function instagramControl(world: World): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const { state, clock } = world

  app.post('/tokens', async (c) => {
    const { scopes, kind, ageMs, lifeMs } = await parseControl(c, tokenSchema)
    const { value, expiresIn } = mint(world, kind, scopes, clock.now() - ageMs, lifeMs)
    return c.json({ access_token: value, expires_in: expiresIn }, 201)
  })
  /** 463 expired, 460 new password, 458 app removed, 459 checkpoint, 467 invalid. */
  app.post('/tokens/end', async (c) => {
    const { subcode } = await parseControl(c, z.strictObject({ subcode: z.int().default(463) }))
    for (const token of Object.values(state.tokens)) token.dead = subcode
    world.save()
    return c.json({ ended: Object.keys(state.tokens).length })
  })
  /** Permissions taken back at Instagram: every token keeps only these. */
  app.post('/tokens/scopes', async (c) => {
    const { scopes } = await parseControl(c, z.strictObject({ scopes: z.array(z.string()) }))
    for (const token of Object.values(state.tokens)) token.scopes = scopes
    world.save()
    return c.json({ scopes })
  })
  app.post('/media', async (c) => {
    const { caption } = await parseControl(c, z.strictObject({ caption: z.string().nullable().default('A new post') }))
    const id = String(17_800_000_000_000_000n + BigInt((state.lastId += 1)))
    state.media.unshift({
      id, caption, type: 'IMAGE', productType: 'FEED', file: `ig-new-${id}.jpg`, thumbnail: null, children: [], permalink: `/p/E${id.slice(-9)}/`, at: clock.now(), likes: 0, comments: 0, altText: null,
      hidden: false, linkLifeMs: null,
    })
    world.save()
    return c.json({ id }, 201)
  })
  app.delete('/media/:id', (c) => {
    state.media = state.media.filter(({ id }) => id !== c.req.param('id'))
    world.save()
    return c.body(null, 204)
  })
  app.post('/settings', async (c) => c.json(Object.assign(world.settings, await parseControl(c, settingsSchema))))
  app.get('/ledger', (c) => c.json({
    media: state.media.map(({ id, type, caption, hidden }) => ({ id, type, caption, hidden })), containers: Object.values(state.containers), published: state.publishedAt.length,
  }))

  return app
}
