import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { toDecimal } from '../../domain/money'
import { orderStatuses } from '../../domain/order-status'
import { notFound } from '../../errors'
import { getOrderHistory } from '../../queries/admin-order-history'
import { type AdminOrder, getAdminOrder, listAdminOrders, orderSorts } from '../../queries/admin-orders'
import { orderAnswer, wholeOrderAnswer } from '../../schemas/admin-order'
import { changeOrder } from '../../workflows/change-order-status'
import { endpoint, idParams } from '../endpoint'
import { actorName } from './actor-name'
import { pageHeaders } from '../page-headers'

const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  status: z.enum(orderStatuses).or(z.literal('')).default(''),
  search: z.string().max(100).default(''),
  sort: z.enum(orderSorts).default('newest'),
})

/** What staff type: line breaks are welcome, other control characters are not (the database keeps no NUL). */
const typed = (max: number) => z.string().max(max).regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Please use plain text.')

const changeBody = z.strictObject({
  status: z.enum(orderStatuses).optional(),
  reason: typed(500).trim().optional(),
  notes: typed(5000).nullable().optional(),
  trackingNumber: typed(100).trim().nullable().optional(),
  version: z.number().int().min(1).optional(),
}).refine(({ status, notes, trackingNumber }) => status !== undefined || notes !== undefined || trackingNumber !== undefined, {
  message: 'Give at least one of status, notes and trackingNumber.',
})

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
]
