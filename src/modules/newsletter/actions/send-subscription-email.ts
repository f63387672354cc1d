import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  confirmUrl,
  createConfirmToken,
  hashConfirmToken,
  oneClickUnsubscribeUrl,
  unsubscribePageUrl,
} from '@/modules/newsletter/subscription-links'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'

const propsFor = async (payload: Payload, subscriberId: number) => {
  const { contactEmail, postalAddress } = await getSettings(payload)
  return {
    leaveUrl: unsubscribePageUrl(subscriberId),
    shopUrl: env.SERVER_URL,
    contactEmail,
    postalAddress,
  }
}

/** Asks back at the address a form was sent with. A request that was replaced or withdrawn since is not mailed. */
export async function sendConfirmSubscription(payload: Payload, eventId: number): Promise<void> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select s.id, s.email, s.status, s.confirm_token_hash as hash from subscriber_events e join subscribers s on s.id = e.subscriber_id where e.id = ${eventId}`)
  const found = row as
    { id: number; email: string; status: string; hash: string | null } | undefined
  if (!found) return
  const props = await propsFor(payload, found.id)
  const more = { unsubscribeUrl: oneClickUnsubscribeUrl(found.id) }
  const token = createConfirmToken(eventId)
  if (found.status === 'subscribed') {
    const { alreadySubscribedEmail } =
      await import('@/modules/newsletter/emails/already-subscribed')
    await sendEmail(found.email, alreadySubscribedEmail(props), `letter-known.${eventId}`, more)
  } else if (found.status === 'pending' && found.hash === hashConfirmToken(token)) {
    const { confirmSubscriptionEmail } =
      await import('@/modules/newsletter/emails/confirm-subscription')
    await sendEmail(
      found.email,
      confirmSubscriptionEmail({ ...props, confirmUrl: confirmUrl(token) }),
      `letter-confirm.${eventId}`,
      more,
    )
  }
}

/** Sent once somebody has confirmed; not when they have left again in the meantime. */
export async function sendNewsletterWelcome(payload: Payload, subscriberId: number): Promise<void> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select email, extract(epoch from confirmed_at)::bigint as at from subscribers where id = ${subscriberId} and status = 'subscribed'`)
  const found = row as { email: string; at: string } | undefined
  if (!found) return
  const { newsletterWelcomeEmail } = await import('@/modules/newsletter/emails/welcome')
  await sendEmail(
    found.email,
    newsletterWelcomeEmail(await propsFor(payload, subscriberId)),
    `letter-welcome.${subscriberId}.${found.at}`,
    { unsubscribeUrl: oneClickUnsubscribeUrl(subscriberId) },
  )
}
