import { roleLabels } from '@/access/roles'
import { ButtonLink } from '@/admin/form/button'
import { LazyNotificationChoicesForm, LazyPasskeysPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { listPasskeys } from '@/modules/accounts/queries/get-security'
import { getNotificationChoices } from '@/modules/notifications/queries'
import { notificationKindsFor } from '@/modules/notifications/rules'
import type { User } from '@/payload-types'
import { env } from '@/platform/env'

const Facts = ({ user }: { user: User }) => (
  <Panel className="df-narrow">
    <dl className="df-facts">
      <Fact name="Name">{[user.firstName, user.lastName].filter(Boolean).join(' ') || '—'}</Fact>
      <Fact name="Username">{user.username ?? '—'}</Fact>
      <Fact name="Email">{user.email ?? '—'}</Fact>
      <Fact name="Role">{roleLabels[user.role]}</Fact>
      <Fact name="Last login">{user.lastLoginAt ? <Time at={user.lastLoginAt} /> : '—'}</Fact>
    </dl>
  </Panel>
)

export const AccountScreen = defineScreen({
  requires: 'panel:open',
  framedByPayload: true,
  show: async ({ payload, user }) => ({
    title: 'Your account',
    lead: 'Your name, role, sign-in, and notifications.',
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
      <>
        <Facts user={user} />
        <Panel className="df-narrow" title="Passkeys">
          <LazyPasskeysPanel
            passkeys={await listPasskeys(payload, user.id)}
            timeZone={env.SHOP_TIME_ZONE}
          />
        </Panel>
        <Panel className="df-narrow" title="Notifications">
          <LazyNotificationChoicesForm
            email={user.email ?? null}
            kinds={notificationKindsFor(user.role)}
            saved={await getNotificationChoices(payload, user)}
          />
        </Panel>
      </>
    ),
  }),
})
