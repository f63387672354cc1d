import { and, eq, exists, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findRemoval, type Removal } from '@/modules/newsletter/queries/mailchimp-deletions'
import {
  type LocalSubscriber,
  type MergeAction,
  resolveMerge,
} from '@/modules/newsletter/rules/mailchimp-merge'
import { subscriber_events, subscribers } from '@/payload-generated-schema'
import { ProviderError } from '@/platform/http/provider-error'
import { isoDate } from '@/platform/paged-list'
import type { SyncRow } from '@/platform/sync-engine'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'
import type { Member } from '@/providers/mailchimp/schema'

import type { Audience } from './mailchimp-audience'
import { recordPush } from './record-push'
import { addSubscriberEvent } from './subscriptions'

/** Whether they left here on the day before they agreed again. */
const leftJustBefore = (db: Db) =>
  exists(
    db
      .select({ id: subscriber_events.id })
      .from(subscriber_events)
      .where(
        and(
          eq(subscriber_events.subscriber, subscribers.id),
          eq(subscriber_events.action, 'unsubscribed'),
          ne(subscriber_events.form, 'mailchimp'),
          sql`${subscriber_events.createdAt} between ${subscribers.confirmedAt} - interval '1 day' and ${subscribers.confirmedAt}`,
        ),
      ),
  )

const subscriberByEmail = (db: Db, email: string) =>
  db
    .select({
      id: subscribers.id,
      status: subscribers.status,
      firstName: subscribers.firstName,
      lastName: subscribers.lastName,
      confirmedAt: isoDate(subscribers.confirmedAt),
      unsubscribedAt: isoDate(subscribers.unsubscribedAt),
      hadJustLeft: sql<boolean>`(${leftJustBefore(db)})`,
    })
    .from(subscribers)
    .where(eq(subscribers.email, email))

const agreementOf = ({ optedInAt }: Member): string =>
  `Subscribed in Mailchimp${optedInAt ? ` on ${optedInAt.slice(0, 10)}` : ''}`

async function importMember(tx: Tx, member: Member): Promise<void> {
  const [created] = await tx
    .insert(subscribers)
    .values({
      email: member.email,
      firstName: member.firstName,
      lastName: member.lastName,
      status: 'subscribed',
      source: 'import',
      confirmedAt: member.optedInAt,
      syncedAt: sql`now()`,
    })
    .onConflictDoNothing({ target: subscribers.email })
    .returning({ id: subscribers.id })
  if (created)
    await addSubscriberEvent(tx, created.id, 'imported', {
      form: 'mailchimp',
      wording: agreementOf(member),
    })
}

/** The values that a merge action sets on a subscriber, and its event for the record of consent. */
function localChange(action: MergeAction, member: Member) {
  switch (action) {
    case 'resubscribe-local':
      return {
        event: 'imported',
        wording: agreementOf(member),
        values: { status: 'subscribed', confirmedAt: member.optedInAt, unsubscribedAt: null },
      } as const
    case 'unsubscribe-local':
      return {
        event: 'unsubscribed',
        wording: 'Unsubscribed in Mailchimp',
        values: { status: 'unsubscribed', unsubscribedAt: member.changedAt ?? sql`now()` },
      } as const
    case 'clean-local':
      return {
        event: 'cleaned',
        wording: 'Bounced in Mailchimp',
        values: { status: 'cleaned' },
      } as const
    default:
      return null
  }
}

/** As resolveMerge, except that nobody is imported whose removal from Mailchimp waits or was just carried out. */
async function decide(db: Db, local: LocalSubscriber | null, member: Member): Promise<MergeAction> {
  const action = resolveMerge(local, member)
  const removal = action === 'import' ? await findRemoval(db, member.email) : null
  return removal ? `skip-${removal}` : action
}

