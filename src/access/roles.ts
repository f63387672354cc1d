export const roles = ['customer', 'editor', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

export const roleLabels = {
  customer: 'Customer',
  editor: 'Editor',
  admin: 'Admin',
  super_admin: 'Super Admin',
} satisfies Record<Role, string>

/** What a role lets a person do. One table; screens, calls and collections all ask it. */
const permissions = {
  customer: [],
  editor: ['panel:open', 'content:write', 'media:write', 'social:write', 'posts:import'],
  admin: [
    'panel:open',
    'content:write',
    'media:write',
    'social:write',
    'posts:import',
    'products:write',
    'categories:write',
    'orders:read',
    'orders:write',
    'reviews:write',
    'users:read',
    'users:activate',
    'integrations:use',
    'stats:read',
    'pages:write',
    'subscribers:read',
    'messages:read',
  ],
  super_admin: [
    'panel:open',
    'content:write',
    'media:write',
    'social:write',
    'posts:import',
    'products:write',
    'categories:write',
    'orders:read',
    'orders:write',
    'reviews:write',
    'users:read',
    'users:activate',
    'integrations:use',
    'stats:read',
    'pages:write',
    'subscribers:read',
    'messages:read',
    'users:roles',
    'settings:write',
    'privacy:write',
    'audit:read',
  ],
} as const satisfies Record<Role, readonly string[]>

export type Permission = (typeof permissions)['super_admin'][number]

export function roleHasPermission(role: Role, permission: Permission): boolean {
  return (permissions[role] as readonly string[]).includes(permission)
}

/** Whom to ask: the lowest role that has the permission, for the sentence a refused person reads. */
export function lowestRoleWith(permission: Permission): Role {
  return roles.find((role) => roleHasPermission(role, permission)) ?? 'super_admin'
}
