import { createHash } from 'node:crypto'

import { and, desc, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'

import { getRequestApiKey } from '@/access/api-key'
import { audit_events } from '@/payload-generated-schema'

import { type Db, lockName, type Tx } from './transaction'

/** A user who changes something. */
export type Actor = { id: number; role: string }
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>
type Entry = {
  action: string
  subjectType?: string
  subjectId?: string | number
  details?: AuditDetails
}

/**
 * Adds an entry to the audit log, in the caller's transaction if `db` is its handle. Details hold
 * no personal data: entries stay when a user is erased.
 * @param actor absent for the shop itself; a request with an API key is recorded with its prefix
 */
export async function audit(
  db: Db,
  actor: Actor | null | undefined,
  { action, subjectType, subjectId, details }: Entry,
): Promise<void> {
  const key = getRequestApiKey(actor)
  await db
    .insert(audit_events)
    .values({
      actorId: actor?.id ?? null,
      actorRole: actor?.role ?? 'the shop',
      action,
      subjectType,
      subjectId: subjectId === undefined ? null : String(subjectId),
      details: key ? { ...details, apiKey: key.prefix } : details,
    })
}

/**
 * Context of a Local API call: details for the audit entry, or that there should be none (seed,
 * tests). Requests from outside cannot set it.
 */
export type AuditContext = { auditDetails?: AuditDetails; skipAudit?: boolean }

const fingerprintOf = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22)

/** Context of the Local API call that creates something from this input, by which `findCreatedFrom` recognizes it. */
export function createdFrom(input: object): AuditContext {
  return { auditDetails: { fingerprint: fingerprintOf(input) } }
}

/**
 * Returns the id of what this user created from the same input in the last two minutes: it's a second click, or a retry
 * after a lost response. Until the transaction ends, the same call waits elsewhere.
 * @param action of the audit entry
 */
export async function findCreatedFrom(
  tx: Tx,
  user: { id: number },
  action: 'product.created' | 'social.created',
  input: object,
): Promise<number | null> {
  const fingerprint = fingerprintOf(input)
  await lockName(tx, `${action} ${user.id} ${fingerprint}`)
  const [created] = await tx
    .select({ id: audit_events.subjectId })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.action, action),
        eq(audit_events.actorId, user.id),
        gt(audit_events.createdAt, sql`now() - interval '2 minutes'`),
        sql`${audit_events.details}->>'fingerprint' = ${fingerprint}`,
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(1)
  return created ? Number(created.id) : null
}
