export const roles = ['customer', 'editor', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

export const roleLabels = {
  customer: 'Customer',
  editor: 'Editor',
  admin: 'Admin',
  super_admin: 'Super Admin',
} satisfies Record<Role, string>

const editorPermissions = [
  'panel:open',
  'content:write',
  'media:write',
  'social:write',
  'posts:import',
] as const
const adminPermissions = [
  ...editorPermissions,
  'products:write',
  'categories:write',
  'orders:read',
  // Also refunds, cancellations, replacements, returns, and gift cards.
  'orders:write',
  'reviews:write',
  'users:read',
  'users:activate',
  'integrations:use',
  'stats:read',
  'pages:write',
  'subscribers:read',
  'messages:read',
] as const

/** The permissions of each role, for screens, endpoints, and collections. */
const permissions = {
  customer: [],
  editor: editorPermissions,
  admin: adminPermissions,
  super_admin: [
    ...adminPermissions,
    'users:roles',
    'settings:write',
    'privacy:write',
    'audit:read',
  ],
} as const satisfies Record<Role, readonly string[]>

export type Permission = (typeof permissions)['super_admin'][number]

export function roleHasPermission(role: Role, permission: Permission): boolean {
  const granted: readonly string[] = permissions[role]
  return granted.includes(permission)
}

/** Returns the lowest role that has the permission, for error messages. */
export function lowestRoleWith(permission: Permission): Role {
  return roles.find((role) => roleHasPermission(role, permission)) ?? 'super_admin'
}
