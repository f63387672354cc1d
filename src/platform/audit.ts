import type { Payload } from 'payload'

import { getRequestApiKey } from '@/access/api-key'
import { audit_events } from '@/payload-generated-schema'

import type { Tx } from './transaction'

type Actor = { id: number; role: string } | null | undefined
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
  db: Tx | Payload['db']['drizzle'],
  actor: Actor,
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
