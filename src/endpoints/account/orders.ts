import { toDecimal } from '../../domain/money'
import { notFound } from '../../errors'
import { getOwnOrder } from '../../queries/get-buyer-order'
import { listOwnOrders } from '../../queries/list-own-orders'
import { ownOrderAnswer, ownOrderParams, ownOrdersAnswer, pageQuery } from '../../schemas/own'
import { pageHeaders } from '../page-headers'
import { endpoint } from '../endpoint'
import { personOf } from './person-of'

export const ownOrderEndpoints = [
  endpoint({
    method: 'get', path: '/api/account/orders', summary: 'Your orders, the newest first', signedIn: true, query: pageQuery, answer: ownOrdersAnswer, limit: { points: 240, seconds: 600 },
    handle: async (req, { query }) => {
      const found = await listOwnOrders(req.payload, personOf(req).id, query.page)
      const orders = found.orders.map(({ totalCents, ...order }) => ({ ...order, total: toDecimal(totalCents) }))
      return Response.json(orders, { headers: pageHeaders(req, found) })
    },
  }),
  endpoint({
    method: 'get', path: '/api/account/orders/:orderNumber', summary: 'How an order of yours stands', signedIn: true, params: ownOrderParams, answer: ownOrderAnswer, limit: { points: 240, seconds: 600 },
    handle: async (req, { params }) => {
      const order = await getOwnOrder(req.payload, params.orderNumber, personOf(req).id)
      if (!order) throw notFound('This order')
      return { orderNumber: order.orderNumber, status: order.status, paymentState: order.paymentState }
    },
  }),
]
