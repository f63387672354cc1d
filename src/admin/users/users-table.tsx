import { Time } from '@/admin/shell/facts'
import { type Role, roleLabels } from '@/access/roles'
import { Badge, type BadgeTone } from '@/admin/list/badge'
import { initialsOf } from '@/admin/shell/user-display-name'
import type { AdminUser } from '@/modules/accounts/queries/list-users'

import { UserActions } from './user-actions'

const tones = {
  customer: 'plain',
  editor: 'info',
  admin: 'way',
  super_admin: 'sun',
} satisfies Record<Role, BadgeTone>

/** Pictures of other sites are not asked for: they would tell them who looks. */
const pictureOf = ({ profileImageUrl }: AdminUser): string | null =>
  profileImageUrl?.startsWith('/') && !profileImageUrl.startsWith('//') ? profileImageUrl : null

const nameOf = (user: AdminUser): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username

/** What this viewer may not change, and why; null where they may. */
const obstacle = (
  user: AdminUser,
  viewer: { id: number; mayChangeRoles: boolean },
): string | null => {
  if (user.id === viewer.id) return 'This is you'
  return !viewer.mayChangeRoles && user.role !== 'customer' && user.role !== 'editor'
    ? 'Only a Super Admin changes this person'
    : null
}

/** A table with room; below lg each row is a card. */
export function UsersTable({
  users,
  viewer,
}: {
  users: AdminUser[]
  viewer: { id: number; mayChangeRoles: boolean }
}) {
  return (
    <table className="df-table df-users">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Last Login</th>
          <th scope="col" className="df-number">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <div className="df-with-thumb">
                {pictureOf(user) ? (
                  <img
                    className="df-avatar"
                    src={pictureOf(user) ?? ''}
                    alt=""
                    width={37}
                    height={37}
                    loading="lazy"
                  />
                ) : (
                  <span className="df-avatar" aria-hidden>
                    {initialsOf(user)}
                  </span>
                )}
                <div>
                  <p className="df-users__name">{nameOf(user)}</p>
                  <p className="df-entry__meta">{user.email ?? user.username}</p>
                </div>
              </div>
            </td>
            <td>
              <Badge tone={tones[user.role]}>{roleLabels[user.role]}</Badge>
            </td>
            <td>
              <Badge tone={user.isActive ? 'good' : 'bad'}>
                {user.isActive ? 'Active' : 'Inactive'}
              </Badge>
            </td>
            <td className="df-soft">
              <span className="df-card-only">Last login </span>
              {user.lastLoginAt ? <Time at={user.lastLoginAt} as="date" /> : 'Never'}
            </td>
            <td>
              <UserActions
                id={user.id}
                name={nameOf(user)}
                role={user.role}
                isActive={user.isActive}
                mayChangeRole={viewer.mayChangeRoles}
                obstacle={obstacle(user, viewer)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
