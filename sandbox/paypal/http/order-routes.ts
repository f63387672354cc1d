import { Hono } from 'hono'

import type { ProviderContext } from '../context'
import { invalid } from '../errors'
import { captureOrder, createOrder, getOrder } from '../orders/orders'
import { patchOrder } from '../orders/patch'
import { captureOrderSchema, createOrderSchema } from '../orders/schema'
import { capturedMinimal, orderMinimal, orderView } from '../orders/views'
import { ORDER_KEY_LIFE_MS, type RunOnce } from './idempotency'
import { type PayPalEnv, readJson, requestIdOf, wantsRepresentation } from './request-context'
import { parseBody } from './zod-issues'

/** Orders v2: create, get, patch, capture. */
export function orderRoutes(context: ProviderContext, once: RunOnce) {
  const app = new Hono<PayPalEnv>()

  app.post('/v2/checkout/orders', async (c) => {
    const clientId = c.get('clientId')
    const requestId = requestIdOf(c)
    const body = parseBody(createOrderSchema, await readJson(c))
    if (body.payment_source && requestId === undefined) {
      throw invalid('PAYPAL_REQUEST_ID_REQUIRED', {
        field: 'PayPal-Request-Id',
        location: 'header',
      })
    }
    const operation = { clientId, name: 'create', requestId, keyLifeMs: ORDER_KEY_LIFE_MS }
    const { resourceId, replayed } = await once(
      operation,
      () => createOrder(context, clientId, body).id,
    )
    const order = getOrder(context, clientId, resourceId)
    return c.json(
      (wantsRepresentation(c) ? orderView : orderMinimal)(context, order),
      replayed ? 200 : 201,
    )
  })

  app.get('/v2/checkout/orders/:id', (c) =>
    c.json(orderView(context, getOrder(context, c.get('clientId'), c.req.param('id')))),
  )

  app.patch('/v2/checkout/orders/:id', async (c) => {
    const operations = await readJson(c)
    patchOrder(context, getOrder(context, c.get('clientId'), c.req.param('id')), operations)
    return c.body(null, 204)
  })

  app.post('/v2/checkout/orders/:id/capture', async (c) => {
    const clientId = c.get('clientId')
    const requestId = requestIdOf(c)
    parseBody(captureOrderSchema, await readJson(c))
    const { id } = getOrder(context, clientId, c.req.param('id'))
    const operation = { clientId, name: `capture:${id}`, requestId, keyLifeMs: ORDER_KEY_LIFE_MS }
    const { replayed } = await once(operation, () => {
      captureOrder(context, getOrder(context, clientId, id))
      return id
    })
    const order = getOrder(context, clientId, id)
    return c.json(
      (wantsRepresentation(c) ? orderView : capturedMinimal)(context, order),
      replayed ? 200 : 201,
    )
  })

  return app
}
