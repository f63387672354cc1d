import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { currentUserId } from '@/endpoints/http/current-user'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { correctRecipient } from '@/modules/gift-cards/actions/email-gift-card'
import { giftCardRecipientBody, giftCardRecipientResponse } from '@/modules/gift-cards/schemas'
import { absoluteMediaUrl } from '@/modules/media/queries/picture-url'
import { correctAddress } from '@/modules/orders/actions/change-address'
import { cancelOrder } from '@/modules/orders/actions/change-order'
import { startRequestedPayment } from '@/modules/orders/actions/change-request'
import { startPaidMove, startPaidSwap } from '@/modules/orders/actions/pay-for-change'
import { swapItem } from '@/modules/orders/actions/swap-item'
import { paymentPath } from '@/modules/orders/order-access-key'
import { findChangeableOrder, getCustomerOrder } from '@/modules/orders/queries/get-customer-order'
import { listCustomerOrders } from '@/modules/orders/queries/list-customer-orders'
import {
  customerOrderParams,
  customerOrderResponse,
  customerOrdersResponse,
  orderAddressChange,
  orderCancellation,
  orderItemChange,
  orderItemParams,
  pageQuery,
  paidChangeResponse,
  paidMoveRequest,
  paidSwapRequest,
  requestedChangePayment,
} from '@/modules/orders/schemas/customer-orders'
import { requestReturn } from '@/modules/returns/actions/request-return'
import { returnRequestBody, returnRequestResponse } from '@/modules/returns/schemas'
import { notFound } from '@/platform/errors'
import { parseMoney, toDecimal } from '@/platform/money'
import { decimalMoney, pathIdSchema } from '@/platform/schema-fields'
import { getProviders } from '@/providers'

/** The order of the link's holder or of the signed-in customer. @throws AppError not_found */
export async function changeableOrder(
  req: PayloadRequest,
  orderNumber: string,
  key: string | undefined,
): Promise<number> {
  const id = await findChangeableOrder(req.payload, orderNumber, {
    key,
    userId: currentUserId(req),
  })
  if (id === null) throw notFound('This order')
  return id
}

const changed = z.strictObject({ orderNumber: z.string() })
const limit = { points: 30, seconds: 600 }

