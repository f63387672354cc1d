import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Job, TaskList } from 'graphile-worker'
import type { Payload } from 'payload'

import { sendAccountEmail } from '@/modules/accounts/actions/send-account-email'
import { refreshNewBadges, refreshSalePrices } from '@/modules/catalog/jobs'
import {
  applyPaymentEvent,
  finishRecordedEvents,
} from '@/modules/checkout/actions/apply-payment-event'
import { reconcilePayments } from '@/modules/checkout/actions/reconcile-payments'
import { refreshViewCounts } from '@/modules/content/actions/count-view'
import { publishScheduledContent } from '@/modules/content/jobs'
import { applyPrintfulEvent, pollAllPrintfulOrders, submitOrder } from '@/modules/fulfillment/jobs'
import { sendGiftCard } from '@/modules/gift-cards/actions/email-gift-card'
import { renewOAuthAccounts } from '@/modules/integrations/actions/oauth-accounts'
import { applyMailchimpEvent } from '@/modules/newsletter/actions/apply-mailchimp-event'
import { draftWeeklyDigest } from '@/modules/newsletter/actions/draft-weekly-digest'
import {
  deleteFromMailchimp,
  pushToMailchimp,
} from '@/modules/newsletter/actions/push-to-mailchimp'
import {
  sendConfirmSubscription,
  sendNewsletterWelcome,
} from '@/modules/newsletter/actions/send-subscription-email'
import { requestSubscriptionForOrder } from '@/modules/newsletter/actions/subscriptions'
import { mailchimpContext } from '@/modules/newsletter/jobs'
import { sendStaffNotification } from '@/modules/notifications/actions/send-staff-notification'
import {
  notifyAboutConnections,
  notifyAboutDeclines,
  notifyAboutFailedJobs,
} from '@/modules/notifications/jobs'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { queueDueEmails } from '@/modules/one-time-emails/actions/queue-due-emails'
import { sendOneTimeEmail } from '@/modules/one-time-emails/actions/send-one-time-email'
import { applyPaidChange } from '@/modules/orders/actions/pay-for-change'
import { refundPriceDifferences } from '@/modules/orders/actions/refund-differences'
import { finishRefunds } from '@/modules/orders/actions/refund-order'
import {
  sendOrderEmail,
  sendPackageReturnedEmail,
  sendRefundEmail,
  sendShipmentEmail,
} from '@/modules/orders/actions/send-order-email'
import { sendReturnEmail } from '@/modules/orders/actions/send-return-email'
import { eraseUser } from '@/modules/privacy/actions/erase-user'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { repeatErasures } from '@/modules/privacy/actions/repeat-erasures'
import { sendDataRequestEmail } from '@/modules/privacy/actions/send-data-request-email'
import { sendContactMessage } from '@/modules/shop/actions/contact-messages'
import { collectSocialMetrics } from '@/modules/social/actions/collect-metrics'
import { renewSocialAccounts, socialNetworkFor } from '@/modules/social/actions/network-session'
import { publishSocialPost } from '@/modules/social/actions/publish-post'
import { processDuePosts } from '@/modules/social/jobs'
import { webhook_events } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { env } from '@/platform/env'
import { ProviderError } from '@/platform/http/provider-error'
import type { JobName, JobPayloads } from '@/platform/job-queue'
import { redactError } from '@/platform/logging/redact-errors'
import { takeOrigin } from '@/platform/observability/job-origin'
import { parseTraceParent, type SpanOptions, traceWork } from '@/platform/observability/tracing'
import type { WorkFields } from '@/platform/observability/work-context'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import { resumeStaleRuns, runSync } from '@/platform/sync-engine'
import { withTransaction } from '@/platform/transaction'
import { finishWebhookEvent, type WebhookEvent, type WebhookResult } from '@/platform/webhook-inbox'
import { createSocialNetwork, getProviders } from '@/providers'

import { cleanUpFiles } from './clean-up-files'
import { getSyncJob } from './sync-jobs'

