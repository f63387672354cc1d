import { and, eq, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'
import { z } from 'zod'

import { subscribers } from '@/payload-generated-schema'
import type { WebhookEvent, WebhookResult } from '@/platform/webhook-inbox'

import { findAudience, type MailchimpContext } from './mailchimp-audience'
import { mergeMember } from './merge-member'

const emailField = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email())
  .optional()
const resourceSchema = z.object({ email: emailField, new_email: emailField, old_email: emailField })

/** Moves a subscriber with their record of consent to another address, unless that one has a row already. */
async function changeEmail({ db: { drizzle } }: Payload, from: string, to: string): Promise<void> {
  const other = alias(subscribers, 'other')
  await drizzle
    .update(subscribers)
    .set({ email: to, syncedAt: sql`now()`, updatedAt: sql`now()` })
    .where(
      and(
        eq(subscribers.email, from),
        notExists(drizzle.select({ id: other.id }).from(other).where(eq(other.email, to))),
      ),
    )
}

/**
 * Applies a Mailchimp event. Mailchimp signs nothing, so an event only triggers reading the member from Mailchimp.
 * @throws ProviderError if Mailchimp cannot be reached; the job is retried
 */
export async function applyMailchimpEvent(
  context: MailchimpContext,
  event: WebhookEvent,
): Promise<WebhookResult> {
  const resource = resourceSchema.safeParse(event.resource)
  if (!resource.success) return { status: 'failed', note: 'The event doesn’t include an address.' }
  const { email, new_email: to, old_email: from } = resource.data
  const current = to ?? email
  if (!current || !['subscribe', 'unsubscribe', 'cleaned', 'upemail'].includes(event.eventType))
    return { status: 'ignored', note: 'The shop doesn’t use this event.' }
  const audience = await findAudience(context)
  if (!audience) return { status: 'ignored', note: 'Mailchimp is no longer connected.' }
  const member = await audience.mailchimp.getMember(audience.audience, current)
  if (!member) return { status: 'processed', note: 'This address isn’t in the Mailchimp audience.' }
  if (from && to && member.status === 'subscribed') await changeEmail(context.payload, from, to)
  const { result, message } = await mergeMember(context.payload, audience, member)
  return {
    status: 'processed',
    note: message ?? (result === 'unchanged' ? 'Already in sync.' : result),
  }
}
