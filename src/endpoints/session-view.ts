import type { User } from '../payload-types'
import type { SessionUserView } from '../schemas/account'

/** A person as they see themselves. */
export const toSessionView = (user: User): SessionUserView => ({
  id: user.id,
  username: user.username,
  email: user.email ?? user.pendingEmail ?? null,
  emailVerified: Boolean(user.email),
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  profileImageUrl: user.profileImageUrl ?? null,
  role: user.role,
})
