import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  type ApiKeyPermission,
  apiKeyPermissions,
  type ApiKeyState,
  getApiKeyState,
} from '@/access/api-key'
import { type Role, roleHasPermission } from '@/access/roles'

export type ApiKeyView = {
  id: number
  name: string
  prefix: string
  state: ApiKeyState
  /** What is on its list, and of that what its maker may not do any more. */
  permissions: ApiKeyPermission[]
  lost: ApiKeyPermission[]
  makerId: number
  maker: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}
type Row = Omit<ApiKeyView, 'state' | 'lost'> & { role: Role; makerIsActive: boolean }

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** All keys, those that work first, then the newest. The table is small: a key is made by hand. */
export async function listApiKeys(payload: Payload, now = new Date()): Promise<ApiKeyView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select k.id, k.name, k.prefix, u.id as "makerId", coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as maker, u.role, u.is_active as "makerIsActive",
      ${iso('k.created_at')} as "createdAt", ${iso('k.expires_at')} as "expiresAt", ${iso('k.last_used_at')} as "lastUsedAt", ${iso('k.revoked_at')} as "revokedAt",
      coalesce((select json_agg(t.text order by t."order") from api_keys_texts t where t.parent_id = k.id and t.path = 'permissions'), '[]') as permissions
    from api_keys k join users u on u.id = k.created_by_id order by k.revoked_at is not null, k.id desc limit 500`)
  return (rows as unknown as Row[]).map(({ role, makerIsActive, ...key }) => {
    const permissions = key.permissions.filter((permission) =>
      apiKeyPermissions.includes(permission),
    )
    const lost = permissions.filter((permission) => !roleHasPermission(role, permission))
    return {
      ...key,
      permissions,
      lost,
      state: getApiKeyState(
        { ...key, makerMay: makerIsActive && lost.length < permissions.length },
        now,
      ),
    }
  })
}
