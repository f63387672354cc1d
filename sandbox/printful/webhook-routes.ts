import { randomBytes } from 'node:crypto'

import { Hono } from 'hono'
import { z } from 'zod'

import { needs, type PrintfulEnv } from './auth'
import type { ProviderContext } from './context'
import { notFound, parse, refuse } from './errors'
import { readJson, result } from './response'
import type { WebhooksV2 } from './state'
import { TYPES_V1, TYPES_V2 } from './webhooks'

const address = z.url({ protocol: /^https?$/ })
const v1Schema = z.looseObject({
  url: address,
  types: z.array(z.string()).min(1),
  params: z.record(z.string(), z.unknown()).optional(),
})
const eventSchema = z.looseObject({
  type: z.string(),
  url: address.nullish(),
  params: z.array(z.unknown()).optional(),
})
const v2Schema = z.looseObject({
  default_url: address.nullish(),
  expires_at: z.string().nullish(),
  events: z.array(eventSchema).min(1),
})

/** `/webhooks` (reference, section 9): one address for the store, and each POST replaces everything. */
export function webhookRoutesV1(context: ProviderContext) {
  const app = new Hono<PrintfulEnv>()
  const view = () => context.state.webhooksV1 ?? { url: null, types: [], params: {} }
  app.use('/webhooks', needs('webhooks'))
  app.get('/webhooks', (c) => c.json(result(view())))
  app.post('/webhooks', async (c) => {
    const { url, types, params = {} } = parse(v1Schema, await readJson(c))
    const unknown = types.find((type) => !TYPES_V1.includes(type))
    if (unknown && context.settings.refuseUnknownTypes)
      throw refuse(`Unknown webhook type: ${unknown}`)
    context.state.webhooksV1 = {
      url,
      types: types.filter((type) => TYPES_V1.includes(type)),
      params,
    }
    context.save()
    return c.json(result(view()))
  })
  app.delete('/webhooks', (c) => {
    context.state.webhooksV1 = null
    context.save()
    return c.json(result(view()))
  })
  return app
}

/** `/v2/webhooks` (reference, section 10): posting again rotates the key, which is shown only then. */
export function webhookRoutesV2(context: ProviderContext) {
  const app = new Hono<PrintfulEnv>().basePath('/v2')
  const config = (): WebhooksV2 => {
    if (!context.state.webhooksV2) throw notFound()
    return context.state.webhooksV2
  }
  const view = ({ defaultUrl, expiresAt, events, publicKey }: WebhooksV2) => ({
    default_url: defaultUrl,
    expires_at: expiresAt,
    events,
    public_key: publicKey,
  })
  const eventOf = ({ type, url, params }: z.output<typeof eventSchema>) => {
    if (!TYPES_V2.includes(type)) throw refuse(`Unknown event type: ${type}`)
    return { type, url: url ?? null, params: params ?? [] }
  }

  app.use('/webhooks/*', needs('webhooks'))
  app.use('/webhooks', needs('webhooks'))
  app.get('/webhooks', (c) => c.json({ data: view(config()) }))
  app.post('/webhooks', async (c) => {
    const { default_url, expires_at, events } = parse(v2Schema, await readJson(c))
    context.state.webhooksV2 = {
      defaultUrl: default_url ?? null,
      expiresAt: expires_at ?? null,
      events: events.map(eventOf),
      publicKey: randomBytes(16).toString('hex'),
      secretKey: randomBytes(32).toString('hex'),
    }
    context.save()
    return c.json({ data: { ...view(config()), secret_key: config().secretKey } })
  })
  app.delete('/webhooks', (c) => {
    context.state.webhooksV2 = null
    context.save()
    return c.body(null, 204)
  })
  app.get('/webhooks/:type', (c) => {
    const event = config().events.find(({ type }) => type === c.req.param('type'))
    if (!event) throw notFound()
    return c.json({ data: event })
  })
  app.post('/webhooks/:type', async (c) => {
    const event = eventOf({
      ...parse(eventSchema.partial({ type: true }), await readJson(c)),
      type: c.req.param('type'),
    })
    config().events = [...config().events.filter(({ type }) => type !== event.type), event]
    context.save()
    return c.json({ data: event })
  })
  app.delete('/webhooks/:type', (c) => {
    config().events = config().events.filter(({ type }) => type !== c.req.param('type'))
    context.save()
    return c.body(null, 204)
  })
  return app
}
