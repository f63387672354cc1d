import {
  and,
  eq,
  exists,
  inArray,
  isNull,
  like,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import { erasedAddressHash } from '@/modules/privacy/erased-address'
import { type DataSubject, personalData } from '@/modules/privacy/queries/personal-data'
import {
  deletionPeriods,
  erasedRequest,
  type WaitingReason,
  waitingReasons,
} from '@/modules/privacy/rules/data-request'
import {
  data_requests,
  order_events,
  orders,
  orders_items,
  payments,
  returns,
  users,
  webhook_events,
} from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

import { eraseRows } from './erase-rows'

/** The request may be carried out now: confirmed, and the days to take it back are over. */
export const isDue = and(
  inArray(data_requests.status, ['verified', 'waiting']),
  lte(data_requests.eraseAfter, sql`now()`),
)

async function lockDueRequest(tx: Tx, requestId: number) {
  const [request] = await tx
    .select({
      id: data_requests.id,
      userId: data_requests.user,
      email: sql<string | null>`lower(${data_requests.email})`,
    })
    .from(data_requests)
    .where(and(eq(data_requests.id, requestId), isDue))
    .for('update')
  return request
}

/** Locks the account, so that no order, review, or session of theirs can be created until this is over. */
async function lockUser(tx: Tx, userId: number) {
  const [user] = await tx
    .select({ role: users.role, email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}

/** A dispute at PayPal names the order and is not resolved. */
function hasOpenDispute(tx: Tx): SQL {
  const resolved = alias(webhook_events, 'resolved')
  const names = (id: typeof orders.uuid | typeof orders.paypalTransactionId) =>
    sql`position(${id} in ${webhook_events.body}::text) > 0`
  return exists(
    tx
      .select({ id: webhook_events.id })
      .from(webhook_events)
      .where(
        and(
          eq(webhook_events.provider, 'paypal'),
          like(webhook_events.eventType, 'CUSTOMER.DISPUTE.%'),
          or(names(orders.paypalTransactionId), names(orders.uuid)),
          notExists(
            tx
              .select({ id: resolved.id })
              .from(resolved)
              .where(
                and(
                  eq(resolved.eventType, 'CUSTOMER.DISPUTE.RESOLVED'),
                  sql`${resolved.body} ->> 'dispute_id' = ${webhook_events.body} ->> 'dispute_id'`,
                ),
              ),
          ),
        ),
      ),
  )
}

/** Locks the orders and returns why they have to wait: on their way, coming back, money not settled, or a case at PayPal. */
async function findWaitingReason(tx: Tx, subject: DataSubject): Promise<WaitingReason | null> {
  const hasPendingPayment = exists(
    tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.order, orders.id), eq(payments.status, 'pending'))),
  )
  const wasReversed = exists(
    tx
      .select({ id: order_events.id })
      .from(order_events)
      .where(
        and(
          eq(order_events.order, orders.id),
          eq(order_events.type, 'reversed'),
          sql`${order_events.createdAt} > now() - interval '60 days'`,
        ),
      ),
  )
  const hasItems = exists(
    tx
      .select({ id: orders_items.id })
      .from(orders_items)
      .where(eq(orders_items._parentID, orders.id)),
  )
  const isOnItsWay = or(
    eq(orders.status, 'pending'),
    and(
      inArray(orders.status, ['paid', 'processing']),
      // A paid gift card is sent on its day without its buyer's data. A price difference has no items, either.
      or(hasItems, eq(orders.priceDifference_state, 'open')),
    ),
    and(
      eq(orders.status, 'shipped'),
      sql`coalesce(${orders.shippedAt}, ${orders.updatedAt}) > now() - make_interval(days => ${deletionPeriods.shippedDays})`,
    ),
  )
  const hasOpenReturn = exists(
    tx
      .select({ id: returns.id })
      .from(returns)
      .where(
        and(
          eq(returns.order, orders.id),
          inArray(returns.status, ['requested', 'approved', 'received']),
        ),
      ),
  )
  const isUnsettled = or(
    inArray(orders.paymentState, ['capturing', 'pending', 'mismatch']),
    hasPendingPayment,
    wasReversed,
    hasOpenDispute(tx),
  )
  const placed = await tx
    .select({
      isOnItsWay: sql<boolean | null>`(${isOnItsWay})`,
      hasOpenReturn: sql<boolean>`(${hasOpenReturn})`,
      isUnsettled: sql<boolean | null>`(${isUnsettled})`,
    })
    .from(orders)
    .where(personalData.orders.isAbout(subject))
    .for('update')
  if (placed.some((order) => order.isOnItsWay)) return 'order'
  if (placed.some((order) => order.hasOpenReturn)) return 'return'
  return placed.some((order) => order.isUnsettled) ? 'payment' : null
}

