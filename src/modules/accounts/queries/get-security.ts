import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { IdentityProvider } from '@/modules/accounts/rules/identity-providers'

export type SecurityView = {
  hasPassword: boolean
  email: string | null
  pendingEmail: string | null
  identities: { provider: IdentityProvider; displayName: string | null; since: string }[]
  codesLeft: number
  sessions: { id: string; startedAt: string | null; isThis: boolean }[]
}

const iso = (time: unknown): string => new Date(time as string).toISOString()

/** How somebody gets into their account, for their own eyes. `sessionId` is the session they look with. */
export async function getSecurity(
  payload: Payload,
  userId: number,
  sessionId: string | undefined,
): Promise<SecurityView | null> {
  const db = payload.db.drizzle
  const [{ rows: people }, { rows: identities }, { rows: codes }, { rows: sessions }] =
    await Promise.all([
      db.execute(sql`select has_password, email, pending_email from users where id = ${userId}`),
      db.execute(
        sql`select provider, display_name, created_at from identities where user_id = ${userId} order by id`,
      ),
      db.execute(
        sql`select count(*)::int as left from account_tokens where user_id = ${userId} and purpose = 'recovery-code' and used_at is null`,
      ),
      db.execute(
        sql`select id, created_at from users_sessions where _parent_id = ${userId} and expires_at > now() order by created_at desc nulls last`,
      ),
    ])
  const person = people[0] as
    { has_password: boolean | null; email: string | null; pending_email: string | null } | undefined
  if (!person) return null
  return {
    hasPassword: person.has_password !== false,
    email: person.email,
    pendingEmail: person.pending_email,
    identities: (
      identities as {
        provider: IdentityProvider
        display_name: string | null
        created_at: string
      }[]
    ).map((row) => ({
      provider: row.provider,
      displayName: row.display_name,
      since: iso(row.created_at),
    })),
    codesLeft: (codes[0] as { left: number }).left,
    sessions: (sessions as { id: string; created_at: string | null }[]).map((row) => ({
      id: row.id,
      startedAt: row.created_at ? iso(row.created_at) : null,
      isThis: row.id === sessionId,
    })),
  }
}
