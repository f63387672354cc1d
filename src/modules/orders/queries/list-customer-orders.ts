import type { Payload } from 'payload'

import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { Order } from '@/payload-types'
import type { Cents } from '@/platform/money'

import { readRefundedCents } from './ledger-amounts'

export const customerOrdersPerPage = 10

export type CustomerOrderSummary = {
  orderNumber: string
  status: OrderStatus
  paymentState: Order['paymentState']
  /** ISO 8601, UTC, in whole seconds. */
  createdAt: string
  totalCents: Cents
  /** Completed refunds. */
  refundedCents: Cents
  /** Units of all line items. */
  quantity: number
  /** It pays the price difference of an item in another order. */
  isPriceDifference: boolean
  /** One entry per line item, in order. */
  items: { name: string; image: string | null }[]
}
type CustomerOrdersPage = {
  orders: CustomerOrderSummary[]
  total: number
  page: number
  pages: number
}

/** Returns one page of a customer's orders with their line items, newest first. */
export async function listCustomerOrders(
  payload: Payload,
  userId: number,
  page: number,
): Promise<CustomerOrdersPage> {
  const { docs, totalDocs, totalPages } = await payload.find({
    collection: 'orders',
    where: { customer: { equals: userId } },
    sort: ['-createdAt', '-id'],
    limit: customerOrdersPerPage,
    page,
    depth: 0,
    select: {
      orderNumber: true,
      status: true,
      paymentState: true,
      totalCents: true,
      createdAt: true,
      items: { name: true, image: true, quantity: true },
      priceDifference: true,
    },
  })
  const refunds = await readRefundedCents(
    payload,
    docs.map(({ id }) => id),
  )
  return {
    orders: docs.map(({ createdAt, items, priceDifference, ...order }) => ({
      orderNumber: order.orderNumber,
      status: order.status,
      paymentState: order.paymentState,
      createdAt: `${createdAt.slice(0, 19)}Z`,
      totalCents: order.totalCents,
      refundedCents: refunds.get(order.id) ?? 0,
      isPriceDifference: Boolean(priceDifference?.state),
      quantity: (items ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
      items: (items ?? []).map(({ name, image }) => ({
        name,
        image: image ? `${image}-320.webp` : null,
      })),
    })),
    total: totalDocs,
    page,
    pages: Math.max(1, totalPages),
  }
}
