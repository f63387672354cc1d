import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { type DataSubject, dataSubjectCondition } from '@/modules/privacy/queries/user-data'
import {
  deletionPeriods,
  type WaitingReason,
  waitingReasons,
} from '@/modules/privacy/rules/data-request'
import { processingRecords } from '@/modules/privacy/rules/records-of-processing'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/member-id'

import { eraseRows } from './erase-rows'

type Due = { id: number; code: string; userId: number | null; email: string | null }

const lockDue = async (tx: Tx, requestId: number): Promise<Due | undefined> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    select id, code, user_id as "userId", lower(email) as email from data_requests
    where id = ${requestId} and status in ('verified', 'waiting') and erase_after <= now() for update`)
  return row as Due | undefined
}

type LockedUser = { role: string; email: string | null }

/** Locked: no order, review or session of theirs can come into being until this is over. */
const lockUser = async (tx: Tx, userId: number): Promise<LockedUser | undefined> => {
  const {
    rows: [row],
  } = await tx.execute(
    sql`select role, lower(email) as email from users where id = ${userId} for update`,
  )
  return row as LockedUser | undefined
}

/** Orders on their way, money that is not settled, payments that PayPal is asked to look at. */
const stillOpen = async (tx: Tx, person: DataSubject): Promise<WaitingReason | null> => {
  const orders = processingRecords.find(({ table }) => table === 'orders')
  if (!orders) throw new Error('orders are not in the privacy register')
  const {
    rows: [found],
  } = await tx.execute(sql`
    with theirs as (select * from orders where ${dataSubjectCondition(orders, person)} for update)
    select
      coalesce(bool_or(status in ('pending', 'paid', 'processing') or
        (status = 'shipped' and coalesce(shipped_at, updated_at) > now() - make_interval(days => ${deletionPeriods.shippedDays}))), false) as "order",
      coalesce(bool_or(payment_state in ('capturing', 'pending', 'mismatch')
        or exists (select from payments where order_id = theirs.id and status = 'pending')
        or exists (select from order_events where order_id = theirs.id and type = 'reversed' and created_at > now() - interval '60 days')
        or exists (
          select from webhook_events asked where asked.provider = 'paypal' and asked.event_type like 'CUSTOMER.DISPUTE.%'
            and (position(theirs.paypal_transaction_id in asked.body::text) > 0 or position(theirs.uuid in asked.body::text) > 0)
            and not exists (
              select from webhook_events solved where solved.event_type = 'CUSTOMER.DISPUTE.RESOLVED' and solved.body ->> 'dispute_id' = asked.body ->> 'dispute_id'))), false) as payment
    from theirs`)
  const open = found as { order: boolean; payment: boolean }
  return open.order ? 'order' : open.payment ? 'payment' : null
}

const wait = async (tx: Tx, id: number, reason: WaitingReason): Promise<void> => {
  await tx.execute(
    sql`update data_requests set status = 'waiting', note = ${waitingReasons[reason]}, updated_at = now() where id = ${id}`,
  )
}

/** Dates and the code stay. The address to confirm to stays until that mail is out, which forgets it. */
const closeRequests = async (
  tx: Tx,
  due: Due,
  person: DataSubject,
  confirmTo: string | null,
): Promise<void> => {
  await tx.execute(sql`
    update data_requests set user_id = null, full_name = null, other_emails = null, account_created = null, reason = null, note = null,
      email = case when id = ${due.id} then ${confirmTo} end, updated_at = now()
    where id = ${due.id} or user_id = ${person.userId ?? -1} or (user_id is null and lower(email) = ${confirmTo})`)
  await tx.execute(
    sql`update data_requests set status = 'completed', completed_at = now() where id = ${due.id}`,
  )
}

/**
 * Erases the person of a request that is due. Steps, all in one transaction: lock the request and the account · look
 * whether something is still open (then it waits and says why; the next night asks again) · delete and replace ·
 * write down that it is done · queue the mail that says so. A retry after the commit finds nothing to do; a worker
 * that is killed before it changed nothing.
 */
export function eraseUser(
  payload: Payload,
  requestId: number,
): Promise<'erased' | 'waiting' | 'nothing to do'> {
  return withTransaction(payload, async (req, tx) => {
    const due = await lockDue(tx, requestId)
    if (!due) return 'nothing to do'
    const user = due.userId === null ? undefined : await lockUser(tx, due.userId)
    if (user && user.role !== 'customer') {
      await wait(tx, due.id, 'staff')
      return 'waiting'
    }
    const emails = [
      ...new Set([user?.email, due.email].filter((email): email is string => Boolean(email))),
    ]
    const person = { userId: due.userId, emails }
    const reason = await stillOpen(tx, person)
    if (reason) {
      await wait(tx, due.id, reason)
      return 'waiting'
    }
    const confirmTo = user?.email ?? due.email
    await closeRequests(tx, due, person, confirmTo)
    const reviewed = await eraseRows(tx, person)
    await audit(tx, null, {
      action: 'person.erased',
      subjectType: 'data_request',
      subjectId: due.id,
      details: { userId: due.userId },
    })
    await revalidateTags(
      { payload, transactionID: req.transactionID },
      reviewed.map((id) => cacheTags.product(id)),
    )
    // Mailchimp's copy: the job carries Mailchimp's own ids, which say nothing more once it has run.
    if (emails.length > 0)
      await queueJob(
        tx,
        'forget-at-mailchimp',
        { memberIds: emails.map(mailchimpMemberId) },
        { key: `forget-at-mailchimp:${due.id}` },
      )
    await queueJob(
      tx,
      'send-deletion-completed',
      { requestId: due.id },
      { key: `deletion-completed:${due.id}` },
    )
    return 'erased'
  })
}
