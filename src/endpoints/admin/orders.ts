import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { parseMoney, toDecimal } from '../../domain/money'
import { orderStatuses } from '../../domain/order-status'
import { notFound } from '../../errors'
import { getOrderHistory } from '../../queries/admin-order-history'
import { type AdminOrder, getAdminOrder, listAdminOrders, orderSorts, orderTroubles } from '../../queries/admin-orders'
import { orderAnswer, wholeOrderAnswer } from '../../schemas/admin-order'
import { changeOrder } from '../../workflows/change-order-status'
import { endpoint, idParams } from '../endpoint'
import { actorName } from './actor-name'
import { typed } from '../../schemas/lists'
import { refundOrder } from '../../workflows/refund-order'
import { resendOrderMail } from '../../workflows/send-order-mail'
import { getProviders } from '../../providers/index'
import { pageHeaders } from '../page-headers'
import { answerCsv } from './csv'

const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  status: z.enum(orderStatuses).or(z.literal('')).default(''),
  search: z.string().max(100).default(''),
  sort: z.enum(orderSorts).default('newest'),
  trouble: z.enum(orderTroubles).or(z.literal('')).default('').describe('Only those that need a look.'),
})

const changeBody = z.strictObject({
  status: z.enum(orderStatuses).optional(),
  reason: typed(500).trim().optional(),
  notes: typed(5000).nullable().optional(),
  trackingNumber: typed(100).trim().nullable().optional(),
  version: z.number().int().min(1).optional(),
}).refine(({ status, notes, trackingNumber }) => status !== undefined || notes !== undefined || trackingNumber !== undefined, {
  message: 'Give at least one of status, notes and trackingNumber.',
})

const refundBody = z.strictObject({
  amount: z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'Please give an amount like 20.00.').regex(/[1-9]/, 'Please give an amount above zero.'),
  reason: typed(300).trim().min(1, 'Please say why in a few words.'),
  refundId: z.uuid(),
  left: z.string().regex(/^\d{1,6}(\.\d{1,2})?$/).optional().describe('What could still be sent back when it was decided; if it has changed since, nothing is sent.'),
})
const resendBody = z.strictObject({ mail: z.enum(['order-received', 'order-shipped', 'order-link']) })
const exportQuery = listQuery.pick({ status: true, search: true, trouble: true })
const exportColumns = [
  'orderNumber', 'createdAt', 'status', 'email', 'firstName', 'lastName', 'city', 'stateCode', 'zip', 'pieces', 'subtotal', 'shippingCost', 'tax', 'total',
  'paypalTransactionId', 'printfulOrderId', 'trackingNumber',
]
const exportRow = (order: AdminOrder) => ({
  orderNumber: order.orderNumber, createdAt: order.createdAt, status: order.status, email: order.email, firstName: order.shippingAddress.firstName,
  lastName: order.shippingAddress.lastName, city: order.shippingAddress.city, stateCode: order.shippingAddress.stateCode, zip: order.shippingAddress.zip,
  pieces: order.items.map(({ name, color, size, quantity }) => `${quantity} × ${name} (${color}, ${size})`).join('; '),
  subtotal: toDecimal(order.subtotalCents), shippingCost: toDecimal(order.shippingCents), tax: toDecimal(order.taxCents), total: toDecimal(order.totalCents),
  paypalTransactionId: order.paypalTransactionId, printfulOrderId: order.printfulOrderId, trackingNumber: order.trackingNumber,
})
/** What one file holds; more is asked for by status or search. */
const exportMost = 10_000
const exportPage = 500

/** Admin specification 3, 'Order': ids as integers, money as decimal strings. */
export const toOrderAnswer = (order: AdminOrder) => {
  const { subtotalCents, shippingCents, taxCents, totalCents, items, ...rest } = order
  return {
    ...rest,
    total: toDecimal(totalCents),
    subtotal: toDecimal(subtotalCents),
    shippingCost: toDecimal(shippingCents),
    tax: toDecimal(taxCents),
    items: items.map(({ unitPriceCents, ...line }) => ({ ...line, unitPrice: toDecimal(unitPriceCents) })),
  }
}

const wholeOrder = async ({ payload }: PayloadRequest, id: number) => {
  const [order, { payments, events }] = await Promise.all([getAdminOrder(payload, id), getOrderHistory(payload, id)])
  if (!order) throw notFound('The order')
  return {
    ...toOrderAnswer(order),
    payments: payments.map(({ amountCents, ...payment }) => ({ ...payment, amount: toDecimal(amountCents) })),
    events,
  }
}

export const adminOrderEndpoints = [
  endpoint({
    method: 'get', path: '/api/admin/orders', summary: 'Orders, newest first', requires: 'orders:read', query: listQuery, answer: z.array(orderAnswer),
    handle: async (req, { query }) => {
      const list = await listAdminOrders(req.payload, query)
      return Response.json(list.orders.map(toOrderAnswer), { headers: pageHeaders(req, list) })
    },
  }),
  endpoint({
    method: 'get', path: '/api/admin/orders/export', summary: 'Orders as a CSV file, newest first, at most 10,000', requires: 'orders:read', query: exportQuery,
    limit: { points: 10, seconds: 60 },
    handle: async ({ payload }, { query }) => {
      const rows: AdminOrder[] = []
      for (let page = 1; rows.length < exportMost; page += 1) {
        const list = await listAdminOrders(payload, { ...query, sort: 'newest', page, limit: exportPage })
        rows.push(...list.orders)
        if (page >= list.pages) break
      }
      return answerCsv('orders', exportColumns, rows.slice(0, exportMost).map(exportRow))
    },
  }),
  endpoint({
    method: 'get', path: '/api/admin/orders/:id', summary: 'One order with its payments and timeline', requires: 'orders:read', params: idParams, answer: wholeOrderAnswer,
    handle: (req, { params }) => wholeOrder(req, params.id),
  }),
  endpoint({
    method: 'put', path: '/api/admin/orders/:id', summary: 'Change status, notes or tracking number', requires: 'orders:write', params: idParams, body: changeBody, answer: wholeOrderAnswer,
    handle: async (req, { params: { id }, body: { version, ...change } }) => {
      await changeOrder({ payload: req.payload, id, version, actor: actorName(req), change })
      return wholeOrder(req, id)
    },
  }),
  endpoint({
    method: 'post', path: '/api/admin/orders/:id/refund', summary: 'Send money back through PayPal, whole or in part', requires: 'orders:write',
    params: idParams, body: refundBody, answer: z.strictObject({ status: z.enum(['completed', 'pending']), amount: z.string() }),
    handle: async (req, { params: { id }, body }) => {
      const { status, amountCents } = await refundOrder({ payload: req.payload, payments: getProviders().payments }, {
        orderId: id, amountCents: parseMoney(body.amount), reason: body.reason, refundId: body.refundId, leftCents: body.left === undefined ? undefined : parseMoney(body.left),
        actor: req.user as NonNullable<typeof req.user>, actorName: actorName(req),
      })
      return { status, amount: toDecimal(amountCents) }
    },
  }),
  endpoint({
    method: 'post', path: '/api/admin/orders/:id/resend', summary: 'Send a mail about an order again', requires: 'orders:write',
    params: idParams, body: resendBody, answer: z.strictObject({ message: z.string() }), limit: { points: 20, seconds: 600 },
    handle: async (req, { params: { id }, body: { mail } }) => {
      await resendOrderMail(req.payload, id, mail)
      return { message: 'The mail is on its way.' }
    },
  }),
]
