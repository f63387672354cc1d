import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { Tx } from './transaction'

/** Emails about an account. `address-taken` goes to the owner of an address that someone else entered. */
export const accountEmailKinds = [
  'verify-email',
  'address-taken',
  'reset-password',
  'password-changed',
  'email-change-asked',
  'sign-in-connected',
] as const
export type AccountEmailKind = (typeof accountEmailKinds)[number]

/** Every job with its payload. Payloads carry ids only; the job reads the current data. */
export type JobPayloads = {
  'send-order-received': { orderId: number }
  'send-payment-pending': { orderId: number }
  'send-order-link': { orderId: number }
  'send-order-shipped': { orderId: number }
  'send-order-delivered': { orderId: number }
  /** `paymentId`: the refund's row in the ledger. */
  'send-order-refunded': { paymentId: number }
  /** Requested by staff: sent again even if it was sent before. */
  'resend-order-mail': { orderId: number; mail: 'order-received' | 'order-shipped' | 'order-link' }
  /** The user's data is read when the email is sent. */
  'send-account-mail': { userId: number; kind: AccountEmailKind }
  'send-letter-confirm': { eventId: number }
  'send-letter-welcome': { subscriberId: number }
  'request-letter-for-order': { orderId: number }
  /** Pushes a subscriber's status to Mailchimp while it is connected. */
  'tell-mailchimp': { subscriberId: number }
  /** Mailchimp's member ids of a subscriber who was erased here. */
  'forget-at-mailchimp': { memberIds: string[] }
  'draft-weekly-letter': Record<string, never>
  'send-contact-message': { messageId: number }
  'process-webhook-event': { eventId: number }
  'reconcile-payments': Record<string, never>
  'send-data-request-received': { requestId: number }
  'send-deletion-withdrawn': { requestId: number }
  'send-deletion-completed': { requestId: number }
  'erase-person': { requestId: number }
  'forget-old': Record<string, never>
  'refresh-view-counts': Record<string, never>
  /** Revalidates products that stop being new. */
  'refresh-new-badges': Record<string, never>
  'publish-scheduled-content': Record<string, never>
  'sweep-media': Record<string, never>
  'publish-social-post': { deliveryId: number }
  'tend-social-posts': Record<string, never>
  'count-social-figures': Record<string, never>
  /** Starts or resumes a row of SyncRuns. */
  'run-sync': { runId: number }
  /** Submits a paid order to Printful, or resumes its submission. */
  'submit-order': { orderId: number; byHand?: boolean; accept?: boolean }
  'send-parcel-shipped': { orderId: number; parcelId: string }
  'check-print-orders': Record<string, never>
  'revive-runs': Record<string, never>
  'renew-accounts': Record<string, never>
}
export type JobName = keyof JobPayloads

type Database = Tx | Payload['db']['drizzle']

/**
 * Adds a job to the queue, inside the caller's transaction if `db` is its handle: the job exists
 * exactly when the change exists. A waiting job with the same key is replaced, so repeating the
 * call is safe.
 */
export async function queueJob<Name extends JobName>(
  db: Database,
  name: Name,
  payload: JobPayloads[Name],
  options: { key: string; delaySeconds?: number },
): Promise<void> {
  // graphile-worker's own interface: its tables are private.
  await db.execute(sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${options.key}, max_attempts => 12,
    run_at => now() + make_interval(secs => ${options.delaySeconds ?? 0}))`)
}

/** Removes the waiting job with this key, if there is one. */
export async function removeJob(db: Database, key: string): Promise<void> {
  // graphile-worker's own interface: its tables are private.
  await db.execute(sql`select graphile_worker.remove_job(${key})`)
}
