import type { User } from '@/payload-types'
import type { SessionUserView } from '@/modules/accounts/schemas/authentication'

/** A person as they see themselves. */
export const toSessionUser = (user: User): SessionUserView => ({
  id: user.id,
  username: user.username,
  email: user.email ?? user.pendingEmail ?? null,
  emailVerified: Boolean(user.email),
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  profileImageUrl: user.profileImageUrl ?? null,
  role: user.role,
})