export const customerOrderEndpoints = [
  endpoint({
    method: 'put',
    path: '/api/orders/:orderNumber/address',
    summary:
      'Change the shipping address of your order, before it’s printed. Lower costs are refunded; higher costs return 409 with the amount',
    params: customerOrderParams,
    body: orderAddressChange,
    response: changed,
    limit,
    handle: async (req, { params: { orderNumber }, body: { key, ...address } }) => {
      const id = await changeableOrder(req, orderNumber, key)
      await correctAddress({ payload: req.payload, payments: getProviders().payments }, id, address)
      return { orderNumber }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/paid-address',
    summary:
      'Start the payment for an address that costs more; it changes once it’s paid. Safe to repeat',
    params: customerOrderParams,
    body: paidMoveRequest,
    creates: true,
    response: paidChangeResponse,
    limit,
    handle: async (req, { params: { orderNumber }, body: { key, amount, ...address } }) => {
      const orderId = await changeableOrder(req, orderNumber, key)
      const chargeCents = parseMoney(amount)
      const difference = await startPaidMove(req.payload, { orderId, address, chargeCents })
      return { orderNumber: difference.orderNumber, path: paymentPath(difference) }
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/orders/:orderNumber/items/:itemId',
    summary:
      'Swap an item in an order, for another size or color at the same price or less; the difference is refunded',
    params: orderItemParams,
    body: orderItemChange,
    response: changed,
    limit,
    handle: async (req, { params: { orderNumber, itemId }, body: { key, refund, ...wanted } }) => {
      const orderId = await changeableOrder(req, orderNumber, key)
      await swapItem(
        { payload: req.payload, payments: getProviders().payments },
        { orderId, itemId, wanted, refundCents: parseMoney(refund), extraCents: 0, actor: 'buyer' },
      )
      return { orderNumber }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/items/:itemId/paid-swap',
    summary:
      'Start the payment for a size or color that costs more; the item is swapped once it’s paid. Safe to repeat',
    params: orderItemParams,
    body: paidSwapRequest,
    creates: true,
    response: paidChangeResponse,
    limit,
    handle: async (req, { params: { orderNumber, itemId }, body: { key, amount, ...wanted } }) => {
      const orderId = await changeableOrder(req, orderNumber, key)
      const chargeCents = parseMoney(amount)
      const difference = await startPaidSwap(req.payload, { orderId, itemId, wanted, chargeCents })
      return { orderNumber: difference.orderNumber, path: paymentPath(difference) }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/change-request',
    summary: 'Start the payment for an offered change; it’s made once it’s paid. Safe to repeat',
    params: customerOrderParams,
    body: requestedChangePayment,
    response: paidChangeResponse,
    limit,
    handle: async (req, { params: { orderNumber }, body: { key, amount } }) => {
      const orderId = await changeableOrder(req, orderNumber, key)
      const difference = await startRequestedPayment(req.payload, orderId, parseMoney(amount))
      return { orderNumber: difference.orderNumber, path: paymentPath(difference) }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/cancel',
    summary: 'Cancel and refund an order that isn’t being printed yet',
    params: customerOrderParams,
    body: orderCancellation,
    response: changed.extend({ refunded: decimalMoney, isPending: z.boolean() }),
    limit,
    handle: async (req, { params: { orderNumber }, body: { key } }) => {
      const id = await changeableOrder(req, orderNumber, key)
      const { status, amountCents } = await cancelOrder(
        { payload: req.payload, payments: getProviders().payments },
        { orderId: id, actor: 'buyer' },
      )
      return { orderNumber, refunded: toDecimal(amountCents), isPending: status === 'pending' }
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/orders/:orderNumber/gift-cards/:giftCardId',
    summary: 'Correct the email address of a gift card’s recipient, before it’s sent',
    params: customerOrderParams.extend({ giftCardId: pathIdSchema }),
    body: giftCardRecipientBody,
    response: giftCardRecipientResponse,
    limit,
    handle: async (req, { params: { orderNumber, giftCardId }, body: { key, recipientEmail } }) => {
      const id = await changeableOrder(req, orderNumber, key)
      await correctRecipient(req.payload, id, giftCardId, recipientEmail)
      return { recipientEmail }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/returns',
    summary: 'Request a return; repeating it with the same requestId creates only one',
    params: customerOrderParams,
    body: returnRequestBody,
    creates: true,
    response: returnRequestResponse,
    limit,
    handle: async (req, { params: { orderNumber }, body: { key, ...request } }) => {
      const id = await changeableOrder(req, orderNumber, key)
      return { id: await requestReturn(req.payload, id, request) }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/account/orders',
    summary: 'List your orders, newest first',
    signedIn: true,
    query: pageQuery,
    response: customerOrdersResponse,
    limit: { points: 240, seconds: 600 },
    handle: async (req, { query }) => {
      const result = await listCustomerOrders(req.payload, req.user.id, query.page)
      const orders = result.orders.map(({ totalCents, items, ...order }) => ({
        orderNumber: order.orderNumber,
        status: order.status,
        paymentState: order.paymentState,
        createdAt: order.createdAt,
        total: toDecimal(totalCents),
        quantity: order.quantity,
        items: items.map(({ name, image }) => ({ name, image: absoluteMediaUrl(image) })),
      }))
      return listResponse(req, { ...result, rows: orders })
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
      const order = await getCustomerOrder(req.payload, params.orderNumber, req.user.id)
      if (!order) throw notFound('This order')
      return {
        orderNumber: order.orderNumber,
        status: order.status,
        paymentState: order.paymentState,
      }
    },
  }),
]
