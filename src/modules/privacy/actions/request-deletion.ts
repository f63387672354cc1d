import { randomBytes } from 'node:crypto'

import { and, eq, exists, inArray, isNull, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isDataRequestKey } from '@/modules/privacy/data-request-links'
import { personalTables } from '@/modules/privacy/queries/personal-data'
import {
  type DataRequestStatus,
  deadlinesFromReceipt,
  deadlinesFromVerification,
  erasedRequest,
  openDataRequestStatuses,
} from '@/modules/privacy/rules/data-request'
import { data_requests, identities, users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { signText } from '@/platform/encryption'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { lockName, type Tx, withTransaction } from '@/platform/transaction'

type Requester = {
  /** Null with an email address: someone who ordered or wrote without an account. */
  userId: number | null
  email: string | null
}
type NewRequest = Requester & {
  source: typeof data_requests.$inferSelect.source
  /** Proven to be the person (password, fresh sign-in, a signature), so no link is needed. */
  isVerified: boolean
  fullName?: string
  otherEmails?: string
  accountCreated?: string
  reason?: string
  /** Only for Meta, whose calls can arrive twice. */
  code?: string
  /** Only for emailed requests: the staff member who entered it, and when it came in. */
  enteredBy?: Actor
  receivedAt?: Date
}
type DataRequest = { id: number; code: string; status: DataRequestStatus }

const requestColumns = {
  id: data_requests.id,
  code: data_requests.code,
  status: data_requests.status,
}

/** Serializes requests with the same key until the transaction ends; a second one then finds the first. */
const lockKey = (tx: Tx, key: string | number | null) => lockName(tx, `data request ${key}`)

async function findOpen(tx: Tx, { userId, email }: Requester): Promise<DataRequest | undefined> {
  const [request] = await tx
    .select(requestColumns)
    .from(data_requests)
    .where(
      and(
        inArray(data_requests.status, openDataRequestStatuses),
        userId === null
          ? and(isNull(data_requests.user), eq(data_requests.email, email ?? ''))
          : eq(data_requests.user, userId),
      ),
    )
    .orderBy(data_requests.id)
    .limit(1)
    .for('update')
  return request
}

async function verify(tx: Tx, id: number): Promise<void> {
  const now = new Date()
  const { eraseAfter, completeBy } = deadlinesFromVerification(now)
  await tx
    .update(data_requests)
    .set({
      status: 'verified',
      verifiedAt: now.toISOString(),
      eraseAfter: eraseAfter.toISOString(),
      completeBy: completeBy.toISOString(),
      updatedAt: sql`now()`,
    })
    .where(and(eq(data_requests.id, id), eq(data_requests.status, 'received')))
  await audit(tx, null, {
    action: 'data_request.verified',
    subjectType: 'data_request',
    subjectId: id,
  })
}

async function insert(
  tx: Tx,
  { isVerified: _, enteredBy, receivedAt, userId, code, ...input }: NewRequest,
): Promise<DataRequest> {
  const now = new Date()
  const received = receivedAt ?? now
  const { acknowledgeBy, verifyBy } = deadlinesFromReceipt(received, now, env.SHOP_TIME_ZONE)
  const [request] = await tx
    .insert(data_requests)
    .values({
      ...input,
      code: code ?? randomBytes(12).toString('hex'),
      status: 'received',
      user: userId,
      receivedAt: received.toISOString(),
      acknowledgeBy: acknowledgeBy.toISOString(),
      verifyBy: verifyBy.toISOString(),
      acknowledgedAt: input.email ? null : now.toISOString(),
    })
    .returning(requestColumns)
  if (!request) throw new Error('The data request was not inserted')
  const isOwn = input.source === 'account' && userId !== null
  await audit(tx, enteredBy ?? (isOwn ? { id: userId, role: 'customer' } : null), {
    action: 'data_request.received',
    subjectType: 'data_request',
    subjectId: request.id,
    details: { source: input.source },
  })
  return request
}

/** Creates a request, or returns the open one of the same person, and queues the email about its status. */
async function open(tx: Tx, input: NewRequest): Promise<DataRequest> {
  await lockKey(tx, input.userId ?? input.email)
  const existing = await findOpen(tx, input)
  const request = existing ?? (await insert(tx, input))
  const becomesVerified = input.isVerified && request.status === 'received'
  if (becomesVerified) await verify(tx, request.id)
  // Asking again before confirming sends the link again.
  if (input.email && (!existing || request.status === 'received'))
    await queueJob(
      tx,
      'send-data-request-received',
      { requestId: request.id },
      { key: `data-request-received:${request.id}` },
    )
  return { ...request, status: becomesVerified ? 'verified' : request.status }
}

/** For a signed-in user who just authenticated again. A second call returns the first request and changes nothing. */
export function requestOwnDeletion(
  payload: Payload,
  user: { id: number; email?: string | null },
  reason?: string,
): Promise<DataRequest> {
  return withTransaction(payload, (_req, tx) =>
    open(tx, {
      source: 'account',
      userId: user.id,
      email: user.email?.toLowerCase() || null,
      isVerified: true,
      reason,
    }),
  )
}

/**
 * Tables whose rows expire on their own, take long to search, or belong to the request itself. An address that is found
 * only in these gets no link.
 */
const unsearched = [
  'rate_limits',
  'sync_rows',
  'webhook_events',
  'data_requests',
  'mailchimp_deletions',
]

/** Returns whose account an email address belongs to, or null if the shop holds nothing under it. */
async function findHolder(tx: Tx, email: string): Promise<{ userId: number | null } | null> {
  const account = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    .limit(1)
  const isKnown = or(
    ...personalTables
      .filter(({ name }) => !unsearched.includes(name))
      .map(({ table, isAbout }) =>
        exists(
          tx
            .select({ one: sql`1` })
            .from(table)
            .where(isAbout({ userId: null, emails: [email] })),
        ),
      ),
  )
  const [holder] = await tx
    .select({ userId: sql<number | null>`(${account})`, isKnown: sql<boolean>`(${isKnown})` })
    .from(sql`(select) as one_row`)
  return holder && (holder.userId !== null || holder.isKnown) ? { userId: holder.userId } : null
}

type DeletionForm = {
  fullName: string
  email: string
  otherEmails: readonly string[]
  accountCreated?: string
  reason?: string
}

/**
 * Handles the public form for one address. The address gets a link, because naming it proves nothing; one that the shop
 * does not know gets no email and leaves no row. The caller cannot tell the two apart.
 */
export function requestDeletionByEmail(
  payload: Payload,
  { otherEmails, ...form }: DeletionForm,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const holder = await findHolder(tx, form.email)
    if (holder)
      await open(tx, {
        source: 'form',
        ...holder,
        ...form,
        isVerified: false,
        otherEmails: otherEmails.join(', ') || undefined,
      })
  })
}

