import {
  and,
  between,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { bigint, integer, pgSchema, text, timestamp } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { withOrigin } from './observability/job-origin'
import type { Db } from './transaction'

/**
 * Emails about an account. `address-taken` goes to the owner of an address that someone else entered, `email-changed`
 * to the address that an account had.
 */
export type AccountEmailKind =
  | 'verify-email'
  | 'address-taken'
  | 'reset-password'
  | 'password-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'sign-in-connected'
  | 'staff-invitation'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'new-sign-in'

/** Every job with its payload. Payloads carry ids only; the job reads the current data. */
export type JobPayloads = {
  'send-order-received': { orderId: number }
  'send-payment-pending': { orderId: number }
  'send-payment-failed': { orderId: number }
  'send-order-link': { orderId: number }
  /** The link by which a customer pays for an order that staff made. */
  'send-payment-link': { orderId: number }
  /** Asks a customer to pay for a change of another order. */
  'send-change-request': { orderId: number }
  'send-order-shipped': { orderId: number }
  'send-order-delivered': { orderId: number }
  'send-order-changed': { orderId: number }
  'send-order-canceled': { orderId: number }
  /**
   * `to`: everyone who wants it, the shop's own address, or a staff member. `staff` was queued by version 0.2 and
   * earlier, beside `shop`; remove it with the release after 0.2.
   */
  'send-staff-notification': { notificationId: number; to: 'all' | 'shop' | 'staff' | number }
  /** Queued by version 0.2 and earlier; becomes a notification. Remove it with the release after 0.2. */
  'send-staff-alert': {
    orderId: number
    kind: 'order' | 'canceled' | 'return' | 'disputed' | 'refund-failed' | 'mismatch'
  }
  'notify-about-connections': Record<string, never>
  'notify-about-failed-jobs': Record<string, never>
  /** `from`, `to`: which characters of all that staff wrote about the return are the message. Without them, all are. */
  'send-return-email': {
    returnId: number
    kind: 'requested' | 'approved' | 'message' | 'received' | 'closed' | 'declined'
    from?: number
    to?: number
  }
  /** `paymentId`: the refund's row in the ledger. */
  'send-order-refunded': { paymentId: number }
  /** Requested by staff: sent again even if it was sent before. */
  'resend-order-email': {
    orderId: number
    mail: 'order-received' | 'order-shipped' | 'order-link' | 'payment-link'
  }
  /**
   * The user's data is read when the email is sent. `deviceId`: the new device of `new-sign-in`. `tokenId`: the row
   * that has the earlier address for `email-changed`.
   */
  'send-account-email': {
    userId: number
    kind: AccountEmailKind
    deviceId?: number
    tokenId?: number
  }
  'send-confirm-subscription': { eventId: number }
  'send-newsletter-welcome': { subscriberId: number }
  'request-subscription-for-order': { orderId: number }
  /** Pushes a subscriber's status to Mailchimp while it is connected. */
  'push-to-mailchimp': { subscriberId: number }
  /**
   * Deletes erased people at Mailchimp, and archives members’ earlier addresses. `memberIds`: only in jobs of version
   * 0.1; remove it after 0.2.
   */
  'delete-from-mailchimp': { memberIds?: string[] }
  'draft-weekly-digest': Record<string, never>
  /** Queues the emails on request that are due: back in stock, and reviews. */
  'queue-one-time-emails': Record<string, never>
  'send-one-time-email': { requestId: number }
  /** A gift card that an order bought, or store credit, on its day. `again`: at the request of staff. */
  'send-gift-card': { deliveryId: number; again?: boolean }
  'send-contact-message': { messageId: number }
  /** Swaps the item, or changes the address, whose price difference this order paid. */
  'apply-paid-swap': { orderId: number }
  /** Refunds the differences that were paid for changes of this order, as far as it was refunded. */
  'refund-price-differences': { orderId: number }
  /** A stored delivery of PayPal. */
  'process-webhook-event': { eventId: number }
  /** A stored delivery of another service. */
  'process-service-event': { eventId: number }
  'reconcile-payments': Record<string, never>
  'send-data-request-received': { requestId: number }
  'send-deletion-withdrawn': { requestId: number }
  'send-deletion-completed': { requestId: number }
  'erase-user': { requestId: number }
  'purge-expired': Record<string, never>
  /** Queued by a restore: keyed hashes of addresses that were erased after the backup. */
  /** `secretFingerprint`: of the PAYLOAD_SECRET that made the hashes, if it's known. */
  'repeat-erasures': { addressHashes: string[]; secretFingerprint?: string }
  'refresh-view-counts': Record<string, never>
  /** Revalidates products that stop being new. */
  'refresh-new-badges': Record<string, never>
  /** Revalidates pages with the estimated day of arrival, which follows delivered orders. */
  'refresh-delivery-days': Record<string, never>
  /** Applies sales that start or end. */
  'refresh-sale-prices': Record<string, never>
  'publish-scheduled-content': Record<string, never>
  'clean-up-media': Record<string, never>
  /** Stored files of someone who was erased. */
  'delete-files': { names: string[] }
  'publish-social-post': { deliveryId: number }
  'process-due-posts': Record<string, never>
  'collect-social-metrics': Record<string, never>
  /** Starts or resumes a row of SyncRuns. */
  'run-sync': { runId: number }
  /** Submits a paid order to Printful, or resumes its submission. */
  'submit-order': { orderId: number; byHand?: boolean; accept?: boolean; isAutomatic?: boolean }
  'send-shipment-email': { orderId: number; parcelId: string }
  'send-package-returned': { orderId: number; parcelId: string }
  'poll-printful-orders': Record<string, never>
  'resume-stale-syncs': Record<string, never>
  'renew-oauth-accounts': Record<string, never>
}
export type JobName = keyof JobPayloads

/**
 * How often a job is tried. graphile-worker pauses `exp(min(attempts, 10))` seconds after each failure: 12 attempts
 * span 15.8 hours, so a provider's outage of a night loses nothing.
 */
export const maxJobAttempts = 12

const queueSchema = pgSchema('graphile_worker')

/** graphile-worker's public view of its queue; its tables are private. */
export const queuedJobs = queueSchema
  .view('jobs', {
    id: bigint('id', { mode: 'number' }).notNull(),
    key: text('key'),
    task: text('task_identifier').notNull(),
    runAt: timestamp('run_at', { mode: 'string', withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull(),
    maxAttempts: integer('max_attempts').notNull(),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { mode: 'string', withTimezone: true }).notNull(),
    lockedAt: timestamp('locked_at', { mode: 'string', withTimezone: true }),
    lockedBy: text('locked_by'),
  })
  .existing()

export const isWaitingJob = lt(queuedJobs.attempts, queuedJobs.maxAttempts)
/** No worker runs the job, or the one that does has had it for longer than any job takes. */
export const isUnattendedJob = or(
  isNull(queuedJobs.lockedAt),
  lt(queuedJobs.lockedAt, sql`now() - interval '1 hour'`),
)
/** The job has used up its attempts; graphile-worker keeps it for staff to look at. */
export const isFailedJob = gte(queuedJobs.attempts, queuedJobs.maxAttempts)
/**
 * When the job used up its attempts. graphile-worker stores no such time, but it moves `run_at` by its pause after
 * every failure, the last one too.
 */
export const jobFailedAt = sql<string>`(${queuedJobs.runAt} - make_interval(secs => exp(least(${queuedJobs.attempts}, 10))))`
/**
 * The job used up its attempts and isn't running. An hour has passed since its worker was killed, or since the next try
 * would have been.
 */
export const isLongFailedJob = and(
  isFailedJob,
  isNull(queuedJobs.lockedAt),
  lt(queuedJobs.runAt, sql`now() - interval '1 hour'`),
)
/** The job failed at least twice and will be tried again. A single failure is not worth reporting. */
export const isRepeatedlyFailingJob = and(
  between(queuedJobs.attempts, 2, sql`${queuedJobs.maxAttempts} - 1`),
  isNotNull(queuedJobs.lastError),
)

/**
 * Selects when the worker last queued this recurring job, or any of them; null if it never did.
 * graphile-worker has no public view of its schedule.
 */
export function lastScheduledAt(name?: JobName): SQL<string | null> {
  return sql`(select to_char(max(last_execution) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from graphile_worker._private_known_crontabs ${name ? sql`where identifier = ${name}` : sql``})`
}

/**
 * Adds a job to the queue, with the request that it comes from, inside the caller's transaction if `db` is its handle:
 * the job exists exactly when the change exists. A waiting job with the same key is replaced, so repeating the call is
 * safe.
 */
export async function queueJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: { key: string; delaySeconds?: number },
): Promise<void> {
  // graphile-worker's own interface: its tables are private.
  await db.execute(sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(withOrigin(payload))}::json, job_key => ${options.key}, max_attempts => ${maxJobAttempts},
    run_at => now() + make_interval(secs => ${options.delaySeconds ?? 0}))`)
}

/** Removes the waiting job with this key, if there is one. */
export async function removeJob(db: Db, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}

/**
 * Tries a job again now, with all its attempts or as many as given. @returns whether there is such a job that isn't
 * running
 */
export async function retryJob(db: Db, id: number, tries = maxJobAttempts): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => ${maxJobAttempts - tries})`,
  )
  return rows.length > 0
}

