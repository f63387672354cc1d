import { redirect } from 'next/navigation'
import { z } from 'zod'

import { roleHasPermission, roleLabels, roles } from '@/access/roles'
import { NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { Pagination } from '@/admin/list/pagination'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { listAdminUsers } from '@/modules/accounts/queries/list-users'
import { screenQuery } from '@/platform/schema-fields'

import { RoleDescriptions } from './role-descriptions'
import { UsersTable } from './users-table'

const perPage = 25
const schema = z.object({ ...screenQuery, role: z.enum(roles).or(z.literal('')).catch('') })

const hrefOf = ({ search, role, page }: z.infer<typeof schema>): string => {
  const params = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(role ? { role } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/users${params.size > 0 ? `?${params.toString()}` : ''}`
}

export const UsersScreen = defineScreen({
  requires: 'users:read',
  show: async ({ payload, user, query }) => {
    const asked = schema.parse(query)
    const list = await listAdminUsers(payload, { ...asked, limit: perPage })
    if (list.users.length === 0 && list.total > 0) redirect(hrefOf({ ...asked, page: list.pages }))
    return {
      title: 'User Management',
      lead: `${pluralize(list.total, 'person', 'people')}${asked.search || asked.role ? ' found' : ''}. A colleague makes an account in the shop first, like everybody, and is given a role here.`,
      children: (
        <>
          <ListFilters
            key={hrefOf(asked)}
            action="/admin/users"
            label="Users"
            placeholder="Email, first name or last name"
            search={asked.search}
            selects={[
              {
                name: 'role',
                label: 'Role',
                value: asked.role,
                usual: '',
                options: [
                  ['', 'All Roles'],
                  ...roles.map((role) => [role, roleLabels[role]] as const),
                ],
              },
            ]}
          />
          <Panel>
            {list.users.length > 0 ? (
              <UsersTable
                users={list.users}
                viewer={{
                  id: user.id,
                  mayChangeRoles: roleHasPermission(user.role, 'users:roles'),
                }}
              />
            ) : (
              <NoResults href="/admin/users" title="Nobody here">
                No users found matching your search criteria.
              </NoResults>
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={perPage}
                total={list.total}
                href={(page) => hrefOf({ ...asked, page })}
              />
            ) : null}
          </Panel>
          <RoleDescriptions />
        </>
      ),
    }
  },
})
