import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl, unknown } from '../control/parse-body'
import type { SandboxApp, SandboxEnv } from '../core/provider'
import { ELIGIBLE_METHODS, type ProviderContext } from './context'
import { addPastCaptures, pastCapturesSchema } from './control-captures'
import { newId } from './ids'
import { approveOrder, isOpen } from './orders/orders'
import { moneySchema, shippingSchema } from './orders/schema'
import { orderView } from './orders/views'
import { refundCapture, resolvePending } from './payments/payments'
import { captureWithOrder, refundView } from './payments/views'
import { SOURCES } from './state'
import type { Dispatcher } from './webhooks/dispatcher'
import { webhookSettingsSchema } from './webhooks/settings'

const approvalSchema = z.strictObject({
  funding: z.enum(['ok', 'decline', 'card-decline', 'pending']).default('ok'),
  source: z.enum(SOURCES).default('paypal'),
  /** What the bank answers to 3-D Secure, of a card from the browser's fields or of Google Pay. */
  authentication: z
    .strictObject({
      liability_shift: z.string(),
      three_d_secure: z
        .strictObject({
          enrollment_status: z.string().optional(),
          authentication_status: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  /** What the processor of a declined card answers. */
  responseCode: z.string().default('0500'),
  /** The reason a pending capture gives. */
  reason: z.string().default('ECHECK'),
})

const disputeSchema = z.strictObject({
  captureId: z.string(),
  event: z.enum(['CREATED', 'UPDATED', 'RESOLVED']).default('CREATED'),
  disputeId: z.string().optional(),
  reason: z.string().default('MERCHANDISE_OR_SERVICE_NOT_RECEIVED'),
})
const refundControlSchema = z.strictObject({
  captureId: z.string(),
  amount: moneySchema.optional(),
})

/** What happens on PayPal's side without the shop: the buyer, the bank, the merchant's dashboard, the network. */
export function payPalControl(
  context: ProviderContext,
  dispatcher: Dispatcher,
  setDefaultWebhook: (url: string | null | undefined) => void,
): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const { state } = context
  const findCapture = (id: string) => state.captures[id] ?? unknown('capture', id)

  app.post('/orders/:id/approve', async (c) => {
    const { reason, authentication, ...approval } = await parseControl(c, approvalSchema)
    const order = state.orders[c.req.param('id')] ?? unknown('order', c.req.param('id'))
    if (!isOpen(context, order))
      return c.json(
        { error: `An order that is ${order.status} or expired cannot be approved` },
        409,
      )
    approveOrder(context, order, {
      ...approval,
      pendingReason: reason,
      ...(authentication && {
        card: { last_digits: '1881', brand: 'VISA', authentication_result: authentication },
      }),
    })
    return c.json(orderView(context, order))
  })

  app.post('/captures', async (c) =>
    c.json({ added: addPastCaptures(context, await parseControl(c, pastCapturesSchema)) }, 201),
  )

  app.post('/captures/:id/:outcome{complete|deny}', (c) => {
    const capture = findCapture(c.req.param('id'))
    const done = resolvePending(
      context,
      capture,
      c.req.param('outcome') === 'complete' ? 'COMPLETED' : 'DENIED',
    )
    if (!done) return c.json({ error: `The capture is ${capture.status}, not PENDING` }, 409)
    return c.json(captureWithOrder(context, capture))
  })

  app.post('/refunds', async (c) => {
    const { captureId, amount } = await parseControl(c, refundControlSchema)
    return c.json(
      refundView(context, refundCapture(context, findCapture(captureId), amount ? { amount } : {})),
      201,
    )
  })

  /** A bank takes the money back: the event's resource is a refund whose `up` is the capture. */
  app.post('/captures/:id/reverse', (c) => {
    const capture = findCapture(c.req.param('id'))
    const [id, { amount }] = [newId(), capture]
    const resource = {
      id,
      status: 'COMPLETED',
      amount,
      create_time: context.clock.iso(),
      links: [
        {
          href: `${context.origin()}/v2/payments/captures/${capture.id}`,
          rel: 'up',
          method: 'GET',
        },
      ],
    }
    context.publish(capture.clientId, {
      type: 'PAYMENT.CAPTURE.REVERSED',
      resourceType: 'refund',
      summary: `A ${amount.value} ${amount.currency_code} payment was reversed`,
      resource,
    })
    return c.json(resource, 201)
  })

  /** The buyer opens a case about a capture, adds to it, or it is decided. */
  app.post('/disputes', async (c) => {
    const { captureId, event, disputeId, reason } = await parseControl(c, disputeSchema)
    const { clientId, amount, orderId } = findCapture(captureId)
    const resource = {
      dispute_id: disputeId ?? `PP-D-${newId().slice(0, 6)}`,
      reason,
      status: event === 'RESOLVED' ? 'RESOLVED' : 'OPEN',
      dispute_amount: amount,
      dispute_life_cycle_stage: 'INQUIRY',
      create_time: context.clock.iso(),
      update_time: context.clock.iso(),
      disputed_transactions: [
        {
          seller_transaction_id: captureId,
          custom: state.orders[orderId]?.units[0]?.custom_id,
          seller_protection_eligible: true,
        },
      ],
    }
    context.publish(clientId, {
      type: `CUSTOMER.DISPUTE.${event}`,
      resourceType: 'dispute',
      summary: `A dispute was ${event.toLowerCase()}`,
      resource,
    })
    return c.json(resource, 201)
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
    Object.assign(
      context.settings,
      await parseControl(
        c,
        z.strictObject({
          processingMs: z.int().min(0).max(600_000).optional(),
          eligible: z.array(z.enum(ELIGIBLE_METHODS)).optional(),
          eligibility: z.enum(['ok', 'fails', 'hangs']).optional(),
          shipping: shippingSchema.optional(),
          hasApplePayDevice: z.boolean().optional(),
          isAppleDomainRegistered: z.boolean().optional(),
        }),
      ),
    )
    return c.json(context.settings)
  })

  app.get('/ledger', (c) =>
    c.json({
      orders: Object.values(state.orders).map((order) => ({
        client_id: order.clientId,
        ...orderView(context, order),
      })),
      captures: Object.values(state.captures).map((capture) => captureWithOrder(context, capture)),
      refunds: Object.values(state.refunds).map((refund) => ({
        capture_id: refund.captureId,
        ...refundView(context, refund),
      })),
      events: Object.values(state.events).map((event): unknown => JSON.parse(event.raw)),
      undelivered: Object.values(state.deliveries),
    }),
  )

  return app
}
