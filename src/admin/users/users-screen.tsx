import { z } from 'zod'

import { type Role, roleHasPermission, roleLabels, roles } from '@/access/roles'
import { LazyInviteStaff, LazyUserActions } from '@/admin/lazy-components'
import type { Column } from '@/admin/list/data-table'
import { ListPanel } from '@/admin/list/list-panel'
import {
  choiceParam,
  createListParams,
  dayParams,
  listPageSize,
  selectOptions,
} from '@/admin/list/list-params'
import { NoResults } from '@/admin/list/no-results'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Avatar } from '@/admin/shell/avatar'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import {
  type AdminUser,
  listAdminUsers,
  type UserSort,
  userSorts,
} from '@/modules/accounts/queries/list-users'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmailText } from '@/ui/email-text'

const address = createListParams(
  '/admin/users',
  z.object({
    role: choiceParam(roles),
    ...dayParams,
    sort: z.enum(userSorts).catch('staff').default('staff'),
  }),
)
type Params = ReturnType<typeof address.parse>
const sortable = sortHeads(address, {
  User: { ascending: 'name', descending: 'name-z' },
  'Last Login': { ascending: 'login-old', descending: 'login', first: 'descending' },
})
const sortLabels = {
  staff: 'Staff first',
  name: 'Name A to Z',
  'name-z': 'Name Z to A',
  login: 'Latest login',
  'login-old': 'Oldest login',
} satisfies Record<UserSort, string>
const noResults = { title: 'No users', text: 'No users found matching your search criteria.' }
const tones = {
  customer: 'plain',
  editor: 'info',
  admin: 'way',
  super_admin: 'sun',
} satisfies Record<Role, BadgeTone>
const roleDescriptions = {
  customer: 'Browses products and places orders. No access to the admin.',
  editor:
    'Manages content and blog posts, images, social posts, and imports from Instagram and TikTok.',
  admin:
    'Full access to products, orders, content, integrations, and statistics. Activates and deactivates customers and editors.',
  super_admin:
    'Manages users and system settings, including roles, shipping, taxes, and data requests.',
} satisfies Record<Role, string>

const nameOf = (user: AdminUser): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || (user.invitedEmail ?? user.username)

/** Images of other sites are not loaded: they would reveal the viewer. */
const Portrait = ({ user }: { user: AdminUser }) =>
  user.profileImageUrl && /^\/(?!\/)/.test(user.profileImageUrl) ? (
    <img
      className="df-avatar"
      src={user.profileImageUrl}
      alt=""
      width={37}
      height={37}
      loading="lazy"
    />
  ) : (
    <Avatar user={user} />
  )

const NameCell = ({ user }: { user: AdminUser }) => {
  const name = nameOf(user)
  const login = user.email ?? user.invitedEmail ?? user.username
  return (
    <div className="df-with-thumb">
      <Portrait user={user} />
      <div>
        <p className="df-users__name">
          <EmailText>{name}</EmailText>
        </p>
        {login === name ? null : (
          <p className="df-entry__meta">
            <EmailText>{login}</EmailText>
          </p>
        )}
      </div>
    </div>
  )
}

type Viewer = { id: number; mayChangeRoles: boolean }

/** Why this viewer may not change a user; null where they may. */
const obstacleFor = (user: AdminUser, viewer: Viewer): string | null => {
  if (user.id === viewer.id) return 'This is you'
  return !viewer.mayChangeRoles && user.role !== 'customer' && user.role !== 'editor'
    ? 'Only a super admin can change this user'
    : null
}

const columnsFor = (viewer: Viewer, params: Params): Column<AdminUser>[] => [
  { ...sortable('User', params), cell: (user) => <NameCell user={user} /> },
  {
    head: 'Role',
    isOptional: true,
    cell: ({ role }) => <Badge tone={tones[role]}>{roleLabels[role]}</Badge>,
  },
  {
    head: 'Two-step',
    isOptional: true,
    kind: 'soft',
    card: 'Two-step verification',
    cell: ({ secondFactor, passkey }) =>
      secondFactor && passkey ? 'App, passkey' : secondFactor ? 'App' : passkey ? 'Passkey' : 'Off',
  },
  {
    head: 'Status',
    isOptional: true,
    cell: ({ isActive, invitedEmail }) =>
      isActive && invitedEmail ? (
        <Badge tone="info">Invited</Badge>
      ) : (
        <Badge tone={isActive ? 'good' : 'bad'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      ),
  },
  {
    ...sortable('Last Login', params),
    isOptional: true,
    kind: 'soft',
    card: 'Last login',
    cell: ({ lastLoginAt }) => (lastLoginAt ? <Time at={lastLoginAt} as="date" /> : 'Never'),
  },
  {
    head: 'Actions',
    kind: 'number',
    cell: (user) => (
      <LazyUserActions
        id={user.id}
        name={nameOf(user)}
        role={user.role}
        isActive={user.isActive}
        isInvited={user.invitedEmail !== null}
        canReset={user.secondFactor || user.passkey}
        mayChangeRole={viewer.mayChangeRoles}
        obstacle={obstacleFor(user, viewer)}
      />
    ),
  },
]

export const UsersScreen = defineScreen({
  requires: 'users:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const [list, views] = await Promise.all([
      listAdminUsers(payload, { ...params, limit: listPageSize }),
      getListPreferences(payload, user.id, 'users'),
    ])
    const isFiltered = Boolean(params.search || params.role || params.from || params.to)
    const viewer = { id: user.id, mayChangeRoles: roleHasPermission(user.role, 'users:roles') }
    return {
      title: 'User Management',
      lead: `${pluralize(list.total, 'person', 'people')}${isFiltered ? ' found' : ''}.${viewer.mayChangeRoles ? ' Invite staff by email, or change the role of someone who has an account.' : ''}`,
      actions: viewer.mayChangeRoles ? <LazyInviteStaff /> : undefined,
      children: (
        <>
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Users',
              placeholder: 'Email, first name, or last name',
              selects: {
                role: ['Role', selectOptions('All Roles', roles, roleLabels)],
                sort: ['Sort', Object.entries(sortLabels)],
              },
              dates: { from: 'Created from', to: 'To' },
            }}
            views={views}
            noResults={noResults}
            empty={
              <NoResults href={address.path} title={noResults.title}>
                {noResults.text}
              </NoResults>
            }
            table={{ className: 'df-users', rows: list.users, columns: columnsFor(viewer, params) }}
          />
          <Panel title="Roles">
            <dl className="df-facts">
              {roles.map((role) => (
                <Fact key={role} name={roleLabels[role]}>
                  {roleDescriptions[role]}
                </Fact>
              ))}
            </dl>
            <p className="df-panel__text">
              You can’t change your own role or deactivate yourself, and there’s always at least one
              active super admin. Changes sign the user out everywhere.
            </p>
          </Panel>
        </>
      ),
    }
  },
})
