import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { listReviews, reviewSorts } from '@/modules/reviews/queries/list-reviews'
import { notFound } from '@/platform/errors'
import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  versionField,
} from '@/platform/schema-fields'

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
    handle: async (req, { params: { id }, body: { version, ...data } }) => {
      const options = { collection: 'reviews', id, overrideAccess: false, depth: 0 } as const
      const current = await req.payload.findByID({
        ...options,
        user: req.user,
        select: { updatedAt: true },
        disableErrors: true,
      })
      if (!current) throw notFound('The review')
      assertVersion(req, version, current.updatedAt)
      const review = await req.payload.update({ ...options, user: req.user, data })
      return { id: review.id, status: review.status }
    },
  }),
]
