import { Hono } from 'hono'
import { z } from 'zod'

import type { ProviderContext } from '../context'
import { invalid, unknownId } from '../errors'
import { newId } from '../ids'
import type { WebhookRecord } from '../state'
import type { Dispatcher } from '../webhooks/dispatcher'
import { createEvent } from '../webhooks/events'
import { rawMember } from '../webhooks/raw-json-member'
import { sendEvent } from '../webhooks/send-event'
import { AUTH_ALGORITHM, CERTIFICATE_PATH, type Signer } from '../webhooks/signer'
import { type PayPalEnv, readJson } from './request-context'
import { parseBody } from './zod-issues'

const subscriptionSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  event_types: z.array(z.looseObject({ name: z.string().min(1) })).min(1),
})

const verificationSchema = z.strictObject({
  auth_algo: z.string().max(100),
  cert_url: z.string().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.looseObject({}),
})

const simulationSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }).optional(),
  webhook_id: z.string().optional(),
  event_type: z.string().min(1),
})

const MAX_WEBHOOKS = 10

/** `/v1/notifications`: subscriptions, verification by postback, past events. */
export function webhookRoutes(context: ProviderContext, signer: Signer, dispatcher: Dispatcher) {
  const app = new Hono<PayPalEnv>().basePath('/v1/notifications')
  const { state } = context
  const mine = (clientId: string) =>
    Object.values(state.webhooks).filter(
      (one) => one.clientId === clientId || one.clientId === null,
    )
  const findMine = (clientId: string, id: string) => {
    const webhook = mine(clientId).find((one) => one.id === id)
    if (!webhook) throw unknownId('webhook_id', id)
    return webhook
  }
  const myEvents = (clientId: string) =>
    Object.values(state.events).filter((event) => event.clientId === clientId)
  const findEvent = (clientId: string, id: string) => {
    const event = myEvents(clientId).find((one) => one.id === id)
    if (!event) throw unknownId('event_id', id)
    return event
  }

  app.post('/webhooks', async (c) => {
    const clientId = c.get('clientId')
    const { url, event_types } = parseBody(subscriptionSchema, await readJson(c))
    if (mine(clientId).some((one) => one.url === url))
      throw invalid('WEBHOOK_URL_ALREADY_EXISTS', { field: '/url', value: url })
    if (mine(clientId).length >= MAX_WEBHOOKS) throw invalid('WEBHOOK_NUMBER_LIMIT_EXCEEDED')
    const webhook: WebhookRecord = {
      id: newId(),
      clientId,
      url,
      eventTypes: event_types.map((type) => type.name),
    }
    state.webhooks[webhook.id] = webhook
    context.save()
    return c.json(webhookView(context, webhook), 201)
  })

  app.get('/webhooks', (c) =>
    c.json({ webhooks: mine(c.get('clientId')).map((one) => webhookView(context, one)) }),
  )

  app.get('/webhooks/:id', (c) =>
    c.json(webhookView(context, findMine(c.get('clientId'), c.req.param('id')))),
  )

  app.patch('/webhooks/:id', async (c) => {
    const webhook = findMine(c.get('clientId'), c.req.param('id'))
    const operation = z.strictObject({
      op: z.literal('replace'),
      path: z.enum(['/url', '/event_types']),
      value: z.unknown(),
    })
    for (const { path, value } of parseBody(z.array(operation).min(1), await readJson(c))) {
      if (path === '/url') webhook.url = parseBody(subscriptionSchema.shape.url, value, '/url')
      else
        webhook.eventTypes = parseBody(
          subscriptionSchema.shape.event_types,
          value,
          '/event_types',
        ).map((type) => type.name)
    }
    context.save()
    return c.json(webhookView(context, webhook))
  })

  app.delete('/webhooks/:id', (c) => {
    delete state.webhooks[findMine(c.get('clientId'), c.req.param('id')).id]
    context.save()
    return c.body(null, 204)
  })

  /** A wrong signature gets a 200 with FAILURE. */
  app.post('/verify-webhook-signature', async (c) => {
    const sent = parseBody(verificationSchema, await readJson(c))
    const raw = Buffer.from(rawMember(await c.req.text(), 'webhook_event') ?? '')
    const genuine =
      sent.auth_algo === AUTH_ALGORITHM &&
      sent.cert_url === `${context.origin()}${CERTIFICATE_PATH}${await signer.certificateId()}` &&
      (await signer.verify(raw, {
        id: sent.transmission_id,
        time: sent.transmission_time,
        signature: sent.transmission_sig,
        webhookId: sent.webhook_id,
      }))
    return c.json({ verification_status: genuine ? 'SUCCESS' : 'FAILURE' })
  })

  /** A sample, signed with the words `WEBHOOK_ID` in the place of an id: it cannot be verified by postback. */
  app.post('/simulate-event', async (c) => {
    const { url, webhook_id: id, event_type: type } = parseBody(simulationSchema, await readJson(c))
    const target = url ?? (id === undefined ? undefined : findMine(c.get('clientId'), id).url)
    if (!target) throw invalid('MISSING_REQUIRED_PARAMETER', { field: '/webhook_id' })
    const resource = {
      id: newId(),
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '1.00' },
      create_time: context.clock.iso(),
      update_time: context.clock.iso(),
    }
    const { raw } = createEvent(
      c.get('clientId'),
      {
        type,
        resourceType: type.startsWith('CHECKOUT.') ? 'checkout-order' : 'capture',
        summary: 'A simulated event',
        resource,
      },
      context.clock.now(),
      context.origin(),
    )
    void sendEvent(context, signer, { raw, url: target, webhookId: 'WEBHOOK_ID', forged: false })
    return c.body(raw, 202, { 'content-type': 'application/json' })
  })

  app.get('/webhooks-events', (c) => {
    const events = myEvents(c.get('clientId'))
      .reverse()
      .map((event): unknown => JSON.parse(event.raw))
    return c.json({ events, count: events.length })
  })

  app.get('/webhooks-events/:id', (c) => {
    const { raw } = findEvent(c.get('clientId'), c.req.param('id'))
    return c.body(raw, 200, { 'content-type': 'application/json' })
  })

  app.post('/webhooks-events/:id/resend', (c) => {
    const event = findEvent(c.get('clientId'), c.req.param('id'))
    dispatcher.redeliver(event)
    return c.body(event.raw, 202, { 'content-type': 'application/json' })
  })

  return app
}

function webhookView(context: ProviderContext, { id, url, eventTypes }: WebhookRecord) {
  return {
    id,
    url,
    event_types: eventTypes.map((name) => ({ name })),
    links: [
      { href: `${context.origin()}/v1/notifications/webhooks/${id}`, rel: 'self', method: 'GET' },
    ],
  }
}
