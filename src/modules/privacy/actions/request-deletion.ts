import { createHmac, randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { isDataRequestKey } from '@/modules/privacy/data-request-links'
import {
  type DataRequestStatus,
  deadlinesFromReceipt,
  deadlinesFromVerification,
} from '@/modules/privacy/rules/data-request'
import { audit } from '@/platform/audit'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

type Source = 'account' | 'form' | 'facebook' | 'mail'

/** Who asks, and what they told us. Without `userId` and with an address: somebody who ordered or wrote without an account. */
type Asked = {
  source: Source
  userId: number | null
  email: string | null
  /** Known to be the person (password, fresh sign-in, a signature): no link is needed. */
  isVerified: boolean
  fullName?: string
  otherEmails?: string
  accountCreated?: string
  reason?: string
  /** Only for Meta, whose calls can come twice. */
  code?: string
  /** Only for what came by mail: who of the staff entered it, and when it came. */
  enteredBy?: { id: number; role: string }
  receivedAt?: Date
}
type Row = { id: number; code: string; status: DataRequestStatus }

const newCode = (): string => randomBytes(12).toString('hex')

/** One request at a time for a person; a second one waits here and then finds the first. */
const lockPerson = (tx: Tx, { userId, email }: Pick<Asked, 'userId' | 'email'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`data-request:${userId ?? email}`}))`)

const findOpen = async (
  tx: Tx,
  { userId, email }: Pick<Asked, 'userId' | 'email'>,
): Promise<Row | undefined> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    select id, code, status from data_requests
    where status in ('received', 'verified', 'waiting') and (user_id = ${userId ?? -1} or (${userId === null} and user_id is null and email = ${email}))
    order by id limit 1 for update`)
  return row as Row | undefined
}

const verify = async (tx: Tx, id: number): Promise<void> => {
  const now = new Date()
  const { eraseAfter, completeBy } = deadlinesFromVerification(now)
  await tx.execute(sql`
    update data_requests set status = 'verified', verified_at = ${now.toISOString()}, erase_after = ${eraseAfter.toISOString()}, complete_by = ${completeBy.toISOString()}, updated_at = now()
    where id = ${id} and status = 'received'`)
  await audit(tx, null, {
    action: 'data_request.verified',
    subjectType: 'data_request',
    subjectId: id,
  })
}

const insert = async (tx: Tx, asked: Asked): Promise<Row> => {
  const now = new Date()
  const receivedAt = asked.receivedAt ?? now
  const { acknowledgeBy, verifyBy } = deadlinesFromReceipt(receivedAt, now, env.SHOP_TIME_ZONE)
  const {
    rows: [row],
  } = await tx.execute(sql`
    insert into data_requests (code, source, status, user_id, email, full_name, other_emails, account_created, reason, received_at, acknowledge_by, verify_by, acknowledged_at)
    values (${asked.code ?? newCode()}, ${asked.source}, 'received', ${asked.userId}, ${asked.email}, ${asked.fullName ?? null}, ${asked.otherEmails ?? null},
      ${asked.accountCreated ?? null}, ${asked.reason ?? null}, ${receivedAt.toISOString()}, ${acknowledgeBy.toISOString()}, ${verifyBy.toISOString()}, ${asked.email ? null : now.toISOString()})
    returning id, code, status`)
  const request = row as Row
  const actor =
    asked.enteredBy ??
    (asked.source === 'account' && asked.userId !== null
      ? { id: asked.userId, role: 'customer' }
      : null)
  await audit(tx, actor, {
    action: 'data_request.received',
    subjectType: 'data_request',
    subjectId: request.id,
    details: { source: asked.source },
  })
  return request
}

const begin = async (tx: Tx, asked: Asked): Promise<Row> => {
  const open = await findOpen(tx, asked)
  const request = open ?? (await insert(tx, asked))
  const becomesVerified = asked.isVerified && request.status === 'received'
  if (becomesVerified) await verify(tx, request.id)
  // The mail says where it stands and carries the link; asking again before confirming sends it again.
  if (asked.email && (!open || becomesVerified || request.status === 'received'))
    await queueJob(
      tx,
      'send-data-request-received',
      { requestId: request.id },
      { key: `data-request-received:${request.id}` },
    )
  return { ...request, status: becomesVerified ? 'verified' : request.status }
}

/** Somebody signed in who has just shown that it is them. A second call finds the first request and changes nothing. */
export function requestOwnDeletion(
  payload: Payload,
  user: { id: number; email?: string | null },
  reason?: string,
): Promise<Row> {
  return withTransaction(payload, async (_req, tx) => {
    const asked: Asked = {
      source: 'account',
      userId: user.id,
      email: user.email?.toLowerCase() || null,
      isVerified: true,
      reason,
    }
    await lockPerson(tx, asked)
    return begin(tx, asked)
  })
}

export type DeletionForm = {
  fullName: string
  email: string
  otherEmails: readonly string[]
  accountCreated?: string
  reason?: string
}

