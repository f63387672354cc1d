import type { AccountMailKind } from '../domain/account-mail'

/** Every job with what it is given. Ids only: what a job does, it reads fresh. */
export type JobPayloads = {
  'send-order-received': { orderId: number }
  'send-payment-pending': { orderId: number }
  'send-order-link': { orderId: number }
  'send-order-shipped': { orderId: number }
  'send-order-delivered': { orderId: number }
  /** Of a refund in the ledger. */
  'send-order-refunded': { paymentId: number }
  /** By hand, from the panel: goes out again although it was sent before. */
  'resend-order-mail': { orderId: number; mail: 'order-received' | 'order-shipped' | 'order-link' }
  /** `kind` is the mail; what it says about the person is read when it is sent. */
  'send-account-mail': { userId: number; kind: AccountMailKind }
  'send-letter-confirm': { eventId: number }
  'send-letter-welcome': { subscriberId: number }
  'request-letter-for-order': { orderId: number }
  /** How somebody stands about the letter, told to Mailchimp while it is connected. */
  'tell-mailchimp': { subscriberId: number }
  /** Mailchimp's own ids of somebody who was erased here. */
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
  /** What is new stops being new by itself. */
  'refresh-new-badges': Record<string, never>
  'publish-scheduled-content': Record<string, never>
  'sweep-media': Record<string, never>
  'publish-social-post': { deliveryId: number }
  'tend-social-posts': Record<string, never>
  'count-social-figures': Record<string, never>
  /** A run of SyncRuns, or the rest of one. */
  'run-sync': { runId: number }
  /** Sends a paid order to Printful, or goes on with it. */
  'submit-order': { orderId: number; byHand?: boolean; accept?: boolean }
  'send-parcel-shipped': { orderId: number; parcelId: string }
  'check-print-orders': Record<string, never>
  'revive-runs': Record<string, never>
  'renew-accounts': Record<string, never>
}
export type JobName = keyof JobPayloads
