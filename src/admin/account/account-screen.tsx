import { roleLabels } from '@/access/roles'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'

/** Who is signed in. Names and passwords change on the shop's own account page, in one place for everybody. */
export const AccountScreen = defineScreen({
  requires: 'panel:open',
  framedByPayload: true,
  show: async ({ user }) => ({
    title: 'Your account',
    lead: 'What the shop knows about you.',
    actions: (
      <>
        <a className="df-button df-button--line" href="/account">
          Change your name
        </a>
        <a className="df-button df-button--line" href="/account/security">
          Password and sign-in
        </a>
      </>
    ),
    children: (
      <Panel className="df-narrow">
        <dl className="df-facts">
          <div>
            <dt>Name</dt>
            <dd>{[user.firstName, user.lastName].filter(Boolean).join(' ') || '—'}</dd>
          </div>
          <div>
            <dt>User name</dt>
            <dd>{user.username ?? '—'}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{user.email ?? '—'}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{roleLabels[user.role]}</dd>
          </div>
          <div>
            <dt>Last login</dt>
            <dd>{user.lastLoginAt ? formatDateTime(user.lastLoginAt) : '—'}</dd>
          </div>
        </dl>
      </Panel>
    ),
  }),
})