/**
 * Tries the job with this key again now, with its original payload.
 * Adds the job if there is none that isn't running.
 */
export async function resumeJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  key: string,
): Promise<void> {
  const [job] = await db
    .select({ id: queuedJobs.id })
    .from(queuedJobs)
    .where(eq(queuedJobs.key, key))
  if (!job || !(await retryJob(db, job.id))) await queueJob(db, name, payload, { key })
}

/** Removes a job that has used up its attempts. @returns whether there was one */
export async function removeFailedJob(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select id from graphile_worker.complete_jobs(array(select ${queuedJobs.id} from ${queuedJobs} where ${queuedJobs.id} = ${id} and ${isFailedJob}))`,
  )
  return rows.length > 0
}

/** Removes jobs whose names match and that used up their attempts longer ago than this. */
export async function removeOldFailedJobs(
  db: Payload['db']['drizzle'],
  names: RegExp,
  days: number,
): Promise<void> {
  const old = await db
    .select({ id: queuedJobs.id })
    .from(queuedJobs)
    .where(
      and(
        isFailedJob,
        sql`${queuedJobs.task} ~ ${names.source}`,
        sql`${queuedJobs.runAt} < now() - make_interval(days => ${days})`,
      ),
    )
  for (const { id } of old) await removeFailedJob(db, id)
}

/** Releases the jobs that these workers hold. */
export async function unlockWorkers(db: Db, workerIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`select graphile_worker.force_unlock_workers(${sql.param([...workerIds])}::text[])`,
  )
}
