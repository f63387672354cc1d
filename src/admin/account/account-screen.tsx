import { roleLabels } from '@/access/roles'
import { ButtonLink } from '@/admin/form/button'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'

export const AccountScreen = defineScreen({
  requires: 'panel:open',
  framedByPayload: true,
  show: ({ user }) => ({
    title: 'Your account',
    lead: 'Your name, role, and sign-in.',
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
          <Fact name="Last login">{user.lastLoginAt ? <Time at={user.lastLoginAt} /> : '—'}</Fact>
        </dl>
      </Panel>
    ),
  }),
})
