import { and, eq, inArray, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type CartLineInput, priceCart } from '@/modules/checkout/queries'
import { isReviewEmailOffered, keepKnownLines } from '@/modules/one-time-emails/queries'
import { maxWaitingPerAddress } from '@/modules/one-time-emails/rules'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { one_time_emails, orders } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

const notOffered = () => new AppError('conflict', 'We don’t offer this email right now.')

/** Who asks. `isIgnored`: everything is checked, and nothing is stored, because it is a robot or asked too often. */
type Asker = { email: string; isIgnored: boolean }

/**
 * Stores a request to notify an address (in lower case) when a variant is available again. A repeated request is stored
 * once.
 * @throws AppError not_found (not sold here), conflict (available now, or turned off)
 */
export async function requestBackInStock(
  payload: Payload,
  { email, isIgnored }: Asker,
  variant: Omit<CartLineInput, 'quantity'>,
): Promise<void> {
  if (!(await getSettings(payload)).oneTimeEmails.backInStock) throw notOffered()
  const [line] = await priceCart(payload, [{ ...variant, quantity: 1 }])
  if (line?.status === 'ok')
    throw new AppError(
      'conflict',
      'Good news: it’s available right now. Reload the page to add it to your cart.',
    )
  const knownLines = await keepKnownLines(payload, [variant])
  if (line?.status !== 'unavailable' || knownLines.length === 0) throw notFound('This product')
  if (isIgnored) return
  const { productId: product, size, color } = variant
  const { drizzle } = payload.db
  const waiting = await drizzle.$count(
    one_time_emails,
    and(eq(one_time_emails.email, email), eq(one_time_emails.kind, 'back-in-stock')),
  )
  if (waiting < maxWaitingPerAddress)
    await drizzle
      .insert(one_time_emails)
      .values({ kind: 'back-in-stock', email, product, size, color })
      .onConflictDoNothing()
}

/**
 * Stores a cart and queues its email. The row is deleted once the email was sent.
 * @throws AppError conflict (turned off, or nothing in the cart is sold here)
 */
export async function requestCartEmail(
  payload: Payload,
  { email, isIgnored }: Asker,
  items: readonly CartLineInput[],
): Promise<void> {
  if (!(await getSettings(payload)).oneTimeEmails.cart) throw notOffered()
  const lines = (await priceCart(payload, await keepKnownLines(payload, items)))
    .filter(({ status }) => status !== 'gone')
    .map(({ productId, size, color, quantity }) => ({ productId, size, color, quantity }))
  if (lines.length === 0)
    throw new AppError('conflict', 'Nothing in this cart is available anymore.')
  if (isIgnored) return
  await withTransaction(payload, async (_req, tx) => {
    const rows = await tx
      .insert(one_time_emails)
      .values({ kind: 'cart', email, lines, queuedAt: sql`now()` })
      .returning({ requestId: one_time_emails.id })
    for (const request of rows)
      await queueJob(tx, 'send-one-time-email', request, {
        key: `one-time-email:${request.requestId}`,
      })
  })
}

/**
 * Stores or deletes the request of an order's buyer for a review reminder. Repeating it changes nothing.
 * @throws AppError conflict if it is wanted where it isn't offered
 */
export async function setReviewEmail(
  payload: Payload,
  orderId: number,
  wanted: boolean,
): Promise<void> {
  const { drizzle } = payload.db
  if (!wanted) {
    await drizzle.delete(one_time_emails).where(eq(one_time_emails.order, orderId))
    return
  }
  if (!(await isReviewEmailOffered(payload, orderId))) throw notOffered()
  await drizzle
    .insert(one_time_emails)
    .values({ kind: 'review', order: orderId })
    .onConflictDoNothing()
}

/** Deletes everything that an address (in lower case) asked for and that wasn't sent yet. */
export async function deleteRequests({ db }: Payload, email: string): Promise<void> {
  const own = db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(eq(sql`lower(${orders.email})`, email))
  await db.drizzle
    .delete(one_time_emails)
    .where(or(eq(one_time_emails.email, email), inArray(one_time_emails.order, own)))
}