/** Applies the local side of a merge with its consent event, in one transaction. Decides again under the row's lock. */
const mergeLocally = (payload: Payload, member: Member): Promise<MergeAction> =>
  withTransaction(payload, async (_, tx) => {
    const [local = null] = await subscriberByEmail(tx, member.email).for('update')
    const action = await decide(tx, local, member)
    if (action === 'import') await importMember(tx, member)
    if (!local) return action
    const change = localChange(action, member)
    await tx
      .update(subscribers)
      .set({
        ...(change ? { ...change.values, confirmTokenHash: null, updatedAt: sql`now()` } : {}),
        syncedAt: sql`now()`,
        syncNote: null,
      })
      .where(eq(subscribers.id, local.id))
    if (change)
      await addSubscriberEvent(tx, local.id, change.event, {
        form: 'mailchimp',
        wording: change.wording,
      })
    return action
  })

/** The labels take the place of the address. */
export const removedOutcomes: Record<Removal, SyncRow> = {
  erased: {
    result: 'skipped',
    label: 'Erased person',
    message: 'Their data was erased here, so they’ll be deleted in Mailchimp.',
  },
  moved: {
    result: 'skipped',
    label: 'Earlier address',
    message: 'The account now has a different address, so this one will be archived in Mailchimp.',
  },
}

const outcomes: Record<Exclude<MergeAction, 'nothing'>, SyncRow> = {
  'skip-erased': removedOutcomes.erased,
  'skip-moved': removedOutcomes.moved,
  import: { result: 'created', message: 'Subscribed in Mailchimp. Added to our list.' },
  'resubscribe-local': {
    result: 'updated',
    message: 'Resubscribed in Mailchimp. Added back to our list.',
  },
  'unsubscribe-local': {
    result: 'updated',
    message: 'Unsubscribed in Mailchimp. Removed from our list.',
  },
  'clean-local': { result: 'updated', message: 'Bounced in Mailchimp. Removed from our list.' },
  'unsubscribe-remote': {
    result: 'updated',
    message: 'Unsubscribed here. Unsubscribed in Mailchimp.',
  },
  'subscribe-remote': {
    result: 'updated',
    message: 'Subscribed here. Changed from customer to subscriber in Mailchimp.',
  },
  'reconfirm-remote': {
    result: 'updated',
    message:
      'Subscribed here after unsubscribing in Mailchimp. Mailchimp will ask them to confirm by email.',
  },
}

const unchangedOutcome = (local: LocalSubscriber | null, member: Member): SyncRow =>
  !local && member.status === 'subscribed' && !member.optedInAt
    ? {
        result: 'skipped',
        message: 'Mailchimp has no consent date, so they weren’t added to our list.',
      }
    : { result: 'unchanged' }

/** Asks Mailchimp to send its own confirmation. @throws ProviderError with an explanation if it refuses */
async function reconfirm(
  { mailchimp, audience }: Audience,
  member: Parameters<Audience['mailchimp']['askMember']>[1],
): Promise<void> {
  try {
    await mailchimp.askMember(audience, member)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.details.kind !== 'refused') throw error
    throw new ProviderError(
      'Mailchimp',
      'won’t accept this address again; they can only resubscribe through a Mailchimp form',
      { ...error.details, retryable: false },
    )
  }
}

/**
 * Merges one member of the audience with the subscriber of the same address. A retry finds both alike and does nothing.
 * @param isPreview only returns what would be done
 * @throws ProviderError
 */
export async function mergeMember(
  payload: Payload,
  { mailchimp, audience }: Audience,
  member: Member,
  isPreview = false,
): Promise<SyncRow> {
  const { email } = member
  const [local = null] = await subscriberByEmail(payload.db.drizzle, email)
  const action = isPreview
    ? await decide(payload.db.drizzle, local, member)
    : await mergeLocally(payload, member)
  if (action === 'nothing') return unchangedOutcome(local, member)
  if (isPreview) return outcomes[action]
  if (action === 'unsubscribe-remote') await mailchimp.unsubscribeMember(audience, email)
  if (!local || !action.endsWith('-remote')) return outcomes[action]
  const subscriber = { ...local, email, optedInAt: local.confirmedAt }
  if (action === 'subscribe-remote') await mailchimp.joinMember(audience, subscriber)
  if (action === 'reconfirm-remote') await reconfirm({ mailchimp, audience }, subscriber)
  const removal = await recordPush(payload, subscriber, null)
  return removal ? removedOutcomes[removal] : outcomes[action]
}
