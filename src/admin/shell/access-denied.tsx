import { lowestRoleWith, type Permission, roleLabels } from '@/access/roles'
import { ButtonLink } from '@/admin/form/button'
import type { User } from '@/payload-types'

import { Logo } from './brand'

const sentence = (user: Pick<User, 'isActive'>, requires: Permission): string =>
  user.isActive
    ? `You need the ${roleLabels[lowestRoleWith(requires)]} role to see this page.`
    : 'This account is deactivated.'

export function AccessDenied({
  user,
  requires,
}: {
  user: Pick<User, 'isActive' | 'role' | 'username'>
  requires: Permission
}) {
  return (
    <main className="df-refusal">
      <Logo />
      <h1>{sentence(user, requires)}</h1>
      <p>
        You’re signed in as {user.username ?? 'a customer'} ({roleLabels[user.role]}). Ask a super
        admin for access.
      </p>
      <p className="df-refusal__actions">
        {user.isActive && user.role !== 'customer' ? (
          <ButtonLink variant="solid" href="/admin" native>
            Go to dashboard
          </ButtonLink>
        ) : null}
        <a
          className={`df-button ${user.role === 'customer' ? 'df-button--solid' : 'df-button--line'}`}
          href="/"
        >
          Go to shop
        </a>
        <ButtonLink variant="ghost" href="/api/logout" native>
          Logout
        </ButtonLink>
      </p>
    </main>
  )
}