type EmailedRequest = Omit<DeletionForm, 'fullName'> & { fullName?: string; receivedAt: Date }

/**
 * Enters a request that came in by email: from here on the same as the form, for each of its addresses. An email can be
 * sent in anyone's name, so the link decides here too. Entering it twice finds the first one.
 * @returns the addresses to which a link goes, and those under which nothing is held
 */
export function createEmailedRequest(
  payload: Payload,
  enteredBy: Actor,
  { email: from, otherEmails, ...form }: EmailedRequest,
): Promise<{ written: string[]; unknown: string[] }> {
  return withTransaction(payload, async (_req, tx) => {
    const emails = [...new Set([from, ...otherEmails])].sort()
    const written: string[] = []
    for (const email of emails) {
      const holder = await findHolder(tx, email)
      if (!holder) continue
      await open(tx, {
        source: 'mail',
        ...holder,
        ...form,
        email,
        isVerified: false,
        otherEmails: emails.filter((other) => other !== email).join(', ') || undefined,
        enteredBy,
      })
      written.push(email)
    }
    return { written, unknown: emails.filter((email) => !written.includes(email)) }
  })
}

/**
 * Handles Meta's notice that someone removed the shop at Facebook and wants their data deleted; the caller has checked
 * its signature. The code is derived from the notice, so a repeated one returns the same. For someone who has no account
 * here the request is completed at once.
 */
