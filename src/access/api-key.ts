import { type Permission, type Role, roleHasPermission } from './roles'

/** What a program carries: 'dfk_' and 43 letters that nobody can guess. Kept only as their SHA-256. */
export const apiKeyPattern = /^dfk_[A-Za-z0-9_-]{43}$/
/** So much of a key is kept readable, to tell keys apart. */
export const apiKeyPrefixLength = 12

/** The key that a request came with. It rides on the person who made it, so that every door that asks them asks it too. */
export type RequestApiKey = {
  id: number
  name: string
  prefix: string
  permissions: readonly string[]
}
export function getRequestApiKey(user: object | null | undefined): RequestApiKey | undefined {
  return (user as { actingKey?: RequestApiKey } | null | undefined)?.actingKey
}

/** What each permission lets a program do, for people who choose. Roles are never changed by a program. */
export const apiKeyPermissionLabels = {
  'products:write': 'Products',
  'categories:write': 'Categories',
  'orders:read': 'Read orders',
  'orders:write': 'Change orders and refund',
  'reviews:write': 'Reviews',
  'content:write': 'Content',
  'pages:write': 'Pages',
  'media:write': 'Media library',
  'social:write': 'Social media',
  'posts:import': 'Import posts',
  'subscribers:read': 'Read subscribers',
  'messages:read': 'Messages',
  'users:read': 'Read users',
  'users:activate': 'Health and background work',
  'stats:read': 'Figures of the dashboard',
  'integrations:use': 'Connected services',
  'settings:write': 'Settings',
  'privacy:write': 'Data requests',
  'audit:read': 'Read the audit log',
} satisfies Record<Exclude<Permission, 'panel:open' | 'users:roles'>, string>
export type ApiKeyPermission = keyof typeof apiKeyPermissionLabels
export const apiKeyPermissions = Object.keys(apiKeyPermissionLabels) as [
  ApiKeyPermission,
  ...ApiKeyPermission[],
]

/** What somebody of this role may put on a key: nothing they may not do themselves. */
export function grantablePermissions(role: Role): ApiKeyPermission[] {
  return apiKeyPermissions.filter((permission) => roleHasPermission(role, permission))
}

/** Whether a key stretches as far as this. To be in the house at all needs no line of its own. */
export function apiKeyAllows({ permissions }: RequestApiKey, permission: Permission): boolean {
  return permission === 'panel:open' || permissions.includes(permission)
}

export type ApiKeyState = 'works' | 'expired' | 'revoked' | 'its maker may not use it'
export function getApiKeyState(
  key: { revokedAt: string | null; expiresAt: string | null; makerMay: boolean },
  now: Date,
): ApiKeyState {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && Date.parse(key.expiresAt) <= now.getTime()) return 'expired'
  return key.makerMay ? 'works' : 'its maker may not use it'
}
