import type { SessionUserView } from '@/modules/accounts/schemas/authentication'
import type { User } from '@/payload-types'

/** A person as they see themselves. */
export function toSessionUser(user: User): SessionUserView {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? user.pendingEmail ?? null,
    emailVerified: Boolean(user.email),
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    profileImageUrl: user.profileImageUrl ?? null,
    role: user.role,
  }
}
