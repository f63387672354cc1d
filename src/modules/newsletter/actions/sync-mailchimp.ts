import { and, eq, gt, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { subscribers, sync_rows } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'
import type { SyncJob, SyncPage, SyncRow, SyncRun } from '@/platform/sync-engine'
import { mailchimpMemberId, maxBatchSize, type Member } from '@/providers/mailchimp/schema'

import { type Audience, type MailchimpContext, requireAudience } from './mailchimp-audience'
import { mergeMember, removedOutcomes } from './merge-member'
import { deleteFromMailchimp } from './push-to-mailchimp'
import { recordPush } from './record-push'

/** First the pages of members at Mailchimp, then the subscribers that only the shop has. `there` counts the members. */
const cursorSchema = z.union([
  z.object({ from: z.int() }),
  z.object({ after: z.int(), there: z.int() }),
])
type Addition = { id: number; email: string; outcome: SyncRow }
type Item = { member: Member } | { added: Addition }

const membersPerPage = 500
const memberKey = (email: string): string => `there:${mailchimpMemberId(email)}`

/** Lists subscribers that this run did not find at Mailchimp. */
const listMissing = ({ db: { drizzle } }: Payload, runId: number, after: number) =>
  drizzle
    .select({
      id: subscribers.id,
      email: subscribers.email,
      firstName: subscribers.firstName,
      lastName: subscribers.lastName,
      optedInAt: isoDate(subscribers.confirmedAt),
    })
    .from(subscribers)
    .where(
      and(
        gt(subscribers.id, after),
        eq(subscribers.status, 'subscribed'),
        notExists(
          drizzle
            .select({ id: sync_rows.id })
            .from(sync_rows)
            .where(
              and(
                eq(sync_rows.run, runId),
                eq(sync_rows.key, sql`'there:' || md5(${subscribers.email})`),
              ),
            ),
        ),
      ),
    )
    .orderBy(subscribers.id)
    .limit(maxBatchSize)

function toOutcome({ error, error_code: code }: { error: string; error_code: string }): SyncRow {
  if (code === 'ERROR_CONTACT_EXISTS' || /already a list member|contact exists/i.test(error))
    return { result: 'unchanged', message: 'Already in Mailchimp.' }
  if (/compliance|forgotten|permanently deleted/i.test(error))
    return {
      result: 'failed',
      message:
        'Mailchimp won’t accept this address again because it was unsubscribed or deleted there. They can only resubscribe through a Mailchimp form.',
    }
  return { result: 'failed', message: `Mailchimp rejected this: ${error.slice(0, 200)}` }
}

/** Adds subscribers to the audience in one call, and returns the outcome of each. */
async function addMembers(
  { mailchimp, audience }: Audience,
  missing: Awaited<ReturnType<typeof listMissing>>,
  isPreview: boolean,
): Promise<Item[]> {
  if (missing.length === 0) return []
  const { errors } = isPreview ? { errors: [] } : await mailchimp.addMembers(audience, missing)
  const refused = new Map(
    errors.map((error) => [error.email_address.toLowerCase(), toOutcome(error)]),
  )
  const message = isPreview ? 'Would be added to Mailchimp.' : 'Added to Mailchimp.'
  return missing.map(({ id, email }) => ({
    added: { id, email, outcome: refused.get(email) ?? { result: 'created', message } },
  }))
}

async function readPage(
  payload: Payload,
  run: SyncRun,
  { mailchimp, audience }: Audience,
  cursor: unknown,
): Promise<SyncPage<Item>> {
  const position = cursorSchema.parse(cursor ?? { from: 0 })
  if ('from' in position) {
    const { members, total_items: total } = await mailchimp.listMembers(audience, {
      offset: position.from,
      count: membersPerPage,
    })
    const next = position.from + members.length
    return {
      items: members.map((member) => ({ member })),
      total,
      next: members.length > 0 && next < total ? { from: next } : { after: 0, there: total },
    }
  }
  const missing = await listMissing(payload, run.id, position.after)
  const last = missing.at(-1)
  const total = position.there + missing.length
  return {
    items: await addMembers({ mailchimp, audience }, missing, run.isPreview),
    total,
    next: last && missing.length === maxBatchSize ? { after: last.id, there: total } : null,
  }
}

/**
 * Syncs the audience and the subscribers in both directions (kind 'mailchimp-sync'), after carrying out the removals
 * that wait. Members are read page by page and merged one by one; then subscribers that Mailchimp lacks are added, up to
 * 500 in a call, with a row for each. Nobody's consent is overwritten (rules/mailchimp-merge). A retry reads the page
 * again: members added meanwhile are listed then.
 * @throws AppError conflict while Mailchimp is not connected
 */
export async function syncMailchimpMembers(
  context: MailchimpContext,
  run: SyncRun,
): Promise<SyncJob<Item>> {
  const { payload } = context
  const audience = await requireAudience(context)
  // Those that fail aren't imported (merge-member) and are tried again by their job.
  if (!run.isPreview)
    await deleteFromMailchimp(context).catch((error: unknown) => {
      payload.logger.warn(
        { err: error },
        'Erased people or earlier addresses could not be removed at Mailchimp',
      )
    })
  return {
    page: (cursor) => readPage(payload, run, audience, cursor),
    keyOf: (item) =>
      'member' in item
        ? memberKey(item.member.email)
        : `here:${mailchimpMemberId(item.added.email)}`,
    labelOf: (item) => ('member' in item ? item.member.email : item.added.email),
    each: async (item) => {
      if ('member' in item) return mergeMember(payload, audience, item.member, run.isPreview)
      const { id, email, outcome } = item.added
      if (run.isPreview) return outcome
      const note = outcome.result === 'failed' ? (outcome.message ?? null) : null
      const removal = await recordPush(payload, { id, email, status: 'subscribed' }, note)
      return removal ? removedOutcomes[removal] : outcome
    },
    summary: ({ created, updated, failed }) =>
      `${run.isPreview ? 'This would be' : 'Subscribers synced:'} ${created} new, ${updated} changed${failed > 0 ? `, ${failed} rejected` : ''}.`,
  }
}
