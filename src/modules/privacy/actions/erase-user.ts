import { and, eq, inArray, isNull, lte, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { deleteMembersLater } from '@/modules/newsletter/actions/queue-mailchimp'
import { erasedAddressHash } from '@/modules/privacy/erased-address'
import { type DataSubject, personalData } from '@/modules/privacy/queries/personal-data'
import { findWait, subjectOf } from '@/modules/privacy/queries/waiting-reason'
import { erasedRequest } from '@/modules/privacy/rules/data-request'
import { data_requests, orders, users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

import { eraseRows } from './erase-rows'

/** Whether a request can be carried out: it's confirmed, and the days to cancel it are over. */
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

/** Locks the orders, so that none changes until this is over. */
async function lockOrders(tx: Tx, subject: DataSubject): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(personalData.orders.isAbout(subject))
    .for('update')
}

async function wait(tx: Tx, requestId: number): Promise<'waiting'> {
  await tx
    .update(data_requests)
    .set({ status: 'waiting', updatedAt: sql`now()` })
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
 * that nothing is open (otherwise it waits, and the next night tries again), delete and replace, record
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
    const subject = subjectOf(request, user)
    const { emails } = subject
    await lockOrders(tx, subject)
    if (await findWait(tx, subject, user)) return wait(tx, requestId)
    await closeRequests(tx, requestId, userId, user?.email ?? request.email)
    await deleteMembersLater(tx, emails)
    await eraseRows(req, tx, subject)
    await audit(tx, null, {
      action: 'person.erased',
      subjectType: 'data_request',
      subjectId: requestId,
      details: { userId, addressHashes: emails.map(erasedAddressHash) },
    })
    await queueJob(
      tx,
      'send-deletion-completed',
      { requestId },
      { key: `deletion-completed:${requestId}` },
    )
    return 'erased'
  })
}
