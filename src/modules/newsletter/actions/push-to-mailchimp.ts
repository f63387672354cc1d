import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'

import { isWaiting, mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import { subscribers } from '@/payload-generated-schema'
import {
  connectionErrorMessage,
  recordConnectionSuccess,
  wasEverConnected,
} from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'
import { isoDate } from '@/platform/paged-list'

import { type Audience, findAudience, type MailchimpContext } from './mailchimp-audience'
import { mergeMember } from './merge-member'
import { requeueReturningSubscribers } from './queue-mailchimp'
import { recordPush, repeatRemoval } from './record-push'

/** For staff, about someone who subscribed again here. */
const bouncedNote =
  'This address bounced in Mailchimp, which won’t accept it again. They can only resubscribe through a Mailchimp form.'

/**
 * Pushes a subscriber's status to Mailchimp after it changed here. Reads the current status, and pushes again if it has
 * changed by the end, so the last change wins however jobs overlap, and repeating it is safe. Does nothing while
 * Mailchimp is not connected.
 * @throws ProviderError if another try may help; the job is retried
 */
export async function pushToMailchimp(
  context: MailchimpContext,
  subscriberId: number,
): Promise<void> {
  const { payload } = context
  const [subscriber] = await payload.db.drizzle
    .select({
      id: subscribers.id,
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

  const subscribeAtMailchimp = async (): Promise<void> => {
    const { mailchimp, audience: id } = audience
    // Read first: a write changes the member's last change, which would then look like leaving after they agreed.
    const existing = await mailchimp.getMember(id, email)
    const isListed = existing && existing.status !== 'archived' && existing.status !== 'subscribed'
    const member = isListed ? existing : await mailchimp.putMember(id, subscriber)
    if (member.status === 'subscribed') {
      await mailchimp.addTags(id, email, ['Dayfern', ...(source ? [`Dayfern: ${source}`] : [])])
      await recordPush(payload, subscriber, null)
    } else await mergeMember(payload, audience, member)
    if (member.status === 'cleaned')
      await recordPush(payload, { id: subscriberId, email, status: 'cleaned' }, bouncedNote)
  }

  try {
    if (subscriber.status === 'subscribed') await subscribeAtMailchimp()
    else {
      await audience.mailchimp.unsubscribeMember(audience.audience, email)
      await recordPush(payload, subscriber, null)
    }
    await recordConnectionSuccess(payload, 'mailchimp')
  } catch (error) {
    const isRefused =
      error instanceof ProviderError && !error.details.retryable && error.details.kind === 'refused'
    if (isRefused) await recordPush(payload, subscriber, connectionErrorMessage('mailchimp', error))
    else {
      // The next try no longer knows their address.
      await repeatRemoval(payload, subscriber)
      throw error
    }
  }
}

/** Archives a member of someone who moved, or deletes one of someone who was erased. */
async function removeMember(
  { payload }: MailchimpContext,
  { mailchimp, audience }: Audience,
  {
    memberId,
    requestedAt,
    subscriber,
  }: Pick<typeof mailchimp_deletions.$inferSelect, 'memberId' | 'requestedAt' | 'subscriber'>,
): Promise<void> {
  const hasMoved = subscriber !== null
  await (hasMoved ? mailchimp.archiveMember : mailchimp.eraseMember)(audience, memberId)
  // One that was requested again meanwhile waits for the next run.
  await payload.db.drizzle
    .update(mailchimp_deletions)
    .set(hasMoved ? { archivedAt: sql`now()` } : { deletedAt: sql`now()` })
    .where(
      and(
        eq(mailchimp_deletions.memberId, memberId),
        eq(mailchimp_deletions.requestedAt, requestedAt),
      ),
    )
}

/**
 * Takes the waiting members of `mailchimp_deletions` off the list at Mailchimp; those that it doesn't have count as
 * done. While Mailchimp is disconnected they wait; a shop that was never connected has nothing to do there. One that
 * fails doesn't hold up the others, and a repeat continues with what is left.
 * @param queued ids from jobs that an earlier version queued
 * @throws ProviderError if any failed; AppError conflict without a definite audience
 */
export async function deleteFromMailchimp(
  context: MailchimpContext,
  queued: readonly string[] = [],
): Promise<void> {
  const { payload } = context
  const { drizzle } = payload.db
  if (queued.length > 0)
    await drizzle
      .insert(mailchimp_deletions)
      .values(queued.map((memberId) => ({ memberId })))
      .onConflictDoNothing()
  await requeueReturningSubscribers(drizzle)
  const waiting = await drizzle
    .select()
    .from(mailchimp_deletions)
    .where(isWaiting)
    .orderBy(mailchimp_deletions.memberId)
  const ids = waiting.map(({ memberId }) => memberId)
  if (ids.length === 0) return
  const audience = await findAudience(context)
  if (!audience) {
    if (!(await wasEverConnected(drizzle, 'mailchimp')))
      await drizzle.delete(mailchimp_deletions).where(inArray(mailchimp_deletions.memberId, ids))
    return
  }
  const errors: unknown[] = []
  for (const row of waiting) {
    try {
      await removeMember(context, audience, row)
    } catch (error) {
      errors.push(error)
    }
  }
  // Someone may have come back while their earlier address was being archived.
  await requeueReturningSubscribers(drizzle)
  if (errors.length > 0) throw errors[0]
}
