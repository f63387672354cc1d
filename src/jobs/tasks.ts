import type { TaskList } from 'graphile-worker'
import type { Payload } from 'payload'
import { env } from '../env'
import { getProviders } from '../providers/index'
import { applyMailchimpEvent } from '../workflows/apply-mailchimp-event'
import { type Applied, applyPaymentEvent, finishWebhookEvent } from '../workflows/apply-payment-event'
import { erasePerson } from '../workflows/erase-person'
import { forgetOld } from '../workflows/forget-old'
import { refreshViewCounts } from '../workflows/count-view'
import { countSocialFigures } from '../workflows/count-social-figures'
import { publishScheduledContent } from '../workflows/publish-scheduled-content'
import { publishSocialPost } from '../workflows/publish-social-post'
import { reconcilePayments } from '../workflows/reconcile-payments'
import { sendAccountMail } from '../workflows/send-account-mail'
import { sendDataRequestMail } from '../workflows/send-data-request-mail'
import { sendContactMessage } from '../workflows/contact'
import { draftWeeklyLetter } from '../workflows/draft-weekly-letter'
import { requestLetterForOrder } from '../workflows/letters'
import { forgetAtMailchimp, tellMailchimp } from '../workflows/tell-mailchimp'
import { sendLetterConfirm, sendLetterWelcome } from '../workflows/send-letter-mail'
import { finishRefunds } from '../workflows/refund-order'
import { sendOrderMail, sendParcelMail, sendRefundMail } from '../workflows/send-order-mail'
import { renewAccounts } from '../workflows/service-accounts'
import { socialNetworkFor } from '../workflows/social-accounts'
import { sweepMedia } from '../workflows/sweep-media'
import { tendSocialPosts } from '../workflows/tend-social-posts'
import { refreshNewBadges } from '../workflows/refresh-new-badges'
import { reviveRuns, runSync } from '../workflows/sync-run'
import { workOf } from '../workflows/sync-work'
import { applyPrintfulEvent, checkAllPrintOrders, submitOrder } from '../workflows/with-printful'
import type { JobName, JobPayloads } from './names'

type Task<Name extends JobName> = (payload: Payload, given: JobPayloads[Name]) => Promise<void>

/** What each provider's event comes to. Events are hints: who said it is asked how it really stands. */
const appliers: Record<string, (payload: Payload, event: { eventType: string; resource: unknown }) => Promise<Applied>> = {
  paypal: (payload, event) => applyPaymentEvent({ payload, payments: getProviders().payments }, event),
  mailchimp: applyMailchimpEvent,
  printful: applyPrintfulEvent,
}

const processWebhookEvent: Task<'process-webhook-event'> = async (payload, { eventId }) => {
  const event = await payload.findByID({ collection: 'webhook-events', id: eventId, depth: 0 })
  if (event.status === 'processed' || event.status === 'ignored') return
  const apply = appliers[event.provider]
  if (!apply) throw new Error(`Nobody works off the events of ${event.provider}`)
  await finishWebhookEvent(payload, eventId, await apply(payload, { eventType: event.eventType, resource: event.body }))
}

/**
 * One line per job: which workflow it runs. A job that throws comes again with growing pauses (12 times, about
 * four hours); after that it stays in the queue for staff to look at.
 */
const workflows: { [Name in JobName]: Task<Name> } = {
  'send-order-received': (payload, { orderId }) => sendOrderMail(payload, 'order-received', orderId),
  'send-payment-pending': (payload, { orderId }) => sendOrderMail(payload, 'payment-pending', orderId),
  'send-order-link': (payload, { orderId }) => sendOrderMail(payload, 'order-link', orderId),
  'send-order-shipped': (payload, { orderId }) => sendOrderMail(payload, 'order-shipped', orderId),
  'send-order-delivered': (payload, { orderId }) => sendOrderMail(payload, 'order-delivered', orderId),
  'send-order-refunded': (payload, { paymentId }) => sendRefundMail(payload, paymentId),
  'resend-order-mail': (payload, { orderId, mail }) => sendOrderMail(payload, mail, orderId, { again: true }),
  'send-account-mail': (payload, { userId, kind }) => sendAccountMail(payload, kind, userId),
  'send-letter-confirm': (payload, { eventId }) => sendLetterConfirm(payload, eventId),
  'send-letter-welcome': (payload, { subscriberId }) => sendLetterWelcome(payload, subscriberId),
  'request-letter-for-order': (payload, { orderId }) => requestLetterForOrder(payload, orderId),
  'tell-mailchimp': (payload, { subscriberId }) => tellMailchimp(payload, subscriberId),
  'forget-at-mailchimp': (payload, { memberIds }) => forgetAtMailchimp(payload, memberIds),
  'draft-weekly-letter': async (payload) => { await draftWeeklyLetter(payload) },
  'send-contact-message': (payload, { messageId }) => sendContactMessage(payload, messageId),
  'process-webhook-event': processWebhookEvent,
  'reconcile-payments': async (payload) => {
    const args = { payload, payments: getProviders().payments }
    await reconcilePayments(args)
    await finishRefunds(args)
  },
  'send-data-request-received': (payload, { requestId }) => sendDataRequestMail(payload, 'data-request-received', requestId),
  'send-deletion-withdrawn': (payload, { requestId }) => sendDataRequestMail(payload, 'deletion-withdrawn', requestId),
  'send-deletion-completed': (payload, { requestId }) => sendDataRequestMail(payload, 'deletion-completed', requestId),
  'erase-person': async (payload, { requestId }) => { await erasePerson(payload, requestId) },
  'forget-old': (payload) => forgetOld(payload),
  'refresh-view-counts': (payload) => refreshViewCounts(payload),
  'refresh-new-badges': (payload) => refreshNewBadges(payload),
  'publish-scheduled-content': (payload) => publishScheduledContent(payload),
  'sweep-media': (payload) => sweepMedia(payload),
  'publish-social-post': (payload, { deliveryId }) => publishSocialPost({ payload, networkFor: socialNetworkFor(payload), siteUrl: env.SERVER_URL }, deliveryId),
  'tend-social-posts': (payload) => tendSocialPosts(payload),
  'count-social-figures': (payload) => countSocialFigures(payload, socialNetworkFor(payload)),
  'submit-order': (payload, { orderId, ...how }) => submitOrder(payload, orderId, how),
  'send-parcel-shipped': (payload, { orderId, parcelId }) => sendParcelMail(payload, orderId, parcelId),
  'check-print-orders': (payload) => checkAllPrintOrders(payload),
  'run-sync': (payload, { runId }) => runSync(payload, runId, (run) => workOf(payload, run)),
  'revive-runs': (payload) => reviveRuns(payload),
  'renew-accounts': (payload) => renewAccounts(payload),
}

/** Runs one job by name, as the worker does. */
export const runJob = <Name extends JobName>(payload: Payload, name: Name, given: JobPayloads[Name]): Promise<void> => workflows[name](payload, given)

export const tasks = (payload: Payload): TaskList =>
  Object.fromEntries((Object.keys(workflows) as JobName[]).map((name) => [name, (given: unknown) => runJob(payload, name, given as never)]))
