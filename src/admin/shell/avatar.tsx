import type { User } from '@/payload-types'

import { initialsOf } from './user-display-name'

/** Initials, drawn here: Payload's own would load a picture from gravatar.com. */
export function Avatar({
  user,
}: {
  user?: Partial<Pick<User, 'firstName' | 'lastName' | 'username'>> | null
}) {
  return (
    <span className="df-avatar" aria-hidden>
      {initialsOf(user ?? {})}
    </span>
  )
}
