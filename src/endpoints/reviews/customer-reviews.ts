import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import {
  createReview,
  deleteReview,
  updateReview,
} from '@/modules/reviews/actions/customer-reviews'
import { listCustomerReviews } from '@/modules/reviews/queries/customer-reviews'
import { customerReviewResponse, reviewChangeSchema, reviewSchema } from '@/modules/reviews/schemas'

const reviewsResponse = z.array(customerReviewResponse)

export const customerReviewEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/account/reviews',
    summary: 'List your reviews',
    signedIn: true,
    response: reviewsResponse,
    limit: { points: 120, seconds: 600 },
    handle: (req) => listCustomerReviews(req.payload, requireUser(req).id),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/reviews',
    summary: 'Review an item you bought; it’s published after staff approve it',
    signedIn: true,
    body: reviewSchema,
    creates: true,
    response: reviewsResponse,
    limit: { points: 20, seconds: 600 },
    handle: async (req, { body }) => {
      const user = requireUser(req)
      await createReview(req.payload, user, body)
      return listCustomerReviews(req.payload, user.id)
    },
  }),

  endpoint({
    method: 'put',
    path: '/api/account/reviews/:id',
    summary: 'Update a pending review',
    signedIn: true,
    params: idParams,
    body: reviewChangeSchema,
    response: reviewsResponse,
    limit: { points: 40, seconds: 600 },
    handle: async (req, { params, body }) => {
      const user = requireUser(req)
      await updateReview(req.payload, user, params.id, body)
      return listCustomerReviews(req.payload, user.id)
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/reviews/:id',
    summary: 'Delete your review',
    signedIn: true,
    params: idParams,
    response: reviewsResponse,
    limit: { points: 40, seconds: 600 },
    handle: async (req, { params }) => {
      const user = requireUser(req)
      await deleteReview(req.payload, user, params.id)
      return listCustomerReviews(req.payload, user.id)
    },
  }),
]
