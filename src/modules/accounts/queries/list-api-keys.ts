import { and, asc, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { type ApiKeyPermission, apiKeyPermissions, getApiKeyState } from '@/access/api-key'
import { roleHasPermission } from '@/access/roles'
import type { apiKeyResponse } from '@/modules/accounts/schemas/admin'
import { api_keys, api_keys_texts, users } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'

export type ApiKeyView = z.infer<typeof apiKeyResponse>

const maxListedKeys = 500

/** `active`: those that aren't revoked first, then the newest. */
export const apiKeySorts = [
  'active',
  'name',
  'name-z',
  'used',
  'used-old',
  'expires',
  'expires-late',
] as const
export type ApiKeySort = (typeof apiKeySorts)[number]

const name = sql`lower(${api_keys.name})`
const end = sql`coalesce(${api_keys.revokedAt}, ${api_keys.expiresAt})`
/** A key that was never used counts as used longest ago, and one that never expires as the last to expire. */
const orders = {
  active: [sql`${api_keys.revokedAt} is not null`, desc(api_keys.id)],
  name: [asc(name), asc(api_keys.id)],
  'name-z': [desc(name), desc(api_keys.id)],
  used: [sql`${api_keys.lastUsedAt} desc nulls last`, desc(api_keys.id)],
  'used-old': [sql`${api_keys.lastUsedAt} asc nulls first`, asc(api_keys.id)],
  expires: [sql`${end} asc nulls last`, asc(api_keys.id)],
  'expires-late': [sql`${end} desc nulls first`, desc(api_keys.id)],
} satisfies Record<ApiKeySort, SQL[]>

/** Returns all keys, at most 500. */
export async function listApiKeys(
  payload: Payload,
  { sort }: { sort: ApiKeySort },
): Promise<ApiKeyView[]> {
  const now = new Date()
  const rows = await payload.db.drizzle
    .select({
      id: api_keys.id,
      name: api_keys.name,
      prefix: api_keys.prefix,
      createdAt: api_keys.createdAt,
      expiresAt: api_keys.expiresAt,
      lastUsedAt: api_keys.lastUsedAt,
      revokedAt: api_keys.revokedAt,
      creatorId: users.id,
      creator: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`,
      role: users.role,
      creatorIsActive: users.isActive,
      permissions: sql<
        ApiKeyPermission[]
      >`coalesce((select json_agg(${api_keys_texts.text} order by ${api_keys_texts.order}) from ${api_keys_texts}
        where ${and(eq(api_keys_texts.parent, api_keys.id), eq(api_keys_texts.path, 'permissions'))}), '[]')`,
    })
    .from(api_keys)
    .innerJoin(users, eq(users.id, api_keys.createdBy))
    .orderBy(...orders[sort])
    .limit(maxListedKeys)
  return rows.map(({ role, creatorIsActive, ...key }) => {
    const permissions = key.permissions.filter((permission) =>
      apiKeyPermissions.includes(permission),
    )
    const lostPermissions = permissions.filter((permission) => !roleHasPermission(role, permission))
    const dates = {
      createdAt: toIsoDate(key.createdAt),
      expiresAt: key.expiresAt && toIsoDate(key.expiresAt),
      lastUsedAt: key.lastUsedAt && toIsoDate(key.lastUsedAt),
      revokedAt: key.revokedAt && toIsoDate(key.revokedAt),
    }
    const isAllowed = creatorIsActive && lostPermissions.length < permissions.length
    return {
      ...key,
      ...dates,
      permissions,
      lostPermissions,
      state: getApiKeyState({ ...dates, isAllowed }, now),
    }
  })
}
