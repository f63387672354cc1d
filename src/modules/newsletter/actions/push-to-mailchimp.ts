import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { connectionErrorMessage, recordConnectionSuccess } from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'

import { findAudience } from './mailchimp-audience'
import { mergeMember } from './merge-member'

type Here = {
  email: string
  firstName: string | null
  lastName: string | null
  status: string
  source: string | null
  confirmedAt: Date | null
}

const noteSync = (payload: Payload, id: number, words: string | null) =>
  payload.db.drizzle.execute(sql`
  update subscribers set synced_at = now(), sync_note = ${words} where id = ${id}`)

/**
 * Tells Mailchimp how somebody stands about the letter, as soon as it changed here. Reads it fresh, so that the last
 * change counts whichever job runs last; a repeat says the same again. Does nothing while Mailchimp is not connected.
 * @throws ProviderError when trying again may help; the job comes again
 */
export async function pushToMailchimp(payload: Payload, subscriberId: number): Promise<void> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select email, first_name as "firstName", last_name as "lastName", status::text, source, confirmed_at as "confirmedAt" from subscribers where id = ${subscriberId}`)
  const here = row as unknown as Here | undefined
  if (!here || !['subscribed', 'unsubscribed'].includes(here.status)) return
  const found = await findAudience(payload)
  if (!found) return
  try {
    if (here.status === 'unsubscribed')
      await found.mailchimp.unsubscribeMember(found.audience, here.email)
    else {
      // Looked at first: each change of ours makes a member changed just now, and then it seems as if they had left after they agreed.
      const known = await found.mailchimp.getMember(found.audience, here.email)
      const isThere = known && known.status !== 'archived' && known.status !== 'subscribed'
      const member = isThere
        ? known
        : await found.mailchimp.putMember(found.audience, {
            ...here,
            optedInAt: here.confirmedAt ? new Date(here.confirmedAt).toISOString() : null,
          })
      if (member.status === 'subscribed')
        await found.mailchimp.addTags(found.audience, here.email, [
          'Dayfern',
          ...(here.source ? [`Dayfern: ${here.source}`] : []),
        ])
      else await mergeMember(payload, found, member)
    }
    await noteSync(payload, subscriberId, null)
    await recordConnectionSuccess(payload, 'mailchimp')
  } catch (error) {
    if (
      error instanceof ProviderError &&
      !error.details.retryable &&
      error.details.trouble === 'refused'
    ) {
      await noteSync(payload, subscriberId, connectionErrorMessage('mailchimp', error))
      return
    }
    throw error
  }
}

/** Deletes members at Mailchimp for good, as a deletion request asks. Who is not there is gone already. @throws ProviderError */
export async function deleteFromMailchimp(
  payload: Payload,
  memberIds: readonly string[],
): Promise<void> {
  const found = await findAudience(payload)
  if (!found) return
  for (const id of memberIds) await found.mailchimp.eraseMember(found.audience, id)
}
