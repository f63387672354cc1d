import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'

import { withTransaction } from '@/platform/transaction'
import type { WebhookResult } from '@/platform/webhook-inbox'

import { findAudience } from './mailchimp-audience'
import { mergeMember } from './merge-member'

const address = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email())
const hint = z.object({
  email: address.optional(),
  new_email: address.optional(),
  old_email: address.optional(),
})

/** Somebody changed their address at Mailchimp: the row goes along, with what they agreed to. */
const moveAddress = (payload: Payload, from: string, to: string): Promise<void> =>
  withTransaction(payload, async (_, tx) => {
    await tx.execute(
      sql`update subscribers set email = ${to}, synced_at = now(), updated_at = now() where email = ${from} and not exists (select 1 from subscribers where email = ${to})`,
    )
  })

/**
 * What Mailchimp tells us. It signs nothing, so it is only a reason to ask how the person stands there now.
 * @throws ProviderError when Mailchimp cannot be asked now; the job comes again
 */
export async function applyMailchimpEvent(
  payload: Payload,
  event: { eventType: string; resource: unknown },
): Promise<WebhookResult> {
  const known = hint.safeParse(event.resource)
  if (!known.success) return { status: 'failed', note: 'The event names no address.' }
  const { email, new_email: to, old_email: from } = known.data
  const about = to ?? email
  if (!about || !['subscribe', 'unsubscribe', 'cleaned', 'upemail'].includes(event.eventType))
    return { status: 'ignored', note: 'Not an event that the shop acts on.' }
  const found = await findAudience(payload)
  if (!found) return { status: 'ignored', note: 'Mailchimp is not connected any more.' }
  const member = await found.mailchimp.getMember(found.audience, about)
  if (!member)
    return { status: 'processed', note: 'Mailchimp does not have this address on the list.' }
  if (from && to && member.status === 'subscribed') await moveAddress(payload, from, to)
  const { result, message } = await mergeMember(payload, found, member)
  return {
    status: 'processed',
    note: message ?? (result === 'unchanged' ? 'Both sides said the same already.' : result),
  }
}
