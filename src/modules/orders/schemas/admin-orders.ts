import { z } from 'zod'

import { shippingMethodIds } from '@/modules/checkout/rules/destination'
import { addressSchema } from '@/modules/checkout/schemas'
import { fulfillmentStatuses } from '@/modules/fulfillment/rules/fulfillment'
import {
  bulkStatuses,
  orderKinds,
  orderStatuses,
  partlyRefundedLabel,
} from '@/modules/orders/rules/order-status'
import { bulkIds, bulkOutcome, maxBulkItems } from '@/platform/bulk/bulk-schema'
import { paymentMethods } from '@/platform/payment-methods'
import {
  addressTexts,
  dayRangeQuery,
  decimalMoney,
  emptyOr,
  listQuery,
  multilineText,
} from '@/platform/schema-fields'

import { noteResponse } from './notes'

export const orderSorts = [
  'newest',
  'oldest',
  'total-high',
  'total-low',
  'customer-a',
  'customer-z',
] as const
/** Reasons to look at an order: payment mismatch, open dispute, printing on hold or failed, or a partial refund. */
const orderIssues = ['payment', 'contested', 'on-hold', 'failed', 'partly-refunded'] as const

/**
 * The filters of the order list beside its search. The API, the CSV export, the screen with its page links, and the
 * query all follow from this declaration.
 */
export const orderFilters = {
  status: emptyOr(orderStatuses),
  issue: emptyOr(orderIssues).describe('Only orders that need attention for this reason.'),
  ...dayRangeQuery,
}

const issueLabels = {
  '': 'All orders',
  payment: 'Payment problem',
  contested: 'Payment disputed',
  'on-hold': 'On hold at Printful',
  failed: 'Failed or returned',
  'partly-refunded': partlyRefundedLabel,
} satisfies Record<z.infer<typeof orderFilters.issue>, string>
/** A select for each filter on the screen, where the status has tabs, and the days have date fields. */
export const orderSelects: Record<
  Exclude<keyof typeof orderFilters, 'status' | 'from' | 'to'>,
  [label: string, options: [value: string, label: string][]]
> = { issue: ['Show', Object.entries(issueLabels)] }

export const orderSort = { sort: z.enum(orderSorts).default('newest') }
export const orderListQuery = z.strictObject({ ...listQuery, ...orderFilters, ...orderSort })
/** '12,15': chosen orders in the address of an export or a print page. */
export const orderIdList = z
  .string()
  .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, 'Use order ids separated by commas.')
  .transform((list) => [...new Set(list.split(',').map(Number))])
  .refine((ids) => ids.length <= maxBulkItems, `Send ${maxBulkItems} orders or fewer.`)
export const bulkOrdersBody = z.discriminatedUnion('action', [
  z.strictObject({ ids: bulkIds, action: z.literal('submit') }),
  z.strictObject({
    ids: bulkIds,
    action: z.literal('setStatus'),
    status: z.enum(bulkStatuses),
    reason: multilineText(500).trim().optional(),
  }),
])
export const bulkOrdersResponse = z.strictObject({
  changed: z.int(),
  results: z.array(z.strictObject({ ...bulkOutcome, orderNumber: z.string().nullable() })),
})
export type BulkOrdersResult = z.infer<typeof bulkOrdersResponse>
/** A new shipping address, with the refund that its check showed. */
export const orderAddressChange = addressSchema.safeExtend({
  refund: decimalMoney
    .default('0.00')
    .describe('How much less it costs there, from the check; 0.00 refunds nothing.'),
})
export const orderAddressCheck = z.strictObject({
  note: z.string().nullable().describe('How tax and shipping change, for staff.'),
  refund: decimalMoney.describe('How much less it costs there, which can be refunded.'),
  charge: decimalMoney.describe('What the customer can be asked to pay.'),
})
export const orderExportQuery = z.strictObject({
  search: listQuery.search,
  ...orderFilters,
  ids: orderIdList.optional().describe('Only these orders, up to 100 ids separated by commas.'),
})
export type OrderFilters = Omit<z.infer<typeof orderListQuery>, 'page' | 'limit' | 'sort'> & {
  ids?: number[]
}
export type OrderListQuery = z.infer<typeof orderListQuery>

