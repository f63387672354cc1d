import {
  lowestRoleWith,
  type Permission,
  type Role,
  roleHasPermission,
  roleLabels,
  roles,
} from '@/access/roles'

/** The lowest role per permission, as in docs/deviations.md (people and access). Add new permissions here too. */
const lowest: Record<Permission, Role> = {
  'panel:open': 'editor',
  'content:write': 'editor',
  'media:write': 'editor',
  'social:write': 'editor',
  'products:write': 'admin',
  'categories:write': 'admin',
  'orders:read': 'admin',
  'orders:write': 'admin',
  'reviews:write': 'admin',
  'users:read': 'admin',
  'users:activate': 'admin',
  'integrations:use': 'admin',
  'stats:read': 'admin',
  'users:roles': 'super_admin',
  'settings:write': 'super_admin',
  'privacy:write': 'super_admin',
  'audit:read': 'super_admin',
  'posts:import': 'editor',
  'pages:write': 'admin',
  'subscribers:read': 'admin',
  'messages:read': 'admin',
}
const permissions = Object.keys(lowest) as Permission[]
const cells = permissions.flatMap((permission) => roles.map((role) => [role, permission] as const))

it('the four roles of the specification are in ascending order', () => {
  expect(roles).toEqual(['customer', 'editor', 'admin', 'super_admin'])
  expect(Object.values(roleLabels)).toEqual(['Customer', 'Editor', 'Admin', 'Super Admin'])
})

it.each(cells)('role %s has permission %s only if documented', (role, permission) => {
  expect(roleHasPermission(role, permission)).toBe(
    roles.indexOf(role) >= roles.indexOf(lowest[permission]),
  )
})

it.each(permissions)('the lowest role with %s matches the documentation', (permission) =>
  expect(lowestRoleWith(permission)).toBe(lowest[permission]),
)

it('customers have no permissions', () => {
  for (const permission of permissions)
    expect(roleHasPermission('customer', permission)).toBe(false)
})

it('no role has an unlisted permission', () => {
  for (const role of roles)
    for (const odd of ['', '*', 'orders', 'toString', '__proto__', 'length'])
      expect(roleHasPermission(role, odd as Permission)).toBe(false)
})
