import type { TaskList } from 'graphile-worker'
import type { Payload } from 'payload'

import { sendAccountEmail } from '@/modules/accounts/actions/send-account-email'
import { refreshNewBadges } from '@/modules/catalog/jobs'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import { reconcilePayments } from '@/modules/checkout/actions/reconcile-payments'
import { refreshViewCounts } from '@/modules/content/actions/count-view'
import { publishScheduledContent } from '@/modules/content/jobs'
import { applyPrintfulEvent, pollAllPrintfulOrders, submitOrder } from '@/modules/fulfillment/jobs'
import { renewOAuthAccounts } from '@/modules/integrations/actions/oauth-accounts'
import { cleanUpMedia } from '@/modules/media/jobs'
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
import { finishRefunds } from '@/modules/orders/actions/refund-order'
import {
  sendOrderEmail,
  sendRefundEmail,
  sendShipmentEmail,
} from '@/modules/orders/actions/send-order-email'
import { eraseUser } from '@/modules/privacy/actions/erase-user'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { sendDataRequestEmail } from '@/modules/privacy/actions/send-data-request-email'
import { sendContactMessage } from '@/modules/shop/actions/contact-messages'
import { collectSocialMetrics } from '@/modules/social/actions/collect-metrics'
import { socialNetworkFor } from '@/modules/social/actions/network-session'
import { publishSocialPost } from '@/modules/social/actions/publish-post'
import { processDuePosts } from '@/modules/social/jobs'
import { env } from '@/platform/env'
import type { JobName, JobPayloads } from '@/platform/job-queue'
import { resumeStaleRuns, runSync } from '@/platform/sync-engine'
import { finishWebhookEvent, type WebhookEvent, type WebhookResult } from '@/platform/webhook-inbox'
import { createSocialNetwork, getProviders } from '@/providers'

import { getSyncJob } from './sync-jobs'

type Task<Name extends JobName> = (payload: Payload, data: JobPayloads[Name]) => Promise<void>

/** Applies webhook events by provider. Events are hints: the provider is queried for the actual state. */
const appliers: Record<string, (payload: Payload, event: WebhookEvent) => Promise<WebhookResult>> =
  {
    paypal: (payload, event) =>
      applyPaymentEvent({ payload, payments: getProviders().payments }, event),
    mailchimp: (payload, event) => applyMailchimpEvent(mailchimpContext(payload), event),
    printful: applyPrintfulEvent,
  }

const processWebhookEvent: Task<'process-webhook-event'> = async (payload, { eventId }) => {
  const event = await payload.findByID({ collection: 'webhook-events', id: eventId, depth: 0 })
  if (event.status === 'processed' || event.status === 'ignored') return
  const apply = appliers[event.provider]
  if (!apply) throw new Error(`Nobody works off the events of ${event.provider}`)
  await finishWebhookEvent(
    payload,
    eventId,
    await apply(payload, { eventType: event.eventType, resource: event.body }),
  )
}

/**
 * The task of each job. A job that throws is retried with growing pauses (12 times, about four hours);
 * then it stays in the queue for staff.
 */
const workflows: { [Name in JobName]: Task<Name> } = {
  'send-order-received': (payload, { orderId }) =>
    sendOrderEmail(payload, 'order-received', orderId),
  'send-payment-pending': (payload, { orderId }) =>
    sendOrderEmail(payload, 'payment-pending', orderId),
  'send-order-link': (payload, { orderId }) => sendOrderEmail(payload, 'order-link', orderId),
  'send-order-shipped': (payload, { orderId }) => sendOrderEmail(payload, 'order-shipped', orderId),
  'send-order-delivered': (payload, { orderId }) =>
    sendOrderEmail(payload, 'order-delivered', orderId),
  'send-order-refunded': (payload, { paymentId }) => sendRefundEmail(payload, paymentId),
  'resend-order-mail': (payload, { orderId, mail }) =>
    sendOrderEmail(payload, mail, orderId, { again: true }),
  'send-account-mail': (payload, { userId, kind }) => sendAccountEmail(payload, kind, userId),
  'send-letter-confirm': (payload, { eventId }) => sendConfirmSubscription(payload, eventId),
  'send-letter-welcome': (payload, { subscriberId }) =>
    sendNewsletterWelcome(payload, subscriberId),
  'request-letter-for-order': (payload, { orderId }) =>
    requestSubscriptionForOrder(payload, orderId),
  'tell-mailchimp': (payload, { subscriberId }) =>
    pushToMailchimp(mailchimpContext(payload), subscriberId),
  'forget-at-mailchimp': (payload, { memberIds }) =>
    deleteFromMailchimp(mailchimpContext(payload), memberIds),
  'draft-weekly-letter': async (payload) => {
    await draftWeeklyDigest(mailchimpContext(payload))
  },
  'send-contact-message': (payload, { messageId }) => sendContactMessage(payload, messageId),
  'process-webhook-event': processWebhookEvent,
  'reconcile-payments': async (payload) => {
    const args = { payload, payments: getProviders().payments }
    await reconcilePayments(args)
    await finishRefunds(args)
  },
  'send-data-request-received': (payload, { requestId }) =>
    sendDataRequestEmail(payload, 'data-request-received', requestId),
  'send-deletion-withdrawn': (payload, { requestId }) =>
    sendDataRequestEmail(payload, 'deletion-withdrawn', requestId),
  'send-deletion-completed': (payload, { requestId }) =>
    sendDataRequestEmail(payload, 'deletion-completed', requestId),
  'erase-person': async (payload, { requestId }) => {
    await eraseUser(payload, requestId)
  },
  'forget-old': (payload) => purgeExpired(payload),
  'refresh-view-counts': (payload) => refreshViewCounts(payload),
  'refresh-new-badges': (payload) => refreshNewBadges(payload),
  'publish-scheduled-content': (payload) => publishScheduledContent(payload),
  'sweep-media': (payload) => cleanUpMedia(payload),
  'publish-social-post': (payload, { deliveryId }) =>
    publishSocialPost(
      {
        payload,
        networkFor: socialNetworkFor(payload, createSocialNetwork),
        siteUrl: env.SERVER_URL,
      },
      deliveryId,
    ),
  'tend-social-posts': (payload) => processDuePosts(payload),
  'count-social-figures': (payload) =>
    collectSocialMetrics(payload, socialNetworkFor(payload, createSocialNetwork)),
  'submit-order': (payload, { orderId, ...how }) => submitOrder(payload, orderId, how),
  'send-parcel-shipped': (payload, { orderId, parcelId }) =>
    sendShipmentEmail(payload, orderId, parcelId),
  'check-print-orders': (payload) => pollAllPrintfulOrders(payload),
  'run-sync': (payload, { runId }) => runSync(payload, runId, (run) => getSyncJob(payload, run)),
  'revive-runs': (payload) => resumeStaleRuns(payload),
  'renew-accounts': (payload) => renewOAuthAccounts({ payload, providers: getProviders() }),
}

/** Runs a job by name, as the worker does. */
export function runJob<Name extends JobName>(
  payload: Payload,
  name: Name,
  data: JobPayloads[Name],
): Promise<void> {
  return workflows[name](payload, data)
}

export function tasks(payload: Payload): TaskList {
  return Object.fromEntries(
    (Object.keys(workflows) as JobName[]).map((name) => [
      name,
      (given: unknown) => runJob(payload, name, given as never),
    ]),
  )
}