const date = z.iso.datetime()
const address = z
  .strictObject({ ...addressTexts, countryCode: z.string() })
  .meta({ id: 'OrderAddress' })
export type OrderAddress = z.infer<typeof address>

const orderFields = {
  id: z.int(),
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  version: z
    .int()
    .describe(
      'Increases with every change. Send it with an update so you don’t overwrite someone else’s change.',
    ),
  paymentState: z.string(),
  email: z.string(),
  total: decimalMoney,
  subtotal: decimalMoney,
  discount: decimalMoney,
  discounts: z.string().describe('Codes and names of its discounts.'),
  shippingCost: decimalMoney,
  tax: decimalMoney,
  createdAt: date,
  paidAt: date.nullable().describe('When it was paid; reports count it then.'),
  shippingAddress: address,
  package: z
    .strictObject({
      isGift: z.boolean().describe('The printer gets no prices for the packing slip.'),
      recipient: z.string().nullable().describe('Name on the label, if it isn’t the customer’s.'),
      note: z.string().nullable().describe('The gift note.'),
      senderName: z
        .string()
        .nullable()
        .describe('Sender on the label; null in orders from before it was recorded.'),
    })
    .meta({ id: 'OrderPackage' }),
  billingAddress: address,
  billingSameAsShipping: z.boolean(),
  shippingMethod: z.enum(shippingMethodIds).describe('How the buyer wanted it shipped.'),
  paypalTransactionId: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  printfulOrderId: z.string().nullable(),
  fulfillment: z.enum(fulfillmentStatuses).describe('The printing status.'),
  fulfillmentNote: z.string().nullable().describe('Why printing stopped.'),
  refunded: decimalMoney.describe('Completed refunds.'),
  giftCard: decimalMoney.describe('The part of the total that a gift card pays.'),
  purchasedGiftCards: decimalMoney.describe('Gift cards bought with the order.'),
  notes: z.string().nullable().describe('The newest staff note.'),
  payableUntil: date
    .nullable()
    .describe('When the payment link that staff sent expires; null without one.'),
  kind: z
    .enum(orderKinds)
    .describe('Bought, sent again at no charge, or paying the difference for a change.'),
  paymentMethods: z
    .array(z.string())
    .describe('How it was paid. gift-card and manual are possible; empty before the payment.'),
  taxCertificate: z
    .string()
    .nullable()
    .describe('The exemption certificate of a customer who paid no sales tax.'),
  taxedState: z
    .string()
    .nullable()
    .describe('The state whose sales tax was charged; null if none was.'),
  replacesId: z
    .int()
    .nullable()
    .describe('The order whose items this one sends again at no charge.'),
  priceDifference: z
    .strictObject({
      orderId: z.int().nullable().describe('The order that is changed; null if it was deleted.'),
      item: z
        .string()
        .nullable()
        .describe(
          'The name, with the color and size that it is swapped for; null if it pays for another address.',
        ),
    })
    .nullable()
    .describe('What an order without items pays for; null for every other order.'),
  items: z.array(
    z.strictObject({
      id: z.string(),
      productId: z.int().nullable(),
      name: z.string(),
      image: z.string().nullable(),
      size: z.string(),
      color: z.string(),
      sku: z.string().nullable(),
      unitPrice: decimalMoney,
      quantity: z.int(),
      refundedQuantity: z.int().describe('How many of them were refunded.'),
    }),
  ),
}

/** Admin specification 3, 'Order'. */
export const orderResponse = z.strictObject(orderFields).meta({ id: 'Order' })

export const orderDetailsResponse = z
  .strictObject({
    ...orderFields,
    payments: z.array(
      z.strictObject({
        id: z.int(),
        kind: z.string(),
        provider: z.string(),
        method: z.enum(paymentMethods).nullable().describe('How a customer paid.'),
        providerId: z.string(),
        status: z.string(),
        reason: z.string().nullable(),
        amount: decimalMoney,
        createdAt: date,
      }),
    ),
    notesList: z.array(noteResponse).describe('Dated staff notes, newest first.'),
    events: z.array(
      z.strictObject({
        id: z.int(),
        type: z.string(),
        message: z.string(),
        actor: z.string(),
        reason: z.string().nullable(),
        createdAt: date,
      }),
    ),
  })
  .meta({ id: 'OrderWithHistory' })
