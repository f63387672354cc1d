import { randomBytes } from 'node:crypto'

import { and, eq, gt, isNull, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { apiKeyPrefixLength, grantablePermissions, type RequestApiKey } from '@/access/api-key'
import type { Role } from '@/access/roles'
import type { ApiKeyInput } from '@/modules/accounts/schemas/admin'
import { api_keys } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { hashText } from '@/platform/encryption'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const maxActiveKeys = 100

/**
 * Creates an API key and returns it once; only its hash is stored. Every call creates another key: one whose
 * response was lost remains in the list, unused, and can be revoked there.
 * @throws AppError forbidden (a permission that the creator lacks), invalid (expired already),
 * conflict (too many keys)
 */
export async function createApiKey(
  payload: Payload,
  creator: { id: number; role: Role },
  { name, permissions, expiresAt }: ApiKeyInput,
): Promise<{ id: number; key: string }> {
  const grantable = new Set<string>(grantablePermissions(creator.role))
  if (permissions.some((permission) => !grantable.has(permission)))
    throw new AppError('forbidden', 'A key can’t have permissions you don’t have.')
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw new AppError('invalid', 'That date is in the past.', {
      fields: { expiresAt: 'Choose a date in the future.' },
    })
  const key = `dfk_${randomBytes(32).toString('base64url')}`
  const prefix = key.slice(0, apiKeyPrefixLength)
  return withTransaction(payload, async (req, tx) => {
    const activeKeys = await tx.$count(
      api_keys,
      and(
        isNull(api_keys.revokedAt),
        or(isNull(api_keys.expiresAt), gt(api_keys.expiresAt, sql`now()`)),
      ),
    )
    if (activeKeys >= maxActiveKeys)
      throw new AppError('conflict', `There are ${maxActiveKeys} active keys. Revoke one first.`)
    const { id } = await payload.create({
      collection: 'api-keys',
      data: { name, prefix, keyHash: hashText(key), permissions, createdBy: creator.id, expiresAt },
      depth: 0,
      req,
    })
    await audit(tx, creator, {
      action: 'api_key.made',
      subjectType: 'api_key',
      subjectId: id,
      details: { prefix, permissions },
    })
    return { id, key }
  })
}

/** Revokes a key permanently. Safe to repeat. @throws AppError not_found */
export function revokeApiKey(
  payload: Payload,
  actor: { id: number; role: Role },
  id: number,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const [row] = await tx
      .select({ prefix: api_keys.prefix, revokedAt: api_keys.revokedAt })
      .from(api_keys)
      .where(eq(api_keys.id, id))
      .for('update')
    if (!row) throw notFound('This key')
    if (row.revokedAt !== null) return
    await tx
      .update(api_keys)
      .set({ revokedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(api_keys.id, id))
    await audit(tx, actor, {
      action: 'api_key.revoked',
      subjectType: 'api_key',
      subjectId: id,
      details: { prefix: row.prefix },
    })
  })
}

type StoredApiKey = RequestApiKey & { creatorId: number; isRevoked: boolean; isExpired: boolean }

/** Finds a key in any state; null if it does not exist. Records its use at most once a minute. */
export async function findApiKey(payload: Payload, key: string): Promise<StoredApiKey | null> {
  const {
    docs: [stored],
  } = await payload.find({
    collection: 'api-keys',
    where: { keyHash: { equals: hashText(key) } },
    depth: 0,
    limit: 1,
    pagination: false,
  })
  if (!stored) return null
  const { id, name, prefix, permissions, createdBy, lastUsedAt } = stored
  const isRevoked = Boolean(stored.revokedAt)
  const isExpired = Boolean(stored.expiresAt && Date.parse(stored.expiresAt) <= Date.now())
  if (!isRevoked && !isExpired && (lastUsedAt ? Date.parse(lastUsedAt) : 0) < Date.now() - 60_000)
    await payload.db.drizzle
      .update(api_keys)
      .set({ lastUsedAt: sql`now()` })
      .where(
        and(
          eq(api_keys.id, id),
          or(
            isNull(api_keys.lastUsedAt),
            lt(api_keys.lastUsedAt, sql`now() - interval '1 minute'`),
          ),
        ),
      )
  const creatorId = typeof createdBy === 'object' ? createdBy.id : createdBy
  return { id, name, prefix, permissions, creatorId, isRevoked, isExpired }
}
