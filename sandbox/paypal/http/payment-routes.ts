import { Hono } from 'hono'

import type { ProviderContext } from '../context'
import { getCapture, getRefund, refundCapture, refundSchema } from '../payments/payments'
import { captureWithOrder, refundMinimal, refundView } from '../payments/views'
import { PAYMENT_KEY_LIFE_MS, type RunOnce } from './idempotency'
import { type PayPalEnv, readJson, requestIdOf, wantsRepresentation } from './request-context'
import { parseBody } from './zod-issues'

/** Payments v2: read a capture, refund it, read a refund. */
export function paymentRoutes(context: ProviderContext, once: RunOnce) {
  const app = new Hono<PayPalEnv>()

  app.get('/v2/payments/captures/:id', (c) =>
    c.json(captureWithOrder(context, getCapture(context, c.get('clientId'), c.req.param('id')))),
  )

  app.post('/v2/payments/captures/:id/refund', async (c) => {
    const clientId = c.get('clientId')
    const requestId = requestIdOf(c)
    const request = parseBody(refundSchema, await readJson(c))
    const capture = getCapture(context, clientId, c.req.param('id'))
    const operation = {
      clientId,
      name: `refund:${capture.id}`,
      requestId,
      keyLifeMs: PAYMENT_KEY_LIFE_MS,
    }
    const { resourceId, replayed } = await once(
      operation,
      () => refundCapture(context, capture, request).id,
    )
    const refund = getRefund(context, clientId, resourceId)
    return c.json(
      (wantsRepresentation(c) ? refundView : refundMinimal)(context, refund),
      replayed ? 200 : 201,
    )
  })

  app.get('/v2/payments/refunds/:id', (c) =>
    c.json(refundView(context, getRefund(context, c.get('clientId'), c.req.param('id')))),
  )

  return app
}
