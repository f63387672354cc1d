import { and, eq, exists, gte, notExists, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import {
  confirmationDays,
  consentWordings,
  type SubscriberStatus,
  type SubscriptionForm,
  undeliverableMessage,
} from '@/modules/newsletter/rules/subscription'
import { createConfirmToken, parseConfirmToken } from '@/modules/newsletter/subscription-links'
import { orders, subscriber_events, subscribers } from '@/payload-generated-schema'
import { readCredentials } from '@/platform/connections/credentials'
import { hashText } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

import { pushToMailchimpLater } from './queue-mailchimp'

type SubscriptionRequest = {
  /** Trimmed and lower case. */
  email: string
  firstName?: string | null
  lastName?: string | null
  form: SubscriptionForm
  /** The IP address of the request without its last part. */
  network: string | null
}
type Subscriber = { id: number; status: SubscriberStatus }
type SubscriberEvent = typeof subscriber_events.$inferInsert

const subscriberColumns = { id: subscribers.id, status: subscribers.status }
const now = sql`now()`

/** Adds a row to the record of consent and returns its id. */
export async function addSubscriberEvent(
  tx: Tx,
  subscriber: number,
  action: SubscriberEvent['action'],
  event: Pick<SubscriberEvent, 'form' | 'wording' | 'network'>,
): Promise<number> {
  const [created] = await tx
    .insert(subscriber_events)
    .values({ subscriber, action, ...event })
    .returning({ id: subscriber_events.id })
  if (!created) throw new Error('The event was not inserted')
  return created.id
}

/**
 * Upserts the subscriber of an email address. A new one is pending. Anyone can enter an address, so one that is
 * subscribed, unsubscribed, or undeliverable stays so until the link in the email is used: the record of consent and of
 * leaving must not expire with an unconfirmed request.
 */
async function upsertSubscriber(
  tx: Tx,
  { email, firstName, lastName, form }: SubscriptionRequest,
): Promise<Subscriber> {
  const whilePending = (column: PgColumn): SQL =>
    sql`case when ${subscribers.status} = 'pending' then coalesce(excluded.${sql.identifier(column.name)}, ${column}) else ${column} end`
  const [subscriber] = await tx
    .insert(subscribers)
    .values({ email, firstName, lastName, status: 'pending', source: form })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: {
        firstName: whilePending(subscribers.firstName),
        lastName: whilePending(subscribers.lastName),
        source: whilePending(subscribers.source),
        // Anything newer than the last sync counts as waiting for Mailchimp.
        updatedAt: sql`case when ${subscribers.status} = 'pending' then now() else ${subscribers.updatedAt} end`,
      },
    })
    .returning(subscriberColumns)
  if (!subscriber) throw new Error('The subscriber was not upserted')
  return subscriber
}

/**
 * Handles a request for the newsletter with an address that may not be the sender's: records it and queues an email that
 * asks for confirmation; only its link subscribes. The work is the same for a new, known, subscribed, or unsubscribed
 * address; a subscriber gets an email that says so. Asking again sends a new link.
 */
export async function requestSubscription(
  payload: Payload,
  request: SubscriptionRequest,
): Promise<void> {
  const { form, network } = request
  return withTransaction(payload, async (_req, tx) => {
    const { id, status } = await upsertSubscriber(tx, request)
    const eventId = await addSubscriberEvent(tx, id, 'requested', {
      form,
      wording: consentWordings[form],
      network,
    })
    await tx
      .update(subscribers)
      .set({
        confirmTokenHash: status === 'subscribed' ? null : hashText(createConfirmToken(eventId)),
        confirmSentAt: now,
      })
      .where(eq(subscribers.id, id))
    await queueJob(
      tx,
      'send-confirm-subscription',
      { eventId },
      { key: `confirm-subscription:${id}` },
    )
  })
}

async function subscribe(
  tx: Tx,
  id: number,
  consent: Pick<SubscriberEvent, 'form' | 'wording' | 'network'>,
): Promise<void> {
  await tx
    .update(subscribers)
    .set({
      status: 'subscribed',
      confirmedAt: now,
      unsubscribedAt: null,
      confirmTokenHash: null,
      updatedAt: now,
    })
    .where(eq(subscribers.id, id))
  await queueJob(
    tx,
    'send-newsletter-welcome',
    { subscriberId: id },
    { key: `newsletter-welcome:${id}` },
  )
  await pushToMailchimpLater(tx, id)
  await addSubscriberEvent(tx, id, 'confirmed', consent)
}

/**
 * done: subscribed now, or before by the same link. expired: requested too long ago, replaced by a newer link, or left
 * since. bounced: Mailchimp, which doesn't take the address back, marked it as undeliverable.
 */
type ConfirmationResult = 'done' | 'expired' | 'bounced' | 'unknown'

