import { and, eq, isNotNull, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { priceCart } from '@/modules/checkout/queries'
import { getReviewableOrder } from '@/modules/one-time-emails/queries'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { one_time_emails, order_events } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

const isWaiting = isNull(one_time_emails.queuedAt)

/** Returns the requests whose variant can be bought again, by the rules of cart and checkout. */
async function findRestocked(payload: Payload): Promise<number[]> {
  const { drizzle } = payload.db
  const variants = await drizzle
    .selectDistinct({
      productId: sql<number>`${one_time_emails.product}`,
      size: sql<string>`${one_time_emails.size}`,
      color: sql<string>`${one_time_emails.color}`,
    })
    .from(one_time_emails)
    .where(
      and(isWaiting, eq(one_time_emails.kind, 'back-in-stock'), isNotNull(one_time_emails.product)),
    )
  const priced = await priceCart(
    payload,
    variants.map((variant) => ({ ...variant, quantity: 1 })),
  )
  const dueIds: number[] = []
  for (const { productId, size, color } of priced.filter(({ status }) => status === 'ok')) {
    const rows = await drizzle
      .select({ id: one_time_emails.id })
      .from(one_time_emails)
      .where(
        and(
          isWaiting,
          eq(one_time_emails.product, productId),
          eq(one_time_emails.size, size),
          eq(one_time_emails.color, color),
        ),
      )
    dueIds.push(...rows.map(({ id }) => id))
  }
  return dueIds
}

/**
 * Returns the requests of orders that were delivered long enough ago, and deletes those for which no reminder may be
 * sent.
 */
async function findReviewable(payload: Payload, days: number): Promise<number[]> {
  const { drizzle } = payload.db
  const requests = await drizzle
    .select({ id: one_time_emails.id, orderId: sql<number>`${one_time_emails.order}` })
    .from(one_time_emails)
    .where(
      and(
        isWaiting,
        eq(one_time_emails.kind, 'review'),
        isNotNull(one_time_emails.order),
        sql`exists (select from ${order_events} where ${order_events.order} = ${one_time_emails.order}
          and ${order_events.type} in ('shipped', 'delivered', 'cancelled', 'refunded') and ${order_events.createdAt} <= now() - make_interval(days => ${days}))`,
      ),
    )
  const due: number[] = []
  for (const { id, orderId } of requests) {
    const order = await getReviewableOrder(payload, orderId)
    if (!order) await drizzle.delete(one_time_emails).where(eq(one_time_emails.id, id))
    else if (order.isDue) due.push(id)
  }
  return due
}

/** Claims a request and queues its email in one transaction. Does nothing if another run claimed it. */
async function queueEmail(payload: Payload, requestId: number): Promise<void> {
  await withTransaction(payload, async (_req, tx) => {
    const claimed = await tx
      .update(one_time_emails)
      .set({ queuedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(one_time_emails.id, requestId), isWaiting))
      .returning({ id: one_time_emails.id })
    if (claimed.length > 0)
      await queueJob(
        tx,
        'send-one-time-email',
        { requestId },
        { key: `one-time-email:${requestId}` },
      )
  })
}

/**
 * The recurring job of emails on request: queues those about variants that are back in stock, and those that ask for
 * reviews. Runs that overlap queue each email once.
 */
export async function queueDueEmails(payload: Payload): Promise<void> {
  const { oneTimeEmails } = await getSettings(payload)
  const due = [
    ...(oneTimeEmails.backInStock ? await findRestocked(payload) : []),
    ...(oneTimeEmails.review ? await findReviewable(payload, oneTimeEmails.reviewDays) : []),
  ]
  for (const requestId of due) await queueEmail(payload, requestId)
}
