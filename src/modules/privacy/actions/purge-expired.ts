import {
  and,
  eq,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { queueMailchimpDeletions } from '@/modules/newsletter/actions/queue-mailchimp'
import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import {
  erasedRequest,
  erasedValues,
  openDataRequestStatuses,
} from '@/modules/privacy/rules/data-request'
import { retention } from '@/modules/privacy/rules/records-of-processing'
import {
  account_tokens,
  contact_messages,
  customer_notes,
  data_requests,
  draft_orders,
  known_devices,
  one_time_emails,
  orders,
  payments,
  returns,
  staff_notifications,
  subscribers,
  sync_rows,
  users_sessions,
  webhook_events,
} from '@/payload-generated-schema'
import { queueJob, removeOldFailedJobs } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

import { anonymizeOrders } from './erase-rows'
import { isDue } from './erase-user'
import { refuseRequests } from './refuse-requests'

const olderThan = (time: PgColumn | SQL, days: number): SQL =>
  sql`${time} < now() - make_interval(days => ${days})`

/** Abandoned checkouts: nothing was paid or promised. */
const isNeverPaid = and(
  eq(orders.status, 'cancelled'),
  inArray(orders.paymentState, ['none', 'created', 'declined']),
  sql`not exists (select from ${payments} where ${payments.order} = ${orders.id} and ${payments.status} <> 'declined')`,
)

const orderBatchSize = 500

/** Anonymizes one batch in a transaction of its own. @returns how many orders it had */
const anonymizeOldOrders = (payload: Payload): Promise<number> =>
  withTransaction(payload, async (_req, tx) => {
    const old = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          or(
            sql`${orders.createdAt} < now() - make_interval(years => ${retention.orderYears})`,
            and(isNeverPaid, olderThan(orders.createdAt, retention.unpaidOrderDays)),
          ),
          ne(orders.email, erasedValues.email),
        ),
      )
      .orderBy(orders.id)
      .limit(orderBatchSize)
      .for('update')
    await anonymizeOrders(
      tx,
      old.map(({ id }) => id),
    )
    return old.length
  })

/** Certificates prove why no tax was collected, also in orders that were erased earlier. */
async function removeOldTaxCertificates(db: Payload['db']['drizzle']): Promise<void> {
  await db
    .update(orders)
    .set({ taxCertificate: null })
    .where(
      and(
        isNotNull(orders.taxCertificate),
        sql`${orders.createdAt} < now() - make_interval(years => ${retention.orderYears})`,
      ),
    )
}

/** Drafts that became orders, and those that nobody has touched for as long as unpaid orders are kept. */
async function deleteOldDrafts(db: Payload['db']['drizzle']): Promise<void> {
  await db
    .delete(draft_orders)
    .where(
      or(
        sql`exists (select from ${orders} where ${orders.id} = ${draft_orders.order} and ${orders.status} not in ('pending', 'cancelled'))`,
        olderThan(draft_orders.updatedAt, retention.unpaidOrderDays),
      ),
    )
}

async function deleteOldSignIns(db: Payload['db']['drizzle']): Promise<void> {
  await db
    .delete(account_tokens)
    .where(
      olderThan(
        sql`coalesce(${account_tokens.usedAt}, ${account_tokens.expiresAt})`,
        retention.tokenDays,
      ),
    )
  await db.delete(known_devices).where(olderThan(known_devices.lastSeenAt, retention.deviceDays))
  await db.delete(users_sessions).where(olderThan(users_sessions.expiresAt, retention.tokenDays))
}

/** Messages, and notes, which end with the last order of their customer. */
async function deleteOldMessages(db: Payload['db']['drizzle']): Promise<void> {
  await db
    .delete(contact_messages)
    .where(
      and(
        eq(contact_messages.status, 'answered'),
        olderThan(contact_messages.updatedAt, retention.messageDays),
      ),
    )
  await db
    .delete(customer_notes)
    .where(
      sql`not exists (select from ${orders} where lower(${orders.email}) = ${customer_notes.email} or ${orders.customer} = ${customer_notes.customer})`,
    )
}

/**
 * Erases what closed requests still hold about their person. Earlier versions didn’t clear those that staff refused.
 */
async function eraseClosedRequests(db: Payload['db']['drizzle']): Promise<void> {
  const { status, user, fullName, email, otherEmails, accountCreated, reason, note } = data_requests
  await db
    .update(data_requests)
    .set(erasedRequest)
    .where(
      and(
        notInArray(status, [...openDataRequestStatuses]),
        sql`num_nonnulls(${user}, ${fullName}, ${otherEmails}, ${accountCreated}, ${reason}, ${note}) > 0`,
      ),
    )
  // If the last email about a request could not be sent for a week, its address is deleted anyway.
  await db
    .update(data_requests)
    .set({ email: null })
    .where(
      and(
        notInArray(status, [...openDataRequestStatuses]),
        isNotNull(email),
        or(eq(status, 'refused'), olderThan(data_requests.updatedAt, 7)),
      ),
    )
}

/** Enforces the retention periods of the record of processing. */
async function deleteExpired({ db: { drizzle: db } }: Payload): Promise<void> {
  await db
    .update(webhook_events)
    .set({ body: {} })
    .where(
      and(
        olderThan(webhook_events.createdAt, retention.deliveryDays),
        ne(webhook_events.status, 'received'),
        ne(webhook_events.body, {}),
      ),
    )
  await deleteOldMessages(db)
  await removeOldTaxCertificates(db)
  await deleteOldDrafts(db)
  await deleteOldSignIns(db)
  await db
    .delete(subscribers)
    .where(
      and(
        eq(subscribers.status, 'pending'),
        olderThan(subscribers.updatedAt, retention.unconfirmedDays),
      ),
    )
  await db
    .delete(one_time_emails)
    .where(olderThan(one_time_emails.createdAt, retention.requestedEmailDays))
  await db
    .delete(staff_notifications)
    .where(olderThan(staff_notifications.createdAt, retention.notificationDays))
  // Their files are deleted by the nightly cleanup (modules/returns/jobs.ts), as no return names them anymore.
  await db
    .update(returns)
    .set({ photos: null })
    .where(and(isNotNull(returns.photos), olderThan(returns.updatedAt, retention.returnPhotoDays)))
  await db
    .delete(mailchimp_deletions)
    .where(olderThan(mailchimp_deletions.deletedAt, retention.mailchimpDeletionDays))
  await removeOldFailedJobs(db, /^(?:re)?send-/, retention.failedEmailDays)
  await db.delete(sync_rows).where(olderThan(sync_rows.createdAt, retention.deliveryDays))
  await eraseClosedRequests(db)
}

/**
 * The nightly job for personal data: queues the erasure of requests that are due, refuses those that were never
 * confirmed, deletes what has been kept long enough, and continues deletions at Mailchimp. Every step is safe to repeat.
 */
export async function purgeExpired(payload: Payload): Promise<void> {
  await withTransaction(payload, (_req, tx) =>
    refuseRequests(tx, lt(data_requests.verifyBy, sql`now()`)),
  )
  const { drizzle } = payload.db
  const due = await drizzle
    .select({ requestId: data_requests.id })
    .from(data_requests)
    .where(isDue)
    .orderBy(data_requests.eraseAfter)
  for (const request of due)
    await queueJob(drizzle, 'erase-user', request, { key: `erase-user:${request.requestId}` })
  await deleteExpired(payload)
  while ((await anonymizeOldOrders(payload)) === orderBatchSize);
  // In case something connected Mailchimp again without queueing it, such as keys in the environment.
  await queueMailchimpDeletions(drizzle)
}
