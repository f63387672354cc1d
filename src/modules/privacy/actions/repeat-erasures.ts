import { randomBytes } from 'node:crypto'

import { and, eq, isNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { erasedAddressHash } from '@/modules/privacy/erased-address'
import {
  contact_messages,
  customer_notes,
  data_requests,
  draft_orders,
  gift_card_deliveries,
  one_time_emails,
  orders,
  subscribers,
  users,
} from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { type JobPayloads, queueJob } from '@/platform/job-queue'
import { fingerprintSecret } from '@/platform/secret-fingerprint'
import { type Tx, withTransaction } from '@/platform/transaction'

import { isDue } from './erase-user'

/** Columns that may hold the address of someone without an account. */
const addressColumns = [
  orders.email,
  subscribers.email,
  contact_messages.email,
  gift_card_deliveries.recipientEmail,
  one_time_emails.email,
  draft_orders.email,
  customer_notes.email,
  users.pendingEmail,
]

/**
 * Returns the addresses with these hashes, in lower case. A hash can't be reversed, so every stored address is hashed.
 */
async function findAddresses(tx: Tx, hashes: ReadonlySet<string>): Promise<Set<string>> {
  const addresses = new Set<string>()
  for (const column of addressColumns) {
    const rows = await tx
      .selectDistinct({ email: sql<string | null>`lower(${column})` })
      .from(column.table)
    for (const { email } of rows)
      if (email && hashes.has(erasedAddressHash(email))) addresses.add(email)
  }
  return addresses
}

/** Whether the erasure of an address, or of the account with it, is requested and not carried out yet. */
async function isRequested(tx: Tx, email: string): Promise<boolean> {
  const requests = await tx
    .select({ id: data_requests.id })
    .from(data_requests)
    .leftJoin(users, eq(users.id, data_requests.user))
    .where(
      and(
        isDue,
        or(
          eq(sql`lower(${users.email})`, email),
          and(isNull(data_requests.user), eq(sql`lower(${data_requests.email})`, email)),
        ),
      ),
    )
    .limit(1)
  return requests.length > 0
}

/**
 * Requests the erasure, due at once, of everyone without an account who was erased after the backup that the shop was
 * restored from. The restore has already requested those of accounts (modules/backups/database). A repeated call finds
 * the existing requests and adds none.
 * @param addressHashes made with the current PAYLOAD_SECRET; others match nothing
 * @throws Error if `secretFingerprint` says that they were made with another one; the job is tried again
 */
export async function repeatErasures(
  payload: Payload,
  { addressHashes, secretFingerprint }: JobPayloads['repeat-erasures'],
): Promise<void> {
  if (secretFingerprint && secretFingerprint !== fingerprintSecret(env.PAYLOAD_SECRET))
    throw new Error(
      'Erased people can’t be found by addresses that were hashed with another PAYLOAD_SECRET. Set that one, or enter their requests again.',
    )
  await withTransaction(payload, async (_req, tx) => {
    const now = sql`now()`
    for (const email of await findAddresses(tx, new Set(addressHashes))) {
      if (await isRequested(tx, email)) continue
      const [request] = await tx
        .insert(data_requests)
        .values({
          code: randomBytes(12).toString('hex'),
          source: 'mail',
          status: 'verified',
          email,
          receivedAt: now,
          acknowledgeBy: now,
          acknowledgedAt: now,
          verifyBy: now,
          verifiedAt: now,
          completeBy: now,
          eraseAfter: now,
        })
        .returning({ requestId: data_requests.id })
      if (request)
        await queueJob(tx, 'erase-user', request, { key: `erase-user:${request.requestId}` })
    }
  })
}
