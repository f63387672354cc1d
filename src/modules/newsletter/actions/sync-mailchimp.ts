import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { maxBatchSize, type NewMember } from '@/providers/mailchimp/client'
import { mailchimpMemberId } from '@/providers/mailchimp/member-id'
import type { Member } from '@/providers/mailchimp/schema'

import { requireAudience } from './mailchimp-audience'
import { mergeMember } from './merge-member'

/** First everybody who is there, then those who are only here. */
type Place = { from: number } | { after: number; there: number }
type Added = { id: number; email: string; outcome: SyncRow }
type Item = { member: Member } | { added: Added }

const membersPerPage = 500
const placeOf = (cursor: unknown): Place => (cursor as Place | null) ?? { from: 0 }

type HereRow = NewMember & { id: number }

/** Who agreed here and was not met at Mailchimp in this run. */
const listMissing = async (payload: Payload, run: SyncRun, after: number): Promise<HereRow[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select s.id, s.email, s.first_name as "firstName", s.last_name as "lastName", s.confirmed_at as "optedInAt" from subscribers s
    where s.id > ${after} and s.status = 'subscribed' and not exists (select 1 from sync_rows r where r.run_id = ${run.id} and r.key = 'there:' || md5(s.email))
    order by s.id limit ${maxBatchSize}`)
  return rows.map(
    ({ id, optedInAt, ...row }) =>
      ({
        ...row,
        id: Number(id),
        optedInAt: optedInAt ? new Date(optedInAt as string).toISOString() : null,
      }) as HereRow,
  )
}

const refusals: Record<string, string> = { ERROR_CONTACT_EXISTS: 'Was at Mailchimp already.' }
const inWords = ({ error, error_code: code }: { error: string; error_code: string }): SyncRow => {
  if (code === 'ERROR_CONTACT_EXISTS' || /already a list member|contact exists/i.test(error))
    return { result: 'unchanged', message: refusals.ERROR_CONTACT_EXISTS }
  if (/compliance|forgotten|permanently deleted/i.test(error))
    return {
      result: 'failed',
      message:
        'Mailchimp does not take this address again: they left or were deleted there. They can come back only through a form of Mailchimp.',
    }
  return { result: 'failed', message: `Mailchimp refused: ${error.slice(0, 200)}` }
}

/**
 * The audience and the list of the shop made to say the same, in both directions (kind 'mailchimp-sync'). Members are
 * read page by page and settled one by one; then those whom Mailchimp does not know are added, up to 500 in a call, with
 * a line for each. Nobody's answer is overwritten (modules/newsletter/rules/mailchimp-merge.ts). A retry reads the page again: who was added
 * meanwhile is known, and stays as they are.
 * @throws AppError conflict when Mailchimp is not connected
 */
export async function syncMailchimpMembers(payload: Payload, run: SyncRun): Promise<SyncJob<Item>> {
  const found = await requireAudience(payload)
  const { mailchimp, audience } = found

  const add = async (people: readonly HereRow[]): Promise<Item[]> => {
    if (run.isPreview)
      return people.map(({ id, email }) => ({
        added: {
          id,
          email,
          outcome: { result: 'created', message: 'Would be added at Mailchimp.' },
        },
      }))
    const { errors } = await mailchimp.addMembers(audience, people)
    const refused = new Map(
      errors.map((error) => [error.email_address.toLowerCase(), inWords(error)]),
    )
    return people.map(({ id, email }) => ({
      added: {
        id,
        email,
        outcome: refused.get(email) ?? { result: 'created', message: 'Added at Mailchimp.' },
      },
    }))
  }

  return {
    page: async (cursor) => {
      const place = placeOf(cursor)
      if ('from' in place) {
        const { members, total_items: total } = await mailchimp.listMembers(audience, {
          offset: place.from,
          count: membersPerPage,
        })
        const next = place.from + members.length
        return {
          items: members.map((member) => ({ member })),
          total,
          next: members.length > 0 && next < total ? { from: next } : { after: 0, there: total },
        }
      }
      const people = await listMissing(payload, run, place.after)
      const last = people.at(-1)
      return {
        items: people.length > 0 ? await add(people) : [],
        total: place.there + people.length,
        next:
          last && people.length === maxBatchSize
            ? { after: last.id, there: place.there + people.length }
            : null,
      }
    },
    keyOf: (item) =>
      'member' in item
        ? `there:${mailchimpMemberId(item.member.email)}`
        : `here:${mailchimpMemberId(item.added.email)}`,
    labelOf: (item) => ('member' in item ? item.member.email : item.added.email),
    each: async (item) => {
      if ('member' in item) return mergeMember(payload, found, item.member, run.isPreview)
      const { id, outcome } = item.added
      if (!run.isPreview)
        await payload.db.drizzle.execute(
          sql`update subscribers set synced_at = now(), sync_note = ${outcome.result === 'failed' ? (outcome.message ?? null) : null} where id = ${id}`,
        )
      return outcome
    },
    summary: ({ created, updated, failed }) =>
      `${run.isPreview ? 'This would be' : 'Subscribers synced:'} ${created} new, ${updated} changed${failed > 0 ? `, ${failed} refused` : ''}.`,
  }
}
