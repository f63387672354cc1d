import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { requireStepUp } from '@/endpoints/accounts/reauthenticate'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { exportList } from '@/endpoints/http/export-list'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { replaceItems } from '@/modules/checkout/actions/replace-items'
import { addressSchema } from '@/modules/checkout/schemas'
import { cancelAndRefund } from '@/modules/fulfillment/actions/cancel-and-refund'
import { changeRecipient } from '@/modules/fulfillment/actions/change-recipient'
import { requestSubmission } from '@/modules/fulfillment/actions/request-submission'
import { swapAtPrinter } from '@/modules/fulfillment/actions/swap-at-printer'
import { absoluteMediaUrl } from '@/modules/media/queries/picture-url'
import {
  type BulkOrderResult,
  forEachOrder,
  setOrderStatuses,
} from '@/modules/orders/actions/bulk-update-orders'
import { readStaffSavings } from '@/modules/orders/actions/change-address'
import {
  addOrderNote,
  deleteOrderNote,
  updateOrderNote,
} from '@/modules/orders/actions/order-notes'
import { refundLines } from '@/modules/orders/actions/refund-lines'
import { refundOrder, type RefundResult } from '@/modules/orders/actions/refund-order'
import { resendOrderEmail } from '@/modules/orders/actions/send-order-email'
import { updateOrder } from '@/modules/orders/actions/update-order'
import { sumMoveCost } from '@/modules/orders/queries/address-difference'
import {
  type AdminOrder,
  getAdminOrder,
  listAdminOrders,
} from '@/modules/orders/queries/admin-orders'
import { readMoveCharge } from '@/modules/orders/queries/change-request'
import { getOrderHistory } from '@/modules/orders/queries/order-history'
import { addressDifferenceText } from '@/modules/orders/rules/address-difference'
import { orderStatuses, replacementReasons } from '@/modules/orders/rules/order-status'
import {
  bulkOrdersBody,
  bulkOrdersResponse,
  orderAddressChange,
  orderAddressCheck,
  orderDetailsResponse,
  orderExportQuery,
  orderListQuery,
  orderResponse,
} from '@/modules/orders/schemas/admin-orders'
import {
  adminOrderItemChange,
  adminOrderItemParams,
} from '@/modules/orders/schemas/customer-orders'
import { editedNote, newNote, noteParams } from '@/modules/orders/schemas/notes'
import { toBulkResponse } from '@/platform/bulk/for-each-item'
import { readCredentials, requireCredentials } from '@/platform/connections/credentials'
import { AppError, notFound } from '@/platform/errors'
import { isKeyRefusal, keyRefusalText, ProviderError } from '@/platform/http/provider-error'
import { type Cents, formatMoney, parseMoney, toDecimal } from '@/platform/money'
import { linesOf, multilineText, refundAmount } from '@/platform/schema-fields'
import { getProviders } from '@/providers'

const updateBody = z
  .strictObject({
    status: z.enum(orderStatuses).optional(),
    reason: multilineText(500).trim().optional(),
    notes: multilineText(5000).nullable().optional(),
    trackingNumber: multilineText(100).trim().nullable().optional(),
    version: z.number().int().min(1).optional(),
  })
  .refine(
    ({ status, notes, trackingNumber }) =>
      status !== undefined || notes !== undefined || trackingNumber !== undefined,
    { message: 'Enter at least one of status, notes, and trackingNumber.' },
  )

const refundBody = z.strictObject({
  amount: refundAmount,
  reason: multilineText(300).trim().min(1, 'Please enter a reason.'),
  refundId: z.uuid(),
  left: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .optional()
    .describe('The refundable amount you saw. If it has changed, nothing is refunded.'),
})

const refundResponse = z.strictObject({
  status: z.enum(['completed', 'pending']),
  amount: z.string(),
})

const itemLine = z.strictObject({ itemId: z.string().max(40), quantity: z.int().min(1).max(1000) })

const lineRefundBody = z
  .strictObject({
    lines: linesOf(itemLine),
    shipping: z.boolean().default(false).describe('Refund the shipping too.'),
    amount: refundBody.shape.amount.describe(
      'The total you expect for these items. If it has changed, nothing is refunded.',
    ),
    reason: refundBody.shape.reason,
    refundId: refundBody.shape.refundId,
  })
  .refine(({ lines, shipping }) => lines.length > 0 || shipping, {
    path: ['lines'],
    message: 'Please choose at least one item, or shipping.',
  })

