import { sql } from '@payloadcms/db-postgres'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { listCustomerReviews, purchasedLines } from '@/modules/reviews/queries/customer-reviews'
import { formatReviewAuthor } from '@/modules/reviews/rules'
import { customerReviewResponse, reviewChangeSchema, reviewSchema } from '@/modules/reviews/schemas'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const answer = z.array(customerReviewResponse)

export const customerReviewEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/account/reviews',
    summary: 'The reviews you wrote',
    signedIn: true,
    answer,
    limit: { points: 120, seconds: 600 },
    handle: (req) => listCustomerReviews(req.payload, requireUser(req).id),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/reviews',
    summary: 'Review a piece you bought; it is shown once staff approved it',
    signedIn: true,
    body: reviewSchema,
    answer,
    limit: { points: 20, seconds: 600 },
    handle: async (req, { body }) => {
      const person = requireUser(req)
      const db = req.payload.db.drizzle
      const {
        rows: [bought],
      } = await db.execute(
        sql`select order_id from (${purchasedLines(person.id)}) b where product_id = ${body.productId}`,
      )
      if (!bought)
        throw new AppError(
          'forbidden',
          'Reviews come from people who bought the piece. We could not find it among your paid orders.',
        )
      const { rows } = await db.execute(sql`
        insert into reviews (product_id, customer_id, order_id, author, rating, title, body, status)
        values (${body.productId}, ${person.id}, ${bought.order_id}, ${formatReviewAuthor(person, body.showAs)}, ${body.rating}, ${body.title ?? null}, ${body.body}, 'waiting')
        on conflict do nothing returning id`)
      if (rows.length === 0) throw new AppError('conflict', 'You have reviewed this piece already.')
      return listCustomerReviews(req.payload, person.id)
    },
  }),

  endpoint({
    method: 'put',
    path: '/api/account/reviews/:id',
    summary: 'Change a review that waits to be read',
    signedIn: true,
    params: idParams,
    body: reviewChangeSchema,
    answer,
    limit: { points: 40, seconds: 600 },
    handle: async (req, { params, body }) => {
      const person = requireUser(req)
      const db = req.payload.db.drizzle
      const { rows } = await db.execute(sql`
        update reviews set rating = ${body.rating}, title = ${body.title ?? null}, body = ${body.body}, author = ${formatReviewAuthor(person, body.showAs)}, updated_at = now()
        where id = ${params.id} and customer_id = ${person.id} and status = 'waiting' returning id`)
      if (rows.length === 0) {
        const { rows: own } = await db.execute(
          sql`select from reviews where id = ${params.id} and customer_id = ${person.id}`,
        )
        if (own.length === 0) throw notFound('This review')
        throw new AppError(
          'conflict',
          'This review has been read already and can no longer be changed. You can delete it and write a new one.',
        )
      }
      return listCustomerReviews(req.payload, person.id)
    },
  }),

  endpoint({
    method: 'delete',
    path: '/api/account/reviews/:id',
    summary: 'Delete a review of yours',
    signedIn: true,
    params: idParams,
    answer,
    limit: { points: 40, seconds: 600 },
    handle: async (req, { params }) => {
      const person = requireUser(req)
      await withTransaction(req.payload, async ({ transactionID }, tx) => {
        const {
          rows: [row],
        } = await tx.execute(
          sql`delete from reviews where id = ${params.id} and customer_id = ${person.id} returning product_id, status`,
        )
        if (!row) throw notFound('This review')
        if (row.status === 'approved')
          await revalidateTags({ payload: req.payload, transactionID }, [
            cacheTags.product(Number(row.product_id)),
          ])
      })
      return listCustomerReviews(req.payload, person.id)
    },
  }),
]