async function wait(tx: Tx, requestId: number, reason: WaitingReason): Promise<'waiting'> {
  await tx
    .update(data_requests)
    .set({ status: 'waiting', note: waitingReasons[reason], updatedAt: sql`now()` })
    .where(eq(data_requests.id, requestId))
  return 'waiting'
}

/** Erases what was entered in the person's requests. `confirmTo` stays on this one until the last email is out. */
async function closeRequests(
  tx: Tx,
  requestId: number,
  userId: number | null,
  confirmTo: string | null,
): Promise<void> {
  await tx
    .update(data_requests)
    .set({ ...erasedRequest, email: null, updatedAt: sql`now()` })
    .where(
      or(
        eq(data_requests.id, requestId),
        userId === null ? undefined : eq(data_requests.user, userId),
        confirmTo === null
          ? undefined
          : and(isNull(data_requests.user), eq(sql`lower(${data_requests.email})`, confirmTo)),
      ),
    )
  await tx
    .update(data_requests)
    .set({ status: 'completed', email: confirmTo, completedAt: sql`now()` })
    .where(eq(data_requests.id, requestId))
}

/**
 * Erases the person of a request that is due. Steps, all in one transaction: lock the request and the account, check
 * that nothing is open (otherwise it waits with a reason, and the next night tries again), delete and replace, record
 * it in the audit log, queue the last email. A retry after the commit finds nothing to do; a worker killed before it
 * has changed nothing.
 */
export function eraseUser(
  payload: Payload,
  requestId: number,
): Promise<'erased' | 'waiting' | 'nothing to do'> {
  return withTransaction(payload, async (req, tx) => {
    const request = await lockDueRequest(tx, requestId)
    if (!request) return 'nothing to do'
    const { userId } = request
    const user = userId === null ? undefined : await lockUser(tx, userId)
    if (user && user.role !== 'customer') return wait(tx, requestId, 'staff')
    const emails = [...new Set([user?.email, request.email])].flatMap((email) => email || [])
    const subject = { userId, emails }
    const reason = await findWaitingReason(tx, subject)
    if (reason) return wait(tx, requestId, reason)
    await closeRequests(tx, requestId, userId, user?.email ?? request.email)
    await eraseRows(req, tx, subject)
    await audit(tx, null, {
      action: 'person.erased',
      subjectType: 'data_request',
      subjectId: requestId,
      details: { userId, addressHashes: emails.map(erasedAddressHash) },
    })
    if (emails.length > 0) {
      await tx
        .insert(mailchimp_deletions)
        .values(emails.map((email) => ({ memberId: mailchimpMemberId(email) })))
        .onConflictDoUpdate({ target: mailchimp_deletions.memberId, set: { deletedAt: null } })
      await queueJob(tx, 'delete-from-mailchimp', {}, { key: 'delete-from-mailchimp' })
    }
    await queueJob(
      tx,
      'send-deletion-completed',
      { requestId },
      { key: `deletion-completed:${requestId}` },
    )
    return 'erased'
  })
}
