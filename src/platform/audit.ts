import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { getRequestApiKey } from '@/access/api-key'

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
 * Notes who changed something that matters, in the caller's transaction: it is noted exactly when it happened. Ids and
 * words of the shop only: the row stays when the person goes.
 * @param actor absent for the shop itself; who came with an API key is noted with it
 */
export async function audit(
  db: Tx | Payload['db']['drizzle'],
  actor: Actor,
  { action, subjectType, subjectId, details }: Entry,
): Promise<void> {
  const key = getRequestApiKey(actor)
  const noted = key ? { ...details, apiKey: key.prefix } : details
  await db.execute(sql`
    insert into audit_events (actor_id, actor_role, action, subject_type, subject_id, details)
    values (${actor?.id ?? null}, ${actor?.role ?? 'the shop'}, ${action}, ${subjectType ?? null}, ${subjectId === undefined ? null : String(subjectId)}, ${noted ? JSON.stringify(noted) : null}::jsonb)`)
}
