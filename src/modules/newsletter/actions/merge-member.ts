import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  type LocalSubscriber,
  type MergeAction,
  resolveMerge,
} from '@/modules/newsletter/rules/mailchimp-merge'
import { ProviderError } from '@/platform/http/provider-error'
import type { SyncRow } from '@/platform/sync-engine'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { Member } from '@/providers/mailchimp/schema'

import type { Audience } from './mailchimp-audience'

type Here = LocalSubscriber & { id: number; firstName: string | null; lastName: string | null }

const iso = (value: unknown): string | null =>
  value ? new Date(value as string).toISOString() : null
const readHere = async (
  db: Tx | Payload['db']['drizzle'],
  email: string,
  lock: boolean,
): Promise<Here | null> => {
  const {
    rows: [row],
  } = await db.execute(sql`
    select id, status::text, confirmed_at as "confirmedAt", unsubscribed_at as "unsubscribedAt", first_name as "firstName", last_name as "lastName"
    from subscribers where email = ${email} ${lock ? sql`for update` : sql``}`)
  return row
    ? ({
        ...row,
        confirmedAt: iso(row.confirmedAt),
        unsubscribedAt: iso(row.unsubscribedAt),
      } as unknown as Here)
    : null
}

const note = (
  tx: Tx,
  id: number,
  action: 'imported' | 'unsubscribed' | 'cleaned',
  wording: string,
) =>
  tx.execute(sql`
  insert into subscriber_events (subscriber_id, action, form, wording) values (${id}, ${action}, 'mailchimp', ${wording})`)

/** Our side of it, in one transaction with its line in the record of consent. Looked at again under lock: nothing is done that is not right any more. */
const changeHere = (payload: Payload, member: Member): Promise<MergeAction> =>
  withTransaction(payload, async (_, tx) => {
    const here = await readHere(tx, member.email, true)
    const settlement = resolveMerge(here, member)
    const agreed = `Agreed at Mailchimp${member.optedInAt ? ` on ${member.optedInAt.slice(0, 10)}` : ''}`
    if (settlement === 'import') {
      const {
        rows: [made],
      } = await tx.execute(sql`
        insert into subscribers (email, first_name, last_name, status, source, confirmed_at, synced_at) values (${member.email}, ${member.firstName}, ${member.lastName}, 'subscribed', 'import', ${member.optedInAt}, now())
        on conflict (email) do nothing returning id`)
      if (made) await note(tx, Number(made.id), 'imported', agreed)
    }
    if (settlement === 'rejoin-here' && here) {
      await tx.execute(
        sql`update subscribers set status = 'subscribed', confirmed_at = ${member.optedInAt}, unsubscribed_at = null, confirm_token_hash = null, synced_at = now(), updated_at = now() where id = ${here.id}`,
      )
      await note(tx, here.id, 'imported', agreed)
    }
    if (settlement === 'leave-here' && here) {
      await tx.execute(
        sql`update subscribers set status = 'unsubscribed', unsubscribed_at = ${member.changedAt ?? new Date().toISOString()}, confirm_token_hash = null, synced_at = now(), updated_at = now() where id = ${here.id}`,
      )
      await note(tx, here.id, 'unsubscribed', 'Left at Mailchimp')
    }
    if (settlement === 'clean-here' && here) {
      await tx.execute(
        sql`update subscribers set status = 'cleaned', confirm_token_hash = null, synced_at = now(), updated_at = now() where id = ${here.id}`,
      )
      await note(tx, here.id, 'cleaned', 'Mailchimp could not reach this address')
    }
    if (here)
      await tx.execute(
        sql`update subscribers set synced_at = now(), sync_note = null where id = ${here.id}`,
      )
    return settlement
  })

const outcomes: Record<Exclude<MergeAction, 'nothing'>, SyncRow> = {
  import: { result: 'created', message: 'Agreed at Mailchimp; is on the list here now.' },
  'rejoin-here': {
    result: 'updated',
    message: 'Agreed again at Mailchimp; is on the list here again.',
  },
  'leave-here': { result: 'updated', message: 'Left at Mailchimp; is off the list here too.' },
  'clean-here': {
    result: 'updated',
    message: 'Mailchimp cannot reach this address; it gets no more letters from here.',
  },
  'leave-there': { result: 'updated', message: 'Left here; is off the list at Mailchimp too.' },
  'join-there': {
    result: 'updated',
    message: 'Agreed here; is on the list at Mailchimp now, where they were known as a buyer only.',
  },
  'ask-there': {
    result: 'updated',
    message: 'Agreed here after leaving at Mailchimp; Mailchimp asks them once more by mail.',
  },
}

const nothingToDo = (here: LocalSubscriber | null, { status, optedInAt }: Member): SyncRow =>
  !here && status === 'subscribed' && !optedInAt
    ? {
        result: 'skipped',
        message:
          'Mailchimp has no record of when they agreed, so they are not written to from here.',
      }
    : { result: 'unchanged' }

/**
 * Makes both sides say the same about one member. A retry finds both alike and does nothing.
 * @param isPreview only says what would be done
 * @throws ProviderError
 */
export async function mergeMember(
  payload: Payload,
  { mailchimp, audience }: Audience,
  member: Member,
  isPreview = false,
): Promise<SyncRow> {
  const before = await readHere(payload.db.drizzle, member.email, false)
  const settlement = isPreview ? resolveMerge(before, member) : await changeHere(payload, member)
  if (settlement === 'nothing') return nothingToDo(before, member)
  if (!isPreview && settlement === 'leave-there')
    await mailchimp.unsubscribeMember(audience, member.email)
  if (!isPreview && settlement === 'join-there' && before)
    await mailchimp.joinMember(audience, { email: member.email, optedInAt: before.confirmedAt })
  if (!isPreview && settlement === 'ask-there' && before)
    await mailchimp
      .askMember(audience, {
        email: member.email,
        firstName: before.firstName,
        lastName: before.lastName,
        optedInAt: before.confirmedAt,
      })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.details.trouble !== 'refused') throw error
        throw new ProviderError(
          'Mailchimp',
          'does not take this address again; they can only come back through a form of Mailchimp',
          { ...error.details, retryable: false },
        )
      })
  return outcomes[settlement]
}
