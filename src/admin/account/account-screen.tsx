import { ButtonLink } from '@/admin/form/button'
import { Fact } from '@/admin/shell/facts'
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
        <ButtonLink href="/account" native>
          Change your name
        </ButtonLink>
        <ButtonLink href="/account/security" native>
          Password and sign-in
        </ButtonLink>
      </>
    ),
    children: (
      <Panel className="df-narrow">
        <dl className="df-facts">
          <Fact name="Name">
            {[user.firstName, user.lastName].filter(Boolean).join(' ') || '—'}
          </Fact>
          <Fact name="User name">{user.username ?? '—'}</Fact>
          <Fact name="Email">{user.email ?? '—'}</Fact>
          <Fact name="Role">{roleLabels[user.role]}</Fact>
          <Fact name="Last login">{user.lastLoginAt ? formatDateTime(user.lastLoginAt) : '—'}</Fact>
        </dl>
      </Panel>
    ),
  }),
})
