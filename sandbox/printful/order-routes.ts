import { type Context, Hono } from 'hono'

import { needs, type PrintfulEnv } from './auth'
import type { ProviderContext } from './context'
import { costsOf, isMethod } from './costs'
import { notFound, parse, refuse } from './errors'
import { findOrder } from './lookup'
import { createOrderSchema, updateOrderSchema } from './order-schema'
import {
  cancelOrder,
  checkedRecipient,
  confirmOrder,
  createOrder,
  itemOf,
  updateOrder,
} from './orders'
import { flag, page, readJson, result } from './response'
import type { OrderRecord } from './state'
import { orderView } from './views'

/** Orders v1 (reference, section 6). Creates respond 200, not 201. */
export function orderRoutes(context: ProviderContext) {
  const app = new Hono<PrintfulEnv>()
  const getOrder = (c: Context): OrderRecord => {
    const order = findOrder(context, c.req.param('id') ?? '')
    if (!order) throw notFound()
    return order
  }
  const respond = (c: Context, one: OrderRecord) => c.json(result(orderView(context, one)))

  app.use('/orders/*', needs('orders'))
  app.use('/orders', needs('orders'))

  app.get('/orders', (c) => {
    const status = c.req.query('status')
    const rows = Object.values(context.state.orders)
      .filter((one) => !status || one.status === status)
      .reverse()
    return c.json(page(c, rows, (one) => orderView(context, one)))
  })

  app.post('/orders', async (c) => {
    const request = parse(createOrderSchema, await readJson(c))
    return respond(
      c,
      createOrder(context, request, {
        confirm: flag(c.req.query('confirm')),
        updateExisting: flag(c.req.query('update_existing')),
      }),
    )
  })

  /** Here amounts are numbers, unlike in orders. */
  app.post('/orders/estimate-costs', async (c) => {
    const request = parse(createOrderSchema, await readJson(c))
    const method = request.shipping ?? 'STANDARD'
    if (!isMethod(method)) throw refuse(`Invalid shipping method: ${method}`, 'OR-4')
    const recipient = checkedRecipient(request.recipient)
    const nobody = { items: [] } as unknown as OrderRecord
    const items = request.items.map((item) => itemOf(context, nobody, item))
    const { currency, digitization, ...amounts } = costsOf(items, recipient, method)
    const costs = {
      currency,
      ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, Number(value)])),
      digitization,
    }
    const subtotal = items.every(({ retailPrice }) => retailPrice !== null)
      ? items.reduce((sum, item) => sum + Number(item.retailPrice) * item.quantity, 0)
      : null
    return c.json(
      result({
        costs,
        retail_costs: {
          currency: 'USD',
          subtotal,
          discount: null,
          shipping: null,
          tax: null,
          vat: null,
          total: subtotal,
        },
      }),
    )
  })

  app.get('/orders/:id', (c) => respond(c, getOrder(c)))

  app.put('/orders/:id', async (c) =>
    respond(
      c,
      updateOrder(
        context,
        getOrder(c),
        parse(updateOrderSchema, await readJson(c)),
        flag(c.req.query('confirm')),
      ),
    ),
  )

  app.post('/orders/:id/confirm', (c) => {
    const order = getOrder(c)
    confirmOrder(context, order)
    context.save()
    return respond(c, order)
  })

  app.delete('/orders/:id', (c) => {
    const order = getOrder(c)
    cancelOrder(context, order)
    return respond(c, order)
  })

  return app
}