type Task<Name extends JobName> = (payload: Payload, data: JobPayloads[Name]) => Promise<void>
type WebhookTask = Task<'process-webhook-event' | 'process-service-event'>

/** Applies webhook events by provider. Events are hints: the provider is queried for the actual state. */
const appliers: Record<string, (payload: Payload, event: WebhookEvent) => Promise<WebhookResult>> =
  {
    paypal: (payload, event) =>
      applyPaymentEvent({ payload, payments: getProviders().payments }, event),
    mailchimp: (payload, event) => applyMailchimpEvent(mailchimpContext(payload), event),
    printful: applyPrintfulEvent,
  }

const processWebhookEvent: WebhookTask = async (payload, { eventId }) => {
  const db = payload.db.drizzle
  if (await finishRecordedEvents(db, eventId)) return
  const [event] = await db.select().from(webhook_events).where(eq(webhook_events.id, eventId))
  // Going live deletes the events of the demo.
  if (!event || event.status === 'processed' || event.status === 'ignored') return
  const apply = appliers[event.provider]
  if (!apply) throw new Error(`There is no handler for events of ${event.provider}`)
  await finishWebhookEvent(
    db,
    eventId,
    await apply(payload, {
      eventType: event.eventType,
      resource: event.body,
      receivedAt: event.createdAt,
    }),
  )
}

const orderEmail =
  (name: Parameters<typeof sendOrderEmail>[1], how?: { again: boolean }) =>
  (payload: Payload, { orderId }: { orderId: number }) =>
    sendOrderEmail(payload, name, orderId, how)
const dataRequestEmail =
  (name: Parameters<typeof sendDataRequestEmail>[1]) =>
  (payload: Payload, { requestId }: { requestId: number }) =>
    sendDataRequestEmail(payload, name, requestId)

