import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  confirmUrl,
  createConfirmToken,
  oneClickUnsubscribeUrl,
  unsubscribePageUrl,
} from '@/modules/newsletter/subscription-links'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { subscriber_events, subscribers } from '@/payload-generated-schema'
import { sendEmail } from '@/platform/email/send'
import { hashText } from '@/platform/encryption'
import { env } from '@/platform/env'

async function emailProps(payload: Payload, subscriberId: number) {
  const { contactEmail, postalAddress } = await getSettings(payload)
  return {
    leaveUrl: unsubscribePageUrl(subscriberId),
    shopUrl: env.SERVER_URL,
    contactEmail,
    postalAddress,
  }
}

/** Templates are loaded when an email is sent: see sendEmail. */
const loadEmails = () => import('@/modules/newsletter/emails')

/** Asks the owner of an address to confirm a request. Does nothing if it was replaced or withdrawn since. */
export async function sendConfirmSubscription(payload: Payload, eventId: number): Promise<void> {
  const [subscriber] = await payload.db.drizzle
    .select({
      id: subscribers.id,
      email: subscribers.email,
      status: subscribers.status,
      tokenHash: subscribers.confirmTokenHash,
    })
    .from(subscriber_events)
    .innerJoin(subscribers, eq(subscribers.id, subscriber_events.subscriber))
    .where(eq(subscriber_events.id, eventId))
  if (!subscriber) return
  const { id, email, status, tokenHash } = subscriber
  const props = await emailProps(payload, id)
  const options = { unsubscribeUrl: oneClickUnsubscribeUrl(id) }
  const token = createConfirmToken(eventId)
  const { alreadySubscribedEmail, confirmSubscriptionEmail } = await loadEmails()
  if (status === 'subscribed')
    await sendEmail(email, alreadySubscribedEmail(props), `letter-known.${eventId}`, options)
  else if (tokenHash === hashText(token))
    await sendEmail(
      email,
      confirmSubscriptionEmail({ ...props, confirmUrl: confirmUrl(token) }),
      `letter-confirm.${eventId}`,
      options,
    )
}

/** Welcomes a new subscriber, unless they left in the meantime. */
export async function sendNewsletterWelcome(payload: Payload, subscriberId: number): Promise<void> {
  const [subscriber] = await payload.db.drizzle
    .select({
      email: subscribers.email,
      confirmedAt: sql<string>`extract(epoch from ${subscribers.confirmedAt})::bigint`,
    })
    .from(subscribers)
    .where(and(eq(subscribers.id, subscriberId), eq(subscribers.status, 'subscribed')))
  if (!subscriber) return
  const { newsletterWelcomeEmail } = await loadEmails()
  await sendEmail(
    subscriber.email,
    newsletterWelcomeEmail(await emailProps(payload, subscriberId)),
    `letter-welcome.${subscriberId}.${subscriber.confirmedAt}`,
    { unsubscribeUrl: oneClickUnsubscribeUrl(subscriberId) },
  )
}