/** Whether an address can't be subscribed because it bounced, which only matters while Mailchimp is connected. */
const isRefused = async (tx: Tx, status: SubscriberStatus): Promise<boolean> =>
  status === 'cleaned' && (await readCredentials(tx, 'mailchimp')) !== null

/** Confirms a subscription by the link in the email. A second call changes nothing. */
export async function confirmSubscription(
  payload: Payload,
  token: string,
  network: string | null,
): Promise<ConfirmationResult> {
  const eventId = parseConfirmToken(token)
  if (!eventId) return 'unknown'
  return withTransaction(payload, async (_req, tx) => {
    const [request] = await tx
      .select({
        ...subscriberColumns,
        form: subscriber_events.form,
        wording: subscriber_events.wording,
        isCurrent: sql<boolean>`coalesce(${subscribers.confirmTokenHash} = ${hashText(token)}, false) and ${subscriber_events.createdAt} > now() - make_interval(days => ${confirmationDays})`,
      })
      .from(subscriber_events)
      .innerJoin(subscribers, eq(subscribers.id, subscriber_events.subscriber))
      .where(and(eq(subscriber_events.id, eventId), eq(subscriber_events.action, 'requested')))
      .for('update', { of: subscribers })
    if (!request) return 'unknown'
    if (request.status === 'subscribed') return 'done'
    if (!request.isCurrent) return 'expired'
    if (await isRefused(tx, request.status)) return 'bounced'
    const { id, form, wording } = request
    await subscribe(tx, id, { form, wording, network })
    return 'done'
  })
}

/**
 * Subscribes the confirmed address of a signed-in user; pressing the button is the confirmation.
 * @throws AppError conflict if Mailchimp marked the address as undeliverable
 */
export async function subscribeAccount(
  payload: Payload,
  request: Omit<SubscriptionRequest, 'form'>,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { id, status } = await upsertSubscriber(tx, { ...request, form: 'account' })
    if (await isRefused(tx, status)) throw new AppError('conflict', undeliverableMessage)
    if (status !== 'subscribed')
      await subscribe(tx, id, {
        form: 'account',
        wording: consentWordings.account,
        network: request.network,
      })
  })
}

type UnsubscribeSource = { form: 'link' | 'one-click' | 'account'; network: string | null }

async function unsubscribeWhere(
  payload: Payload,
  isSubscriber: SQL,
  source: UnsubscribeSource,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const [subscriber] = await tx
      .select(subscriberColumns)
      .from(subscribers)
      .where(isSubscriber)
      .for('update')
    if (!subscriber) return
    const { id } = subscriber
    if (!['subscribed', 'pending'].includes(subscriber.status)) {
      // Someone may have entered the address in a form since; the link of that confirmation email must stop working.
      await tx.update(subscribers).set({ confirmTokenHash: null }).where(eq(subscribers.id, id))
      return
    }
    await tx
      .update(subscribers)
      .set({ status: 'unsubscribed', unsubscribedAt: now, confirmTokenHash: null, updatedAt: now })
      .where(eq(subscribers.id, id))
    await addSubscriberEvent(tx, id, 'unsubscribed', source)
    await pushToMailchimpLater(tx, id)
  })
}

/** Unsubscribes, or withdraws an unconfirmed request. A second call changes nothing. */
export function unsubscribe(
  payload: Payload,
  subscriberId: number,
  source: UnsubscribeSource,
): Promise<void> {
  return unsubscribeWhere(payload, eq(subscribers.id, subscriberId), source)
}

/** As unsubscribe. */
export function unsubscribeByEmail(
  payload: Payload,
  email: string,
  source: UnsubscribeSource,
): Promise<void> {
  return unsubscribeWhere(payload, eq(subscribers.email, email.toLowerCase()), source)
}

/**
 * Requests a subscription for the buyer of a paid order who checked the box at checkout. Does nothing if they are
 * subscribed already, or if this order requested it before.
 */
export async function requestSubscriptionForOrder(
  payload: Payload,
  orderId: number,
): Promise<void> {
  const { drizzle } = payload.db
  const email = sql<string>`lower(trim(${orders.email}))`
  const wasRequested = exists(
    drizzle
      .select({ id: subscriber_events.id })
      .from(subscriber_events)
      .where(
        and(
          eq(subscriber_events.subscriber, subscribers.id),
          eq(subscriber_events.form, 'checkout'),
          gte(subscriber_events.createdAt, orders.paidAt),
        ),
      ),
  )
  const [order] = await drizzle
    .select({
      email,
      firstName: orders.shippingAddress_firstName,
      lastName: orders.shippingAddress_lastName,
    })
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.newsletterSubscribe, true),
        notExists(
          drizzle
            .select({ id: subscribers.id })
            .from(subscribers)
            .where(
              and(
                eq(subscribers.email, email),
                or(eq(subscribers.status, 'subscribed'), wasRequested),
              ),
            ),
        ),
      ),
    )
  if (order) await requestSubscription(payload, { ...order, form: 'checkout', network: null })
}