/** What each job does. A job that throws is tried again, `maxJobAttempts` times in all; then it waits for staff. */
const jobs: { [Name in JobName]: Task<Name> } = {
  'send-order-received': orderEmail('order-received'),
  'send-payment-pending': orderEmail('payment-pending'),
  'send-payment-failed': orderEmail('payment-failed'),
  'send-order-link': orderEmail('order-link'),
  'send-payment-link': orderEmail('payment-link', { again: true }),
  'send-change-request': orderEmail('change-request'),
  'send-order-shipped': orderEmail('order-shipped'),
  'send-order-delivered': orderEmail('order-delivered'),
  'send-order-changed': orderEmail('order-changed', { again: true }),
  'send-order-canceled': orderEmail('order-canceled'),
  'send-staff-notification': (payload, { notificationId, to }) =>
    sendStaffNotification(payload, notificationId, to),
  'send-staff-alert': (payload, { orderId, kind }) =>
    withTransaction(payload, (_req, tx) =>
      notifyAboutOrder(tx, kind, orderId, `earlier:${orderId}`),
    ),
  'notify-about-connections': (payload) => notifyAboutConnections(payload),
  'notify-about-failed-jobs': (payload) => notifyAboutFailedJobs(payload),
  'send-return-email': (payload, email) => sendReturnEmail(payload, email),
  'send-order-refunded': (payload, { paymentId }) => sendRefundEmail(payload, paymentId),
  'resend-order-email': (payload, { orderId, mail }) =>
    sendOrderEmail(payload, mail, orderId, { again: true }),
  'send-account-email': (payload, { userId, kind, ...about }) =>
    sendAccountEmail(payload, kind, userId, about),
  'send-confirm-subscription': (payload, { eventId }) => sendConfirmSubscription(payload, eventId),
  'send-newsletter-welcome': (payload, { subscriberId }) =>
    sendNewsletterWelcome(payload, subscriberId),
  'request-subscription-for-order': (payload, { orderId }) =>
    requestSubscriptionForOrder(payload, orderId),
  'push-to-mailchimp': (payload, { subscriberId }) =>
    pushToMailchimp(mailchimpContext(payload), subscriberId),
  'delete-from-mailchimp': (payload, { memberIds }) =>
    deleteFromMailchimp(mailchimpContext(payload), memberIds),
  'draft-weekly-digest': async (payload) => {
    await draftWeeklyDigest(mailchimpContext(payload))
  },
  'queue-one-time-emails': (payload) => queueDueEmails(payload),
  'send-one-time-email': (payload, { requestId }) => sendOneTimeEmail(payload, requestId),
  'send-gift-card': (payload, { deliveryId, again }) =>
    sendGiftCard(payload, deliveryId, { again }),
  'apply-paid-swap': (payload, { orderId }) =>
    applyPaidChange({ payload, payments: getProviders().payments }, orderId),
  'refund-price-differences': (payload, { orderId }) =>
    refundPriceDifferences({ payload, payments: getProviders().payments }, orderId),
  'send-contact-message': (payload, { messageId }) => sendContactMessage(payload, messageId),
  'process-webhook-event': processWebhookEvent,
  'process-service-event': processWebhookEvent,
  'reconcile-payments': async (payload) => {
    const args = { payload, payments: getProviders().payments }
    await reconcilePayments(args)
    await finishRefunds(args)
    await notifyAboutDeclines(payload)
  },
  'send-data-request-received': dataRequestEmail('data-request-received'),
  'send-deletion-withdrawn': dataRequestEmail('deletion-withdrawn'),
  'send-deletion-completed': dataRequestEmail('deletion-completed'),
  'erase-user': async (payload, { requestId }) => {
    await eraseUser(payload, requestId)
  },
  'purge-expired': (payload) => purgeExpired(payload),
  'repeat-erasures': repeatErasures,
  'refresh-view-counts': (payload) => refreshViewCounts(payload),
  'refresh-new-badges': (payload) => refreshNewBadges(payload),
  'refresh-delivery-days': (payload) => revalidateTags({ payload }, [cacheTags.deliveryDays]),
  'refresh-sale-prices': (payload) => refreshSalePrices(payload),
  'publish-scheduled-content': (payload) => publishScheduledContent(payload),
  'clean-up-media': (payload) => cleanUpFiles(payload),
  'delete-files': async (_payload, { names }) => {
    for (const name of names) await uploadedFiles().delete(name)
  },
  'publish-social-post': (payload, { deliveryId }) =>
    publishSocialPost(
      {
        payload,
        networkFor: socialNetworkFor(payload, createSocialNetwork),
        siteUrl: env.SERVER_URL,
      },
      deliveryId,
    ),
  'process-due-posts': (payload) => processDuePosts(payload),
  'collect-social-metrics': (payload) =>
    collectSocialMetrics(payload, socialNetworkFor(payload, createSocialNetwork)),
  'submit-order': (payload, { orderId, ...how }) => submitOrder(payload, orderId, how),
  'send-shipment-email': (payload, { orderId, parcelId }) =>
    sendShipmentEmail(payload, orderId, parcelId),
  'send-package-returned': (payload, { orderId, parcelId }) =>
    sendPackageReturnedEmail(payload, orderId, parcelId),
  'poll-printful-orders': (payload) => pollAllPrintfulOrders(payload),
  'run-sync': (payload, { runId }) => runSync(payload, runId, (run) => getSyncJob(payload, run)),
  'resume-stale-syncs': (payload) => resumeStaleRuns(payload),
  'renew-oauth-accounts': async (payload) => {
    await renewOAuthAccounts({ payload, providers: getProviders() })
    await renewSocialAccounts(payload, socialNetworkFor(payload, createSocialNetwork))
  },
}

/** What jobs depend on. An `internal` one needs only the database. */
export const jobKinds = ['payment', 'email', 'sync', 'provider', 'internal'] as const
export type JobKind = (typeof jobKinds)[number]

