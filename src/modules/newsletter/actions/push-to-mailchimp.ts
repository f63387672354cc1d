import { eq, sql } from '@payloadcms/db-postgres/drizzle'

import { subscribers } from '@/payload-generated-schema'
import { connectionErrorMessage, recordConnectionSuccess } from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'
import { isoDate } from '@/platform/paged-list'

import { findAudience, type MailchimpContext } from './mailchimp-audience'
import { mergeMember } from './merge-member'

/**
 * Pushes a subscriber's status to Mailchimp after it changed here. Reads the current status, so the last change wins
 * whichever job runs last, and a repeat does no harm. Does nothing while Mailchimp is not connected.
 * @throws ProviderError if another try may help; the job is retried
 */
export async function pushToMailchimp(
  context: MailchimpContext,
  subscriberId: number,
): Promise<void> {
  const { payload } = context
  const [subscriber] = await payload.db.drizzle
    .select({
      email: subscribers.email,
      firstName: subscribers.firstName,
      lastName: subscribers.lastName,
      status: subscribers.status,
      source: subscribers.source,
      optedInAt: isoDate(subscribers.confirmedAt),
    })
    .from(subscribers)
    .where(eq(subscribers.id, subscriberId))
  if (!subscriber || !['subscribed', 'unsubscribed'].includes(subscriber.status)) return
  const audience = await findAudience(context)
  if (!audience) return
  const { email, source } = subscriber
  const recordSync = (syncNote: string | null) =>
    payload.db.drizzle
      .update(subscribers)
      .set({ syncedAt: sql`now()`, syncNote })
      .where(eq(subscribers.id, subscriberId))

  const subscribeAtMailchimp = async (): Promise<void> => {
    const { mailchimp, audience: id } = audience
    // Read first: a write changes the member's last change, which would then look like leaving after they agreed.
    const existing = await mailchimp.getMember(id, email)
    const isListed = existing && existing.status !== 'archived' && existing.status !== 'subscribed'
    const member = isListed ? existing : await mailchimp.putMember(id, subscriber)
    if (member.status === 'subscribed')
      await mailchimp.addTags(id, email, ['Dayfern', ...(source ? [`Dayfern: ${source}`] : [])])
    else await mergeMember(payload, audience, member)
  }

  try {
    if (subscriber.status === 'subscribed') await subscribeAtMailchimp()
    else await audience.mailchimp.unsubscribeMember(audience.audience, email)
    await recordSync(null)
    await recordConnectionSuccess(payload, 'mailchimp')
  } catch (error) {
    const isRefused =
      error instanceof ProviderError && !error.details.retryable && error.details.kind === 'refused'
    if (!isRefused) throw error
    await recordSync(connectionErrorMessage('mailchimp', error))
  }
}

/** Deletes members at Mailchimp permanently, for a deletion request. Skips those that don't exist. @throws ProviderError */
export async function deleteFromMailchimp(
  context: MailchimpContext,
  memberIds: readonly string[],
): Promise<void> {
  const audience = await findAudience(context)
  if (!audience) return
  for (const id of memberIds) await audience.mailchimp.eraseMember(audience.audience, id)
}