export function requestFacebookDeletion(
  payload: Payload,
  { subject, issuedAt }: { subject: string; issuedAt: number },
): Promise<{ code: string }> {
  const code = signText(`facebook-deletion:${subject}:${issuedAt}`).slice(0, 24)
  return withTransaction(payload, async (_req, tx) => {
    await lockKey(tx, code)
    const [existing] = await tx
      .select({ code: data_requests.code })
      .from(data_requests)
      .where(eq(data_requests.code, code))
    if (existing) return existing
    const [user] = await tx
      .select({ id: users.id, email: sql<string | null>`lower(${users.email})` })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.user))
      .where(and(eq(identities.provider, 'facebook'), eq(identities.subject, subject)))
    const input = { source: 'facebook', isVerified: true, code } as const
    if (user) return open(tx, { ...input, userId: user.id, email: user.email })
    const request = await insert(tx, { ...input, userId: null, email: null })
    await tx
      .update(data_requests)
      .set({ status: 'completed', verifiedAt: sql`now()`, completedAt: sql`now()` })
      .where(eq(data_requests.id, request.id))
    return request
  })
}

/** The account has changed its address since, so the link proves nothing about it. */
const isOfEarlierAddress = (tx: Tx) =>
  exists(
    tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, data_requests.user),
          sql`lower(${users.email}) is distinct from lower(${data_requests.email})`,
        ),
      ),
  )

/** @throws AppError not_found for an unknown code or a wrong key */
async function lockByKey(tx: Tx, code: string, key: string) {
  const [request] = isDataRequestKey(code, key)
    ? await tx
        .select({
          id: data_requests.id,
          status: data_requests.status,
          isExpired: sql<boolean>`(${or(lt(data_requests.verifyBy, sql`now()`), isOfEarlierAddress(tx))})`,
        })
        .from(data_requests)
        .where(eq(data_requests.code, code))
        .for('update')
    : []
  if (!request) throw notFound('This request')
  return request
}

/**
 * Verifies a request: its link was followed and the button pressed. A second press changes nothing.
 * @throws AppError not_found (wrong link), conflict (too late, taken back, or done)
 */
export function confirmDeletion(payload: Payload, code: string, key: string): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const request = await lockByKey(tx, code, key)
    if (request.status === 'verified' || request.status === 'waiting') return
    if (request.status !== 'received')
      throw new AppError('conflict', 'This request is closed. Nothing was changed.')
    if (request.isExpired)
      throw new AppError('conflict', 'This link has expired. Please send the request again.')
    await verify(tx, request.id)
  })
}

/** The address stays until the last email is out: see sendDataRequestEmail. */
async function withdraw(tx: Tx, id: number, actor: Actor | null) {
  await tx
    .update(data_requests)
    .set({
      ...erasedRequest,
      status: 'withdrawn',
      eraseAfter: null,
      completeBy: null,
      updatedAt: sql`now()`,
    })
    .where(eq(data_requests.id, id))
  await audit(tx, actor, {
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
 * Takes a request back by its link. A second call changes nothing.
 * @throws AppError not_found (wrong link), conflict (already closed)
 */
export function withdrawDeletion(payload: Payload, code: string, key: string): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { id, status } = await lockByKey(tx, code, key)
    if (status === 'withdrawn') return
    if (status === 'completed' || status === 'refused')
      throw new AppError('conflict', 'This request is closed and can no longer be canceled.')
    await withdraw(tx, id, null)
  })
}

/**
 * Takes the requests of a signed-in user back. There are two if they also made one before their address was confirmed,
 * and either would erase the account. @throws AppError not_found when none is open
 */
export function withdrawOwnDeletion(payload: Payload, userId: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const findNext = () => findOpen(tx, { userId, email: null })
    let request = await findNext()
    if (!request) throw notFound('Your request')
    for (; request; request = await findNext())
      await withdraw(tx, request.id, { id: userId, role: 'customer' })
  })
}
