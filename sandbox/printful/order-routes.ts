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

/** Orders v1 (reference, section 6). Creates answer 200, not 201. */
export function orderRoutes(context: ProviderContext) {
  const app = new Hono<PrintfulEnv>()
  const order = (c: Context): OrderRecord => {
    const found = findOrder(context, c.req.param('id') ?? '')
    if (!found) throw notFound()
    return found
  }
  const answer = (c: Context, one: OrderRecord) => c.json(result(orderView(context, one)))

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
    return answer(
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

  app.get('/orders/:id', (c) => answer(c, order(c)))

  app.put('/orders/:id', async (c) =>
    answer(
      c,
      updateOrder(
        context,
        order(c),
        parse(updateOrderSchema, await readJson(c)),
        flag(c.req.query('confirm')),
      ),
    ),
  )

  app.post('/orders/:id/confirm', (c) => {
    const found = order(c)
    confirmOrder(context, found)
    context.save()
    return answer(c, found)
  })

  app.delete('/orders/:id', (c) => {
    const found = order(c)
    cancelOrder(context, found)
    return answer(c, found)
  })

  return app
}
