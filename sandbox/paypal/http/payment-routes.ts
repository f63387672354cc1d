import { Hono } from 'hono'

import type { World } from '../context'
import { getCapture, getRefund, refundCapture, refundSchema } from '../payments/payments'
import { captureWithOrder, refundMinimal, refundView } from '../payments/views'
import { type Once, PAYMENT_KEY_LIFE_MS } from './idempotency'
import { type PayPalEnv, readJson, requestIdOf, wantsRepresentation } from './request-context'
import { parseBody } from './zod-issues'

/** Payments v2: read a capture, refund it, read a refund. */
export function paymentRoutes(world: World, once: Once) {
  const app = new Hono<PayPalEnv>()

  app.get('/v2/payments/captures/:id', (c) =>
    c.json(captureWithOrder(world, getCapture(world, c.get('clientId'), c.req.param('id')))),
  )

  app.post('/v2/payments/captures/:id/refund', async (c) => {
    const clientId = c.get('clientId')
    const requestId = requestIdOf(c)
    const request = parseBody(refundSchema, await readJson(c))
    const capture = getCapture(world, clientId, c.req.param('id'))
    const operation = {
      clientId,
      name: `refund:${capture.id}`,
      requestId,
      keyLifeMs: PAYMENT_KEY_LIFE_MS,
    }
    const { resourceId, replayed } = await once(
      operation,
      () => refundCapture(world, capture, request).id,
    )
    const refund = getRefund(world, clientId, resourceId)
    return c.json(
      (wantsRepresentation(c) ? refundView : refundMinimal)(world, refund),
      replayed ? 200 : 201,
    )
  })

  app.get('/v2/payments/refunds/:id', (c) =>
    c.json(refundView(world, getRefund(world, c.get('clientId'), c.req.param('id')))),
  )

  return app
}
