import { type Permission, type Role, roleHasPermission } from './roles'

/** 'dfk_' and 32 random bytes in base64url. Only the SHA-256 of a key is stored. */
export const apiKeyPattern = /^dfk_[A-Za-z0-9_-]{43}$/
/** Length of the prefix that is stored in plain text, so that people can tell keys apart. */
export const apiKeyPrefixLength = 12

/** The key that a request came with. It is attached to the user who created it, so that permission checks see both. */
export type RequestApiKey = {
  id: number
  name: string
  prefix: string
  permissions: readonly string[]
}
export function getRequestApiKey(user: object | null | undefined): RequestApiKey | undefined {
  return user && 'actingKey' in user ? (user.actingKey as RequestApiKey) : undefined
}

/** Labels of the permissions that a key can have. An API key never changes roles. */
export const apiKeyPermissionLabels = {
  'products:write': 'Products',
  'categories:write': 'Categories',
  'orders:read': 'Read orders',
  'orders:write': 'Update and refund orders',
  'reviews:write': 'Reviews',
  'content:write': 'Content',
  'pages:write': 'Pages',
  'media:write': 'Media library',
  'social:write': 'Social media',
  'posts:import': 'Import posts',
  'subscribers:read': 'Read subscribers',
  'messages:read': 'Messages',
  'users:read': 'Read users',
  'users:activate': 'System status and background jobs',
  'stats:read': 'Dashboard statistics',
  'integrations:use': 'Integrations',
  'settings:write': 'Settings',
  'privacy:write': 'Data requests',
  'audit:read': 'Read the audit log',
} satisfies Record<Exclude<Permission, 'panel:open' | 'users:roles'>, string>
export type ApiKeyPermission = keyof typeof apiKeyPermissionLabels
export const apiKeyPermissions = Object.keys(apiKeyPermissionLabels) as [
  ApiKeyPermission,
  ...ApiKeyPermission[],
]

/** Returns the permissions that a user with this role can give a key: only their own. */
export function grantablePermissions(role: Role): ApiKeyPermission[] {
  return apiKeyPermissions.filter((permission) => roleHasPermission(role, permission))
}

/** Whether a key has this permission; every key has 'panel:open'. */
export function apiKeyAllows({ permissions }: RequestApiKey, permission: Permission): boolean {
  return permission === 'panel:open' || permissions.includes(permission)
}

export const apiKeyStates = ['active', 'expired', 'revoked', 'paused'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]
export function getApiKeyState(
  key: { revokedAt: string | null; expiresAt: string | null; isAllowed: boolean },
  now: Date,
): ApiKeyState {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && Date.parse(key.expiresAt) <= now.getTime()) return 'expired'
  return key.isAllowed ? 'active' : 'paused'
}
