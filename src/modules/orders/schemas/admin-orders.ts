import { z } from 'zod'

import { fulfillmentStatuses } from '@/modules/fulfillment/rules/fulfillment'
import { orderStatuses } from '@/modules/orders/rules/order-status'
import { decimalMoney, emptyOr, listQuery } from '@/platform/schema-fields'

export const orderSorts = ['newest', 'oldest', 'total-high', 'total-low'] as const
/** Reasons why an order needs attention: payment mismatch, open dispute, or printing on hold or failed. */
export const orderIssues = ['payment', 'contested', 'on-hold', 'failed'] as const

/**
 * The filters of the order list beside its search. The API, the CSV export, the screen with its page links, and the
 * query all follow from this declaration.
 */
export const orderFilters = {
  status: emptyOr(orderStatuses),
  trouble: emptyOr(orderIssues).describe('Only those that need a look.'),
}
export const orderSort = { sort: z.enum(orderSorts).default('newest') }
export const orderListQuery = z.strictObject({ ...listQuery, ...orderFilters, ...orderSort })
export const orderExportQuery = z.strictObject({ search: listQuery.search, ...orderFilters })
/** The rows of one export file; larger exports are narrowed by filters. */
export const maxExportRows = 10_000
export type OrderFilters = z.infer<typeof orderExportQuery>
export type OrderListQuery = z.infer<typeof orderListQuery>

const date = z.iso.datetime()
const address = z
  .strictObject({
    firstName: z.string(),
    lastName: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    stateCode: z.string(),
    zip: z.string(),
    countryCode: z.string(),
    phone: z.string(),
  })
  .meta({ id: 'OrderAddress' })

const orderFields = {
  id: z.int(),
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  version: z
    .int()
    .describe(
      'Grows with every change; send it back with a change, and a change of somebody else in between is not overwritten.',
    ),
  paymentState: z.string(),
  email: z.string(),
  total: decimalMoney,
  subtotal: decimalMoney,
  shippingCost: decimalMoney,
  tax: decimalMoney,
  createdAt: date,
  shippingAddress: address,
  billingAddress: address,
  billingSameAsShipping: z.boolean(),
  paypalTransactionId: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  printfulOrderId: z.string().nullable(),
  fulfillment: z.enum(fulfillmentStatuses).describe('Where printing stands.'),
  notes: z.string().nullable(),
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
        providerId: z.string(),
        status: z.string(),
        reason: z.string().nullable(),
        amount: decimalMoney,
        createdAt: date,
      }),
    ),
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
