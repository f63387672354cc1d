import { and, desc, eq, inArray, isNotNull, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { type PurchasedStatus, purchasedStatuses } from '@/modules/reviews/rules'
import type { customerReviewResponse } from '@/modules/reviews/schemas'
import { orders, orders_items, products, reviews } from '@/payload-generated-schema'

export type CustomerReviewView = z.infer<typeof customerReviewResponse>

/** A product that a customer bought and has not reviewed yet. `image` is the picture of the variant they bought. */
export type ReviewableProduct = {
  productId: number
  name: string
  image: string | null
  orderNumber: string
}

/** Returns a customer's reviews, newest first. */
export async function listCustomerReviews(
  { db }: Pick<Payload, 'db'>,
  userId: number,
): Promise<CustomerReviewView[]> {
  return db.drizzle
    .select({
      id: reviews.id,
      productId: reviews.product,
      productName: products.name,
      author: reviews.author,
      rating: reviews.rating,
      title: sql<string>`coalesce(${reviews.title}, '')`,
      body: reviews.body,
      status: reviews.status,
      createdAt: sql<string>`to_char(${reviews.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.product))
    .where(eq(reviews.customer, userId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
}

/** The lines of a customer's orders in these statuses: of each product, that of the newest order. */
export function purchasedLines(
  { db }: Pick<Payload, 'db'>,
  userId: number,
  statuses: readonly PurchasedStatus[] = purchasedStatuses,
) {
  return db.drizzle
    .selectDistinctOn([orders_items.product], {
      productId: orders_items.product,
      image: orders_items.image,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      orderedAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(orders_items, eq(orders_items._parentID, orders.id))
    .where(
      and(
        eq(orders.customer, userId),
        isNotNull(orders_items.product),
        inArray(orders.status, [...statuses]),
      ),
    )
    .orderBy(orders_items.product, desc(orders.createdAt), desc(orders.id), orders_items._order)
    .as('purchases')
}

/** Returns the products of a customer's orders in these statuses that they can review, from the newest order on. */
export async function listReviewableProducts(
  payload: Pick<Payload, 'db'>,
  userId: number,
  statuses: readonly PurchasedStatus[] = purchasedStatuses,
): Promise<ReviewableProduct[]> {
  const db = payload.db.drizzle
  const purchases = purchasedLines(payload, userId, statuses)
  const ownReview = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.customer, userId), eq(reviews.product, products.id)))
  return db
    .select({
      productId: products.id,
      name: products.name,
      image: sql<string | null>`${purchases.image} || '-320.webp'`,
      orderNumber: purchases.orderNumber,
    })
    .from(purchases)
    .innerJoin(products, and(eq(products.id, purchases.productId), eq(products.isActive, true)))
    .where(notExists(ownReview))
    .orderBy(desc(purchases.orderedAt), purchases.productId)
}