const replacementBody = z.strictObject({
  lines: linesOf(
    itemLine.extend({
      size: z.string().min(1).max(100).optional().describe('Another size, at any price.'),
      color: z.string().min(1).max(100).optional(),
    }),
  ).min(1, 'Please choose at least one item.'),
  reason: z.enum(replacementReasons, 'Please choose a reason.'),
  requestId: z.uuid('Please send a new UUID for this request.'),
})

const resendBody = z.strictObject({
  mail: z.enum(['order-received', 'order-shipped', 'order-link', 'payment-link']),
})

/** The longest wait for Printful's rate limit while someone waits for the response. */
const printfulWaitMs = 10_000

/** Returns the clients of PayPal and Printful; that of Printful is null while it isn't connected. */
async function serviceClients({ payload }: PayloadRequest) {
  const credentials = await readCredentials(payload.db.drizzle, 'printful')
  const providers = getProviders()
  return {
    payload,
    payments: providers.payments,
    printful: credentials && providers.printful(credentials.keys, printfulWaitMs),
  }
}

/** Only PayPal throws a ProviderError here, after the refund was written: the reconciler finishes it. */
const pendingIfUnknown = (
  { payload }: PayloadRequest,
  amountCents: Cents,
  refund: Promise<RefundResult>,
): Promise<RefundResult> =>
  refund.catch((error: unknown): RefundResult => {
    // Staff have to replace the keys first. Another refund would be paid out besides this one.
    if (isKeyRefusal(error))
      throw new AppError(
        'provider_unavailable',
        `${keyRefusalText(error.provider)} The ${formatMoney(amountCents)} refund is saved and goes out after that, so don’t refund it again.`,
        { cause: error },
      )
    if (!(error instanceof ProviderError)) throw error
    payload.logger.warn({ err: error }, 'The result of a refund follows')
    return { status: 'pending', amountCents }
  })

const toRefundResponse = ({ status, amountCents }: RefundResult) => ({
  status,
  amount: toDecimal(amountCents),
})

/** Returns an order as admin specification 3 defines it: money as decimal strings. */
function toOrderResponse(order: AdminOrder) {
  const {
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    refundedCents,
    giftCardCents,
    purchasedCardsCents,
    graceUntil: _,
    items,
    ...rest
  } = order
  return {
    ...rest,
    total: toDecimal(totalCents),
    subtotal: toDecimal(subtotalCents),
    discount: toDecimal(discountCents),
    shippingCost: toDecimal(shippingCents),
    tax: toDecimal(taxCents),
    refunded: toDecimal(refundedCents),
    giftCard: toDecimal(giftCardCents),
    purchasedGiftCards: toDecimal(purchasedCardsCents),
    items: items.map(({ unitPriceCents, ...line }) => ({
      ...line,
      image: absoluteMediaUrl(line.image),
      unitPrice: toDecimal(unitPriceCents),
    })),
  }
}

/** The columns of the CSV file. New ones come last. */
const exportColumns = [
  'orderNumber',
  'createdAt',
  'status',
  'email',
  'firstName',
  'lastName',
  'city',
  'stateCode',
  'zip',
  'items',
  'subtotal',
  'discount',
  'discounts',
  'shippingCost',
  'tax',
  'purchasedGiftCards',
  'total',
  'giftCard',
  'refunded',
  'shippingMethod',
  'isGift',
  'senderName',
  'paypalTransactionId',
  'printfulOrderId',
  'trackingNumber',
  'type',
  'paymentMethod',
  'taxCertificate',
  'taxedState',
  'paidAt',
] as const

const toExportRow = (order: AdminOrder) => ({
  ...toOrderResponse(order),
  ...order.shippingAddress,
  items: order.items
    .map(({ name, color, size, quantity }) => `${quantity} × ${name} (${color}, ${size})`)
    .join('; '),
  isGift: order.package.isGift ? 'yes' : '',
  senderName: order.package.senderName,
  type: order.kind,
  paymentMethod: order.paymentMethods.join('; '),
})

