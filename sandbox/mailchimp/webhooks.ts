import { randomBytes } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { z } from 'zod'

import type { SandboxEnv } from '../core/provider'
import type { WebhookDelivery } from '../core/webhook-dispatcher'
import { invalid, notFound } from './errors'
import type { ProviderContext } from './members'
import { parse, readJson } from './routes'
import type { ListRecord, WebhookRecord } from './state'

const flags = <Names extends string>(names: readonly Names[]) =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, z.boolean().optional()])))
const EVENTS = ['subscribe', 'unsubscribe', 'profile', 'cleaned', 'upemail', 'campaign'] as const
const SOURCES = ['user', 'admin', 'api'] as const
const schema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  events: flags(EVENTS).optional(),
  sources: flags(SOURCES).optional(),
})

const CHECK_TIMEOUT_MS = 5_000

/** Tries for 75 minutes, at growing intervals; here a minute is the dispatcher's `retryMs`. */
export const BACKOFF = [1, 2, 4, 8, 15, 20, 25]

/** `/lists/{id}/webhooks` (reference, section 7): the address must respond to a GET with 200 before it is accepted. */
export function webhookRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>()
  const list = (c: Context): ListRecord => {
    const match = context.state.lists[c.req.param('list') ?? '']
    if (!match) throw notFound()
    return match
  }
  const hook = (c: Context, from: ListRecord): WebhookRecord => {
    const match = from.webhooks.find(({ id }) => id === c.req.param('id'))
    if (!match) throw notFound()
    return match
  }
  const view = ({ id }: ListRecord, one: WebhookRecord) => ({ ...one, list_id: id, _links: [] })

  app.get('/lists/:list/webhooks', (c) => {
    const from = list(c)
    return c.json({
      webhooks: from.webhooks.map((one) => view(from, one)),
      list_id: from.id,
      total_items: from.webhooks.length,
      _links: [],
    })
  })
  app.post('/lists/:list/webhooks', async (c) => {
    const to = list(c)
    const { url, events = {}, sources = {} } = parse(schema, await readJson(c))
    if (to.webhooks.some((one) => one.url === url))
      throw invalid('url', "Sorry, you can't set up multiple WebHooks for one URL")
    await assertReachable(url)
    const fresh = {
      id: randomBytes(5).toString('hex'),
      url,
      events: asFlags(EVENTS, events),
      sources: asFlags(SOURCES, sources),
    }
    to.webhooks.push(fresh)
    context.save()
    return c.json(view(to, fresh))
  })
  app.get('/lists/:list/webhooks/:id', (c) => {
    const from = list(c)
    return c.json(view(from, hook(c, from)))
  })
  app.patch('/lists/:list/webhooks/:id', async (c) => {
    const from = list(c)
    const webhook = hook(c, from)
    const change = parse(schema.partial({ url: true }), await readJson(c))
    if (change.url !== undefined && change.url !== webhook.url) await assertReachable(change.url)
    webhook.url = change.url ?? webhook.url
    webhook.events = { ...webhook.events, ...(change.events as Record<string, boolean>) }
    webhook.sources = { ...webhook.sources, ...(change.sources as Record<string, boolean>) }
    context.save()
    return c.json(view(from, webhook))
  })
  app.delete('/lists/:list/webhooks/:id', (c) => {
    const from = list(c)
    const webhook = hook(c, from)
    from.webhooks = from.webhooks.filter((one) => one !== webhook)
    context.save()
    return c.body(null, 204)
  })

  return app
}

const asFlags = (names: readonly string[], enabled: Record<string, unknown>) =>
  Object.fromEntries(names.map((name) => [name, enabled[name] === true]))

async function assertReachable(url: string): Promise<void> {
  const status = await fetch(url, {
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    redirect: 'manual',
  }).then(
    (response) => response.status,
    () => 0,
  )
  if (status !== 200)
    throw invalid(
      'url',
      'The URL could not be validated. Please make sure it answers a GET with 200.',
    )
}

/** Form-encoded with bracketed keys, not JSON, and not signed. */
export function toFormRequest({ type, payload }: WebhookDelivery) {
  const { firedAt, data } = payload as { firedAt: string; data: Record<string, unknown> }
  const form = new URLSearchParams({ type, fired_at: firedAt })
  const put = (name: string, value: unknown) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) put(`${name}[${key}]`, inner)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      form.append(name, String(value))
  }
  put('data', data)
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'MailChimp (Dayfern demo)',
    },
    body: form.toString(),
  }
}