/** Whether the shop holds anything under an address, and whose account it is. */
const holderOf = async (tx: Tx, email: string): Promise<{ userId: number | null } | null> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    select (select id from users where lower(email) = ${email} limit 1) as "userId",
      exists (select from orders where lower(email) = ${email}) or exists (select from subscribers where lower(email) = ${email})
        or exists (select from contact_messages where lower(email) = ${email}) as known`)
  const found = row as { userId: number | null; known: boolean }
  return found.userId !== null || found.known ? { userId: found.userId } : null
}

/**
 * The public form, for one address. It gets a link, because naming an address proves nothing; one that is not known here
 * gets no mail and leaves no row. The caller learns nothing either way.
 */
export function requestDeletionByEmail(
  payload: Payload,
  { email, otherEmails, ...told }: DeletionForm,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const holder = await holderOf(tx, email)
    if (!holder) return
    const asked: Asked = {
      source: 'form',
      ...holder,
      ...told,
      email,
      isVerified: false,
      otherEmails: otherEmails.join(', ') || undefined,
    }
    await lockPerson(tx, asked)
    await begin(tx, asked)
  })
}

export type EmailedRequest = Omit<DeletionForm, 'fullName'> & {
  fullName?: string
  receivedAt: Date
}

/**
 * A request that came by mail, entered by staff: the same as the form from here on, for each of its addresses. A mail
 * can be sent in anybody's name, so the link decides here too. Entering it twice finds the first one.
 * @returns the addresses to which a link goes, and those under which nothing is held
 */
export function createEmailedRequest(
  payload: Payload,
  enteredBy: { id: number; role: string },
  { email, otherEmails, ...told }: EmailedRequest,
): Promise<{ written: string[]; unknown: string[] }> {
  return withTransaction(payload, async (_req, tx) => {
    const emails = [...new Set([email, ...otherEmails])].sort()
    const written: string[] = []
    for (const one of emails) {
      const holder = await holderOf(tx, one)
      if (!holder) continue
      const asked: Asked = {
        source: 'mail',
        ...holder,
        ...told,
        email: one,
        isVerified: false,
        otherEmails: emails.filter((other) => other !== one).join(', ') || undefined,
        enteredBy,
      }
      await lockPerson(tx, asked)
      await begin(tx, asked)
      written.push(one)
    }
    return { written, unknown: emails.filter((one) => !written.includes(one)) }
  })
}

/**
 * Meta tells that somebody removed the shop at Facebook and wants their data gone; the signature was checked. The code
 * is made from the call, so that one that comes twice answers the same. Somebody who is not known here is done at once.
 */
export function requestFacebookDeletion(
  payload: Payload,
  call: { subject: string; issuedAt: number },
): Promise<{ code: string }> {
  return withTransaction(payload, async (_req, tx) => {
    const code = createHmac('sha256', env.PAYLOAD_SECRET)
      .update(`facebook-deletion:${call.subject}:${call.issuedAt}`)
      .digest('hex')
      .slice(0, 24)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`data-request:${code}`}))`)
    const {
      rows: [before],
    } = await tx.execute(sql`select code from data_requests where code = ${code}`)
    if (before) return { code }
    const {
      rows: [found],
    } = await tx.execute(sql`
      select users.id, lower(users.email) as email from identities join users on users.id = identities.user_id
      where provider = 'facebook' and subject = ${call.subject}`)
    const user = found as { id: number; email: string | null } | undefined
    const asked: Asked = {
      source: 'facebook',
      userId: user?.id ?? null,
      email: user?.email ?? null,
      isVerified: true,
      code,
    }
    if (user) {
      await lockPerson(tx, asked)
      return begin(tx, asked)
    }
    const request = await insert(tx, asked)
    await tx.execute(
      sql`update data_requests set status = 'completed', verified_at = now(), completed_at = now() where id = ${request.id}`,
    )
    return request
  })
}

type Held = Row & { email: string | null; expired: boolean }

const lockByCode = async (tx: Tx, code: string, key: string): Promise<Held> => {
  if (!isDataRequestKey(code, key)) throw notFound('This request')
  const {
    rows: [row],
  } = await tx.execute(
    sql`select id, code, status, email, verify_by < now() as expired from data_requests where code = ${code} for update`,
  )
  if (!row) throw notFound('This request')
  return row as Held
}

/**
 * The link in the mail was followed and the button pressed: now we know who asks. A second press changes nothing.
 * @throws AppError not_found (wrong link), conflict (too late, taken back or done)
 */
export function confirmDeletion(payload: Payload, code: string, key: string): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const request = await lockByCode(tx, code, key)
    if (request.status === 'verified' || request.status === 'waiting') return
    if (request.status !== 'received')
      throw new AppError('conflict', 'This request is closed. Nothing was changed.')
    if (request.expired)
      throw new AppError('conflict', 'This link has run out. Please send the request again.')
    await verify(tx, request.id)
  })
}

/** What the person told us is not needed any more; the address stays until the last mail is out (send-data-request-mail). */
const withdraw = async (tx: Tx, id: number, actorId: number | null): Promise<void> => {
  await tx.execute(sql`
    update data_requests set status = 'withdrawn', erase_after = null, complete_by = null, user_id = null, full_name = null, other_emails = null, account_created = null, reason = null, note = null, updated_at = now()
    where id = ${id}`)
  await audit(tx, actorId === null ? null : { id: actorId, role: 'customer' }, {
    action: 'data_request.withdrawn',
    subjectType: 'data_request',
    subjectId: id,
  })
  await queueJob(
    tx,
    'send-deletion-withdrawn',
    { requestId: id },
    { key: `deletion-withdrawn:${id}` },
  )
}

/**
 * Takes a request back by its link. Once is enough.
 * @throws AppError not_found (wrong link), conflict (already erased)
 */
export function withdrawDeletion(payload: Payload, code: string, key: string): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const request = await lockByCode(tx, code, key)
    if (request.status === 'withdrawn') return
    if (request.status === 'completed' || request.status === 'refused')
      throw new AppError('conflict', 'This request is closed. It cannot be taken back any more.')
    await withdraw(tx, request.id, null)
  })
}

/** The same from the account page. @throws AppError not_found when there is nothing to take back */
export function withdrawOwnDeletion(payload: Payload, userId: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const open = await findOpen(tx, { userId, email: null })
    if (!open) throw notFound('A request of yours')
    await withdraw(tx, open.id, userId)
  })
}