async function readOrderDetails({ payload }: PayloadRequest, id: number) {
  const [order, { payments, events, notes }] = await Promise.all([
    getAdminOrder(payload, id),
    getOrderHistory(payload, id),
  ])
  if (!order) throw notFound('The order')
  return {
    ...toOrderResponse(order),
    payments: payments.map(({ amountCents, ...payment }) => ({
      ...payment,
      amount: toDecimal(amountCents),
    })),
    events,
    notesList: notes.map(({ authorId: _authorId, ...note }) => note),
  }
}

/** Queues the submission of several paid orders; those that are at Printful stay as they are. */
async function submitOrders(req: SignedInRequest, ids: number[]): Promise<BulkOrderResult[]> {
  await requireCredentials(req.payload.db.drizzle, 'printful')
  const [actor, name] = [req.user, actorName(req)]
  return forEachOrder(req.payload, ids, async (orderId) => {
    const { state, message } = await requestSubmission(req.payload, {
      actor,
      actorName: name,
      orderId,
    })
    return { outcome: state === 'going' ? 'done' : 'skipped', message }
  })
}

export const adminOrderEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/orders',
    summary: 'List orders, newest first',
    requires: 'orders:read',
    query: orderListQuery,
    response: z.array(orderResponse),
    handle: async (req, { query }) => {
      const list = await listAdminOrders(req.payload, query)
      return listResponse(req, { ...list, rows: list.orders.map(toOrderResponse) })
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/orders/export',
    summary: 'Export orders as CSV, newest first, up to 10,000, or only those with the given ids',
    requires: 'orders:read',
    stepUp: true,
    query: orderExportQuery,
    limit: { points: 10, seconds: 60 },
    handle: (req, { query }) =>
      exportList(req, {
        name: 'orders',
        action: 'orders.exported',
        columns: Object.fromEntries(
          exportColumns.map((name) => [name, (row: ReturnType<typeof toExportRow>) => row[name]]),
        ),
        readPage: async (page) => {
          const list = await listAdminOrders(req.payload, { ...query, sort: 'newest', ...page })
          return { rows: list.orders.map(toExportRow) }
        },
      }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/bulk',
    summary:
      'Update several orders at once: submit them to Printful, or set their status. Repeating it changes nothing',
    requires: 'orders:write',
    body: bulkOrdersBody,
    response: bulkOrdersResponse,
    limit: { points: 30, seconds: 60 },
    handle: async (req, { body }) => {
      const results =
        body.action === 'submit'
          ? await submitOrders(req, body.ids)
          : await setOrderStatuses(req.payload, body.ids, { ...body, actor: actorName(req) })
      return toBulkResponse(results)
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/orders/:id',
    summary: 'Get an order with its payments and timeline',
    requires: 'orders:read',
    params: idParams,
    response: orderDetailsResponse,
    handle: (req, { params }) => readOrderDetails(req, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/orders/:id',
    summary: 'Update an order’s status, notes, or tracking number',
    requires: 'orders:write',
    params: idParams,
    body: updateBody,
    response: orderDetailsResponse,
    handle: async (req, { params: { id }, body: { version, ...change } }) => {
      if (change.status === 'paid') {
        const order = await req.payload.findByID({
          collection: 'orders',
          id,
          depth: 0,
          disableErrors: true,
        })
        // A payment will be recorded, and the order's gift cards emailed.
        if (order?.paymentState !== 'completed') await requireStepUp(req)
      }
      await updateOrder({
        payload: req.payload,
        id,
        version,
        actor: actorName(req),
        actorId: req.user.id,
        change,
      })
      return readOrderDetails(req, id)
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/orders/:id/address',
    summary:
      'Change an order’s shipping address, as long as it isn’t in production; the shop refunds any lower costs',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: orderAddressChange,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id }, body: { refund, ...address } }) => {
      await changeRecipient(await serviceClients(req), {
        orderId: id,
        address,
        refundCents: parseMoney(refund),
        actor: { ...req.user, name: actorName(req) },
      })
      return { id }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/address/check',
    summary: 'Check what tax and shipping cost at a new address',
    requires: 'orders:write',
    params: idParams,
    body: addressSchema,
    response: orderAddressCheck,
    handle: async ({ payload }, { params: { id }, body }) => {
      const savings = await readStaffSavings(payload, payload.db.drizzle, id, body)
      const refundCents = sumMoveCost(savings)
      const { cost, obstacle } = await readMoveCharge(payload, id, body)
      const chargeCents = cost ? sumMoveCost(cost) : 0
      const difference = { ...savings.difference, ...cost }
      return {
        note: addressDifferenceText(difference, { refundCents, chargeCents, obstacle }),
        refund: toDecimal(refundCents),
        charge: toDecimal(chargeCents),
      }
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/orders/:id/items/:itemId',
    summary:
      'Swap an item for another size or color, including in a Printful draft; the shop refunds or pays the difference',
    requires: 'orders:write',
    stepUp: true,
    params: adminOrderItemParams,
    body: adminOrderItemChange,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id, itemId }, body: { refund, extra, ...wanted } }) => {
      await swapAtPrinter(await serviceClients(req), {
        orderId: id,
        itemId,
        wanted,
        refundCents: parseMoney(refund),
        extraCents: parseMoney(extra),
        actor: { ...req.user, name: actorName(req) },
      })
      return { id }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/refund',
    summary: 'Refund a payment through PayPal, in full or in part',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: refundBody,
    response: refundResponse,
    handle: async (req, { params: { id }, body }) => {
      const amountCents = parseMoney(body.amount)
      const refund = refundOrder(
        { payload: req.payload, payments: getProviders().payments },
        {
          orderId: id,
          amountCents,
          reason: body.reason,
          refundId: body.refundId,
          leftCents: body.left === undefined ? undefined : parseMoney(body.left),
          actor: req.user,
          actorName: actorName(req),
        },
      )
      return toRefundResponse(await pendingIfUnknown(req, amountCents, refund))
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/cancel',
    summary: 'Cancel an order and refund it',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: z.strictObject({ left: refundBody.shape.left.unwrap() }),
    response: refundResponse,
    handle: async (req, { params: { id }, body: { left } }) => {
      const refund = await cancelAndRefund(await serviceClients(req), {
        orderId: id,
        leftCents: parseMoney(left),
        actor: { ...req.user, name: actorName(req) },
      })
      return toRefundResponse(refund)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/refund-lines',
    summary:
      'Refund selected items in an order, with their share of discounts and tax, and its shipping if you choose',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: lineRefundBody,
    response: refundResponse,
    handle: async (req, { params: { id }, body: { amount, ...request } }) => {
      const amountCents = parseMoney(amount)
      const refund = refundLines(
        { payload: req.payload, payments: getProviders().payments },
        { ...request, orderId: id, amountCents, actor: req.user, actorName: actorName(req) },
      )
      return toRefundResponse(await pendingIfUnknown(req, amountCents, refund))
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/replacements',
    summary:
      'Resend items from an order at no charge, as a new order; repeating it with the same requestId creates only one',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: replacementBody,
    creates: true,
    response: z.strictObject({ id: z.int(), orderNumber: z.string() }),
    handle: (req, { params: { id }, body }) =>
      replaceItems(req.payload, {
        ...body,
        orderId: id,
        actor: req.user,
        actorName: actorName(req),
      }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/notes',
    summary: 'Add a note to an order; repeating it with the same requestId adds nothing',
    requires: 'orders:write',
    params: idParams,
    body: newNote,
    creates: true,
    response: orderDetailsResponse,
    handle: async (req, { params: { id }, body }) => {
      const note = { orderId: id, authorName: actorName(req), ...body }
      await addOrderNote(req.payload, req.user, note)
      return readOrderDetails(req, id)
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/orders/:id/notes/:noteId',
    summary: 'Edit your own note',
    requires: 'orders:write',
    params: noteParams,
    body: editedNote,
    response: orderDetailsResponse,
    handle: async (req, { params: { id, noteId }, body: { text } }) => {
      await updateOrderNote(req.payload, req.user, { orderId: id, noteId, text })
      return readOrderDetails(req, id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/orders/:id/notes/:noteId',
    summary: 'Delete your own note',
    requires: 'orders:write',
    params: noteParams,
    response: orderDetailsResponse,
    handle: async (req, { params: { id, noteId } }) => {
      await deleteOrderNote(req.payload, req.user, { orderId: id, noteId })
      return readOrderDetails(req, id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/resend',
    summary: 'Resend an order email',
    requires: 'orders:write',
    params: idParams,
    body: resendBody,
    response: z.strictObject({ message: z.string() }),
    limit: { points: 20, seconds: 600 },
    handle: async (req, { params: { id }, body: { mail } }) => {
      await resendOrderEmail(req.payload, id, mail)
      return { message: 'The email is on its way.' }
    },
  }),
]
