import { Hono } from 'hono'
import { z } from 'zod'

import type { SandboxApp, SandboxEnv } from '../core/provider'
import { parseControl, unknown } from '../control/parse'
import { approveOrder, isOpen } from './orders/orders'
import { moneySchema } from './orders/schema'
import { orderView } from './orders/views'
import { refundCapture, resolvePending } from './payments/payments'
import { captureWithOrder, refundView } from './payments/views'
import type { Dispatcher } from './webhooks/dispatcher'
import { webhookSettingsSchema } from './webhooks/settings'
import type { World } from './world'

const approvalSchema = z.strictObject({
  funding: z.enum(['ok', 'decline', 'pending']).default('ok'),
  /** The reason a pending capture gives. */
  reason: z.string().default('ECHECK'),
})

const refundControlSchema = z.strictObject({ captureId: z.string(), amount: moneySchema.optional() })

/** What happens on PayPal's side without the shop: the buyer, the bank, the merchant's dashboard, the network. */
export function payPalControl(
  world: World,
  dispatcher: Dispatcher,
  setDefaultWebhook: (url: string | null | undefined) => void,
): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const { state } = world
  const findCapture = (id: string) => state.captures[id] ?? unknown('capture', id)

  app.post('/orders/:id/approve', async (c) => {
    const { funding, reason } = await parseControl(c, approvalSchema)
    const order = state.orders[c.req.param('id')] ?? unknown('order', c.req.param('id'))
    if (!isOpen(world, order)) return c.json({ error: `An order that is ${order.status} or expired cannot be approved` }, 409)
    approveOrder(world, order, funding, reason)
    return c.json(orderView(world, order))
  })

  app.post('/captures/:id/:outcome{complete|deny}', (c) => {
    const capture = findCapture(c.req.param('id'))
    const done = resolvePending(world, capture, c.req.param('outcome') === 'complete' ? 'COMPLETED' : 'DENIED')
    if (!done) return c.json({ error: `The capture is ${capture.status}, not PENDING` }, 409)
    return c.json(captureWithOrder(world, capture))
  })

  app.post('/refunds', async (c) => {
    const { captureId, amount } = await parseControl(c, refundControlSchema)
    return c.json(refundView(world, refundCapture(world, findCapture(captureId), amount ? { amount } : {})), 201)
  })

  app.post('/webhooks/settings', async (c) => {
    const { url, ...settings } = await parseControl(c, webhookSettingsSchema)
    if (url !== undefined) setDefaultWebhook(url)
    Object.assign(dispatcher.settings, settings)
    if (settings.paused === false) dispatcher.resume()
    return c.json({ ...dispatcher.settings, webhooks: Object.values(state.webhooks) })
  })

  app.post('/webhooks/flush', async (c) => c.json({ deliveries: await dispatcher.flush() }))

  app.post('/webhooks/redeliver', async (c) => {
    const { eventId } = await parseControl(c, z.strictObject({ eventId: z.string() }))
    dispatcher.redeliver(state.events[eventId] ?? unknown('event', eventId))
    return c.json({ queued: true }, 202)
  })

  app.post('/settings', async (c) => {
    Object.assign(world.settings, await parseControl(c, z.strictObject({ processingMs: z.int().min(0).max(600_000) })))
    return c.json(world.settings)
  })

  app.get('/ledger', (c) =>
    c.json({
      orders: Object.values(state.orders).map((order) => ({ client_id: order.clientId, ...orderView(world, order) })),
      captures: Object.values(state.captures).map((capture) => captureWithOrder(world, capture)),
      refunds: Object.values(state.refunds).map((refund) => ({ capture_id: refund.captureId, ...refundView(world, refund) })),
      events: Object.values(state.events).map((event): unknown => JSON.parse(event.raw)),
      undelivered: Object.values(state.deliveries),
    }),
  )

  return app
}
