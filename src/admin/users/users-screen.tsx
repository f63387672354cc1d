import { redirect } from 'next/navigation'
import { z } from 'zod'
import { roleLabels, roleMay, roles } from '../../domain/roles'
import { listAdminUsers } from '../../queries/admin-users'
import { screenQuery } from '../../schemas/lists'
import { counted } from '../parts/counted'
import { Filters } from '../parts/filters'
import { NoneFound } from '../parts/none-found'
import { Pagination } from '../parts/pagination'
import { Panel } from '../parts/panel'
import { screen } from '../screen'
import { RoleHelp } from './role-help'
import { UsersTable } from './users-table'

const perPage = 25
const schema = z.object({ ...screenQuery, role: z.enum(roles).or(z.literal('')).catch('') })

const hrefOf = ({ search, role, page }: z.infer<typeof schema>): string => {
  const params = new URLSearchParams({ ...(search ? { search } : {}), ...(role ? { role } : {}), ...(page > 1 ? { page: String(page) } : {}) })
  return `/admin/users${params.size > 0 ? `?${params.toString()}` : ''}`
}

export const UsersScreen = screen({
  requires: 'users:read',
  show: async ({ payload, user, query }) => {
    const asked = schema.parse(query)
    const list = await listAdminUsers(payload, { ...asked, limit: perPage })
    if (list.users.length === 0 && list.total > 0) redirect(hrefOf({ ...asked, page: list.pages }))
    return {
      title: 'User Management',
      lead: `${counted(list.total, 'person', 'people')}${asked.search || asked.role ? ' found' : ''}. A colleague makes an account in the shop first, like everybody, and is given a role here.`,
      children: (
        <>
          <Filters
            key={hrefOf(asked)} action="/admin/users" label="Users" placeholder="Email, first name or last name" search={asked.search}
            selects={[{ name: 'role', label: 'Role', value: asked.role, usual: '', options: [['', 'All Roles'], ...roles.map((role) => [role, roleLabels[role]] as const)] }]}
          />
          <Panel>
            {list.users.length > 0
              ? <UsersTable users={list.users} viewer={{ id: user.id, mayChangeRoles: roleMay(user.role, 'users:roles') }} />
              : <NoneFound href="/admin/users" title="Nobody here">No users found matching your search criteria.</NoneFound>}
            {list.total > 0 ? <Pagination page={list.page} pages={list.pages} limit={perPage} total={list.total} href={(page) => hrefOf({ ...asked, page })} /> : null}
          </Panel>
          <RoleHelp />
        </>
      ),
    }
  },
})
