import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
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
    handle: (req) => listCustomerReviews(req.payload, req.user.id),
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
    handle: async ({ payload, user }, { body }) => {
      await createReview(payload, user, body)
      return listCustomerReviews(payload, user.id)
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
    handle: async ({ payload, user }, { params, body }) => {
      await updateReview(payload, user, params.id, body)
      return listCustomerReviews(payload, user.id)
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
    handle: async ({ payload, user }, { params }) => {
      await deleteReview(payload, user, params.id)
      return listCustomerReviews(payload, user.id)
    },
  }),
]
