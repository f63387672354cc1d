import { eq } from '@payloadcms/db-postgres/drizzle'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { listReviews, reviewSorts } from '@/modules/reviews/queries/list-reviews'
import { reviews } from '@/payload-generated-schema'
import { notFound } from '@/platform/errors'
import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  versionField,
} from '@/platform/schema-fields'
import { withTransaction } from '@/platform/transaction'

const statuses = ['waiting', 'approved', 'rejected'] as const

const reviewResponse = z.strictObject({
  id: z.int(),
  productId: z.int(),
  product: z.string(),
  baseName: z.string().nullable(),
  author: z.string(),
  rating: z.int(),
  title: z.string().nullable(),
  body: z.string(),
  status: z.enum(statuses),
  note: z.string().nullable(),
  orderId: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const adminReviewEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/reviews',
    summary: 'List reviews',
    requires: 'reviews:write',
    query: z.strictObject({
      ...listQuery,
      status: emptyOr(statuses),
      ...dayRangeQuery,
      sort: z.enum(reviewSorts).default('newest'),
    }),
    response: z.array(reviewResponse),
    handle: async (req, { query }) => listResponse(req, await listReviews(req.payload, query)),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/reviews/:id',
    summary: 'Publish or hide a review',
    requires: 'reviews:write',
    params: idParams,
    body: z.strictObject({
      status: z.enum(statuses),
      note: multilineText(300).trim().nullable().optional(),
      ...versionField,
    }),
    response: z.strictObject({ id: z.int(), status: z.string() }),
    handle: ({ headers, payload, user }, { params: { id }, body: { version, ...data } }) =>
      withTransaction(payload, async (req, tx) => {
        // Its author may be changing it.
        const [current] = await tx
          .select({ updatedAt: reviews.updatedAt })
          .from(reviews)
          .where(eq(reviews.id, id))
          .for('update')
        if (!current) throw notFound('The review')
        assertVersion({ headers }, version, new Date(current.updatedAt).toISOString())
        const { status } = await payload.update({
          collection: 'reviews',
          id,
          depth: 0,
          overrideAccess: false,
          user,
          req,
          data,
        })
        return { id, status }
      }),
  }),
]
