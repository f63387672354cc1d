import { createHash, randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  type ApiKeyPermission,
  apiKeyPrefixLength,
  grantablePermissions,
  type RequestApiKey,
} from '@/access/api-key'
import type { Role } from '@/access/roles'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
/** So many keys that work at the same time are more than a shop can look after. */
const mostKeys = 100

type Asked = { name: string; permissions: readonly ApiKeyPermission[]; expiresAt: string | null }

/**
 * Makes a key. It is answered this once; the shop keeps only its hash. Each call makes another one: a key whose answer
 * was lost stands in the list, unused, and can be revoked there.
 * @throws AppError forbidden (a permission its maker does not have), invalid (over already), conflict (too many)
 */
export async function createApiKey(
  payload: Payload,
  maker: { id: number; role: Role },
  { name, permissions, expiresAt }: Asked,
): Promise<{ id: number; key: string }> {
  const grantable = new Set<string>(grantablePermissions(maker.role))
  if (permissions.some((permission) => !grantable.has(permission)))
    throw new AppError('forbidden', 'A key cannot do more than the person who makes it.')
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw new AppError('invalid', 'This end is over already.', {
      fields: { expiresAt: 'Please choose a day that is still to come.' },
    })
  const key = `dfk_${randomBytes(32).toString('base64url')}`
  const prefix = key.slice(0, apiKeyPrefixLength)
  const id = await withTransaction(payload, async (_, tx) => {
    const {
      rows: [{ count } = { count: 0 }],
    } = await tx.execute(
      sql`select count(*)::integer as count from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`,
    )
    if (Number(count) >= mostKeys)
      throw new AppError(
        'conflict',
        `There are ${mostKeys} keys that work. Please revoke one first.`,
      )
    const {
      rows: [row],
    } = await tx.execute(sql`
      insert into api_keys (name, prefix, key_hash, created_by_id, expires_at) values (${name}, ${prefix}, ${hashOf(key)}, ${maker.id}, ${expiresAt}) returning id`)
    const made = Number(row?.id)
    await tx.execute(sql`
      insert into api_keys_texts ("order", parent_id, path, text)
      select position, ${made}, 'permissions', word from unnest(string_to_array(${permissions.join(' ')}, ' ')) with ordinality as given(word, position)`)
    await audit(tx, maker, {
      action: 'api_key.made',
      subjectType: 'api_key',
      subjectId: made,
      details: { prefix, permissions },
    })
    return made
  })
  return { id, key }
}

/** Ends a key at once and for good. Once more changes nothing. @throws AppError not_found */
export function revokeApiKey(
  payload: Payload,
  actor: { id: number; role: Role },
  id: number,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const {
      rows: [row],
    } = await tx.execute(
      sql`select prefix, revoked_at as "revokedAt" from api_keys where id = ${id} for update`,
    )
    if (!row) throw notFound('This key')
    if (row.revokedAt !== null) return
    await tx.execute(
      sql`update api_keys set revoked_at = now(), updated_at = now() where id = ${id}`,
    )
    await audit(tx, actor, {
      action: 'api_key.revoked',
      subjectType: 'api_key',
      subjectId: id,
      details: { prefix: String(row.prefix) },
    })
  })
}

type Found = Omit<RequestApiKey, 'permissions'> & {
  permissions: string[]
  makerId: number
  isRevoked: boolean
  isExpired: boolean
}

/** The row of a key, whatever its state; null for one that was never made. Notes its use, at most once a minute. */
export async function findApiKey(payload: Payload, key: string): Promise<Found | null> {
  const db = payload.db.drizzle
  const {
    rows: [row],
  } = await db.execute(sql`
    select k.id, k.name, k.prefix, k.created_by_id as "makerId", k.revoked_at is not null as "isRevoked", coalesce(k.expires_at <= now(), false) as "isExpired",
      coalesce(k.last_used_at < now() - interval '1 minute', true) as "isToNote",
      coalesce((select json_agg(t.text order by t."order") from api_keys_texts t where t.parent_id = k.id and t.path = 'permissions'), '[]') as permissions
    from api_keys k where k.key_hash = ${hashOf(key)}`)
  if (!row) return null
  const { isToNote, ...found } = row as unknown as Found & { isToNote: boolean }
  if (isToNote && !found.isRevoked && !found.isExpired)
    await db.execute(
      sql`update api_keys set last_used_at = now() where id = ${found.id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    )
  return found
}
