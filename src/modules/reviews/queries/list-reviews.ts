import { and, asc, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { firstBaseName } from '@/modules/catalog/queries/product-columns'
import { products, reviews } from '@/payload-generated-schema'
import type { Review } from '@/payload-types'
import {
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  type RowOf,
} from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'

export type ReviewRow = RowOf<typeof listReviews>

export const reviewSorts = ['newest', 'oldest', 'rating-low', 'rating-high'] as const
export type ReviewSort = (typeof reviewSorts)[number]
const orders = {
  newest: [],
  oldest: [asc(reviews.createdAt)],
  'rating-low': [asc(reviews.rating)],
  'rating-high': [desc(reviews.rating)],
} satisfies Record<ReviewSort, SQL[]>

/** Returns one page of the reviews for staff. */
export function listReviews(
  { db: { drizzle } }: Payload,
  query: PageQuery & DayRange & { status: Review['status'] | ''; search: string; sort: ReviewSort },
) {
  const where = and(
    query.status ? eq(reviews.status, query.status) : undefined,
    matchesSearch(
      sql`(${reviews.author} || ' ' || coalesce(${reviews.title}, '') || ' ' || ${reviews.body} || ' ' || ${products.name})`,
      query.search,
    ),
    isOnDays(reviews.createdAt, query),
  )
  const ofProduct = eq(products.id, reviews.product)
  return pagedRows(
    query,
    drizzle
      .select({
        id: reviews.id,
        productId: products.id,
        product: products.name,
        author: reviews.author,
        rating: reviews.rating,
        title: reviews.title,
        body: reviews.body,
        status: reviews.status,
        note: reviews.note,
        orderId: reviews.order,
        createdAt: isoDate(reviews.createdAt),
        updatedAt: isoDate(reviews.updatedAt),
        baseName: firstBaseName(drizzle),
      })
      .from(reviews)
      .innerJoin(products, ofProduct)
      .where(where)
      .orderBy(...orders[query.sort], desc(reviews.createdAt), desc(reviews.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(sql`${reviews} join ${products} on ${ofProduct}`, where),
  )
}
