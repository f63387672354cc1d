import {
  and,
  countDistinct,
  eq,
  inArray,
  ne,
  notExists,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { readDeliveredAt } from '@/modules/returns/queries/delivery'
import {
  listReviewableProducts,
  type ReviewableProduct,
} from '@/modules/reviews/queries/customer-reviews'
import { purchasedStatuses } from '@/modules/reviews/rules'
import { getSettings } from '@/modules/shop/queries/get-settings'
import {
  one_time_emails,
  orders,
  orders_items,
  payments,
  products_variants,
  returns,
} from '@/payload-generated-schema'

import { isReviewEmailDue } from './rules'

type Database = Pick<Payload, 'db'>

/**
 * Returns the lines whose product has that variant, available or not. Prices alone don't tell: an invented size looks
 * like a sold-out one, and its text must not get into an email.
 */
export async function keepKnownLines<
  Line extends { productId: number; size: string; color: string },
>({ db }: Database, lines: readonly Line[]): Promise<Line[]> {
  const variants = await db.drizzle
    .select({
      productId: products_variants._parentID,
      size: sql<string>`coalesce(${products_variants.size}, ${noSize})`,
      color: sql<string>`coalesce(${products_variants.color}, ${noColor})`,
    })
    .from(products_variants)
    .where(
      inArray(
        products_variants._parentID,
        lines.map(({ productId }) => productId),
      ),
    )
  return lines.filter(({ productId, size, color }) =>
    variants.some(
      (variant) =>
        variant.productId === productId && variant.size === size && variant.color === color,
    ),
  )
}

type ReviewableOrder = {
  email: string
  orderNumber: string
  /** What can still be reviewed. */
  items: ReviewableProduct[]
  /** Days since the delivery that settings ask for have passed. */
  isDue: boolean
}

/** An order with an account that is paid and has no refunds or returns. */
async function findSettledOrder({ db }: Database, orderId: number) {
  const { drizzle } = db
  const comesBack = drizzle
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.order, orders.id), ne(returns.status, 'declined')))
  const refunds = drizzle
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.order, orders.id),
        eq(payments.kind, 'refund'),
        inArray(payments.status, ['completed', 'pending']),
      ),
    )
  const [order] = await drizzle
    .select({ customerId: orders.customer, email: orders.email, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.status, [...purchasedStatuses]),
        notExists(comesBack),
        notExists(refunds),
      ),
    )
  return order
}

/**
 * Returns what a reminder to review an order is about; null if there must be no reminder: the order was placed without
 * an account, is unpaid, canceled, refunded in part or in full, or has a return.
 */
export async function getReviewableOrder(
  payload: Payload,
  orderId: number,
): Promise<ReviewableOrder | null> {
  const order = await findSettledOrder(payload, orderId)
  if (!order?.customerId) return null
  const { email, orderNumber } = order
  const bought = await payload.db.drizzle
    .select({ productId: orders_items.product })
    .from(orders_items)
    .where(eq(orders_items._parentID, orderId))
  const reviewable = await listReviewableProducts(payload, order.customerId)
  const items = reviewable.filter(({ productId }) =>
    bought.some((line) => line.productId === productId),
  )
  if (items.length === 0) return null
  const settings = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  const deliveredAt = await readDeliveredAt(payload.db.drizzle, orderId, settings.deliveryDaysMax)
  return {
    email,
    orderNumber,
    items,
    isDue: isReviewEmailDue(deliveredAt, settings.reviewEmailDays, new Date()),
  }
}

/** Whether the reminder is offered for an order. Once it is due it isn't, so that nobody is reminded twice. */
export async function isReviewEmailOffered(payload: Payload, orderId: number): Promise<boolean> {
  if (!(await getSettings(payload)).oneTimeEmails.review) return false
  const order = await getReviewableOrder(payload, orderId)
  return order !== null && !order.isDue
}

/** Returns whether the buyer of an order asked for the reminder, and when it is sent; null if it isn't offered. */
export async function getReviewEmailChoice(
  payload: Payload,
  orderNumber: string,
): Promise<{ wanted: boolean; days: number } | null> {
  const [order] = await payload.db.drizzle
    .select({ id: orders.id, requestId: one_time_emails.id })
    .from(orders)
    .leftJoin(one_time_emails, eq(one_time_emails.order, orders.id))
    .where(eq(orders.orderNumber, orderNumber))
  if (!order || !(await isReviewEmailOffered(payload, order.id))) return null
  const { oneTimeEmails } = await getSettings(payload)
  return { wanted: order.requestId !== null, days: oneTimeEmails.reviewDays }
}

/** Returns how many people wait for variants of a product. */
export async function countWaiting({ db }: Database, productId: number): Promise<number> {
  const [row] = await db.drizzle
    .select({ people: countDistinct(one_time_emails.email) })
    .from(one_time_emails)
    .where(eq(one_time_emails.product, productId))
  return row?.people ?? 0
}
