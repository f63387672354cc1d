import { and, eq } from '@payloadcms/db-postgres/drizzle'
import { type Payload, ValidationError } from 'payload'
import type { z } from 'zod'

import { notifyStaff } from '@/modules/notifications/notify-staff'
import { purchasedLines } from '@/modules/reviews/queries/customer-reviews'
import { formatReviewAuthor } from '@/modules/reviews/rules'
import type { reviewChangeSchema, reviewSchema } from '@/modules/reviews/schemas'
import { reviews } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

// Payload's REST API is closed to customers. These actions check what a customer may do, and write with their name, so
// that the collection's access applies and the hooks note them in the audit log and revalidate the pages.

const alreadyReviewed = () => new AppError('conflict', 'You’ve already reviewed this item.')

/** Locks a customer's own review and returns its status. @throws AppError not_found, also for someone else's */
async function lockOwnReview(tx: Tx, id: number, customerId: number) {
  const [review] = await tx
    .select({ status: reviews.status })
    .from(reviews)
    .where(and(eq(reviews.id, id), eq(reviews.customer, customerId)))
    .for('update')
  if (!review) throw notFound('This review')
  return review
}

/**
 * Adds a customer's review, which waits for approval.
 * @throws AppError forbidden (not bought), conflict (already reviewed)
 */
export async function createReview(
  payload: Payload,
  user: User,
  { productId, showAs, ...texts }: z.output<typeof reviewSchema>,
): Promise<void> {
  const purchases = purchasedLines(payload, user.id)
  const [purchase] = await payload.db.drizzle
    .select({ orderId: purchases.orderId })
    .from(purchases)
    .where(eq(purchases.productId, productId))
  if (!purchase)
    throw new AppError(
      'forbidden',
      'Only verified buyers can leave reviews, and we couldn’t find this item in your paid orders.',
    )
  await withTransaction(payload, async (req, tx) => {
    const own = and(eq(reviews.customer, user.id), eq(reviews.product, productId))
    if ((await tx.$count(reviews, own)) > 0) throw alreadyReviewed()
    const { id } = await payload.create({
      collection: 'reviews',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: {
        ...texts,
        product: productId,
        customer: user.id,
        order: purchase.orderId,
        author: formatReviewAuthor(user, showAs),
        status: 'waiting',
      },
    })
    await notifyStaff(tx, {
      kind: 'reviews',
      requires: 'reviews:write',
      eventKey: `review:${id}`,
      title: 'New review to approve',
      text: `${texts.rating} of 5 stars. It’s shown after you approve it.`,
      path: '/admin/reviews',
    })
  }).catch((error: unknown) => {
    // The unique index reviews_one_each: a second request at the same moment.
    throw error instanceof ValidationError ? alreadyReviewed() : error
  })
}

/**
 * Changes a customer's review that waits for approval.
 * @throws AppError not_found, conflict (approved or rejected already)
 */
export async function updateReview(
  payload: Payload,
  user: User,
  id: number,
  { showAs, title, ...texts }: z.output<typeof reviewChangeSchema>,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const { status } = await lockOwnReview(tx, id, user.id)
    if (status !== 'waiting')
      throw new AppError(
        'conflict',
        status === 'rejected'
          ? 'This review isn’t shown and can’t be changed. You can delete it and write a new one.'
          : 'This review was already approved and can’t be changed. You can delete it and write a new one.',
      )
    const data = { ...texts, title: title ?? null, author: formatReviewAuthor(user, showAs) }
    const own = { collection: 'reviews', id, depth: 0, overrideAccess: false, user, req } as const
    await payload.update({ ...own, data })
  })
}

/** Deletes a customer's review, whatever its status. @throws AppError not_found */
export async function deleteReview(payload: Payload, user: User, id: number): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    await lockOwnReview(tx, id, user.id)
    await payload.delete({ collection: 'reviews', id, depth: 0, overrideAccess: false, user, req })
  })
}