/** Jobs that call PayPal or apply what it reported. */
const paymentJobs = new Set<string>([
  'reconcile-payments',
  'process-webhook-event',
  'apply-paid-swap',
  'refund-price-differences',
] satisfies JobName[])
/** Jobs that call Printful, Mailchimp, a social network, or the file storage, which can be slow or limit calls. */
const providerJobs = new Set<string>([
  'process-service-event',
  'submit-order',
  'poll-printful-orders',
  'publish-social-post',
  'collect-social-metrics',
  'renew-oauth-accounts',
  'push-to-mailchimp',
  'delete-from-mailchimp',
  'draft-weekly-digest',
  'clean-up-media',
  'delete-files',
] satisfies JobName[])

/** Returns the kind of a job by its current or earlier name. */
export function jobKind(name: string): JobKind {
  const current = earlierNames[name] ?? name
  if (paymentJobs.has(current)) return 'payment'
  if (providerJobs.has(current)) return 'provider'
  if (/^(?:re)?send-/.test(current)) return 'email'
  return current === 'run-sync' ? 'sync' : 'internal'
}

/** Runs a job by name, as the worker does. */
export function runJob<Name extends JobName>(
  payload: Payload,
  name: Name,
  data: JobPayloads[Name],
): Promise<void> {
  return jobs[name](payload, data)
}

/** Earlier names of jobs: one that was queued before an update still runs. Remove them with the release after 0.2. */
const earlierNames: Readonly<Record<string, JobName>> = {
  'resend-order-mail': 'resend-order-email',
  'send-account-mail': 'send-account-email',
  'send-letter-confirm': 'send-confirm-subscription',
  'send-letter-welcome': 'send-newsletter-welcome',
  'request-letter-for-order': 'request-subscription-for-order',
  'tell-mailchimp': 'push-to-mailchimp',
  'forget-at-mailchimp': 'delete-from-mailchimp',
  'erase-person': 'erase-user',
  'send-parcel-shipped': 'send-shipment-email',
}

/** Failures that only need another try: a service that is down or asks to wait. */
const isPassing = (error: unknown, { attempts, max_attempts: most }: QueuedJob): boolean =>
  error instanceof ProviderError && attempts < most

type QueuedJob = Pick<Job, 'id' | 'attempts' | 'max_attempts'>

/** Runs a job as part of the request that queued it: its log lines have the same ids, and its span is in the same trace. */
async function runQueuedJob<Name extends JobName>(
  payload: Payload,
  name: Name,
  data: unknown,
  queued: QueuedJob,
): Promise<void> {
  const { payload: jobPayload, origin } = takeOrigin(data)
  const orderId: unknown = Reflect.get(jobPayload, 'orderId') ?? origin.orderId
  const fields: WorkFields = {
    job: name,
    ...(origin.requestId ? { requestId: origin.requestId } : {}),
    ...(typeof orderId === 'number' ? { orderId } : {}),
  }
  const span: SpanOptions = {
    kind: 'consumer',
    attributes: { 'messaging.operation.type': 'process', 'dayfern.job.attempt': queued.attempts },
    parent: parseTraceParent(origin.traceparent),
  }
  await traceWork({ fields }, `job ${name}`, span, async () => {
    const start = performance.now()
    const end = () => ({ attempt: queued.attempts, ms: Math.round(performance.now() - start) })
    try {
      await runJob(payload, name, jobPayload as JobPayloads[Name])
      payload.logger.info(end(), 'Job done')
    } catch (error) {
      const redacted = redactError(error)
      if (isPassing(error, queued))
        payload.logger.warn({ err: redacted, ...end() }, 'Job will be tried again')
      else payload.logger.error({ err: error, ...end() }, 'Job failed')
      // The queue stores it.
      throw redacted
    }
  })
}

/** The tasks by job name for graphile-worker. */
export function tasks(payload: Payload): TaskList {
  const names = Object.keys(jobs) as JobName[]
  return Object.fromEntries(
    [...names.map((name) => [name, name] as const), ...Object.entries(earlierNames)].map(
      ([queuedName, name]) => [
        queuedName,
        (data, { job }) => runQueuedJob(payload, name, data, job),
      ],
    ),
  )
}
