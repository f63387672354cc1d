import type { ServerProps } from 'payload'

import { initialsOf } from './user-display-name'

/** Initials, drawn here: Payload's own would ask gravatar.com for a picture. */
export function Avatar({ user }: Pick<ServerProps, 'user'>) {
  return (
    <span className="df-avatar" aria-hidden>
      {initialsOf(user ?? {})}
    </span>
  )
}
