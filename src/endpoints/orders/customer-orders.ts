import { endpoint } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { getCustomerOrder } from '@/modules/orders/queries/get-customer-order'
import { listCustomerOrders } from '@/modules/orders/queries/list-customer-orders'
import {
  customerOrderParams,
  customerOrderResponse,
  customerOrdersResponse,
  pageQuery,
} from '@/modules/orders/schemas/customer-orders'
import { notFound } from '@/platform/errors'
import { toDecimal } from '@/platform/money'

export const customerOrderEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/account/orders',
    summary: 'List your orders, newest first',
    signedIn: true,
    query: pageQuery,
    response: customerOrdersResponse,
    limit: { points: 240, seconds: 600 },
    handle: async (req, { query }) => {
      const result = await listCustomerOrders(req.payload, requireUser(req).id, query.page)
      const orders = result.orders.map(({ totalCents, ...order }) => ({
        ...order,
        total: toDecimal(totalCents),
      }))
      return Response.json(orders, { headers: paginationHeaders(req, result) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/account/orders/:orderNumber',
    summary: 'Get the status of one of your orders',
    signedIn: true,
    params: customerOrderParams,
    response: customerOrderResponse,
    limit: { points: 240, seconds: 600 },
    handle: async (req, { params }) => {
      const order = await getCustomerOrder(req.payload, params.orderNumber, requireUser(req).id)
      if (!order) throw notFound('This order')
      return {
        orderNumber: order.orderNumber,
        status: order.status,
        paymentState: order.paymentState,
      }
    },
  }),
]
