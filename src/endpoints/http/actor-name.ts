import type { PayloadRequest } from 'payload'

import { getRequestApiKey } from '@/access/api-key'

/** Who did it, as a timeline says it: the full name, or the user name of somebody who gave none; a program by its key. */
export function actorName({ user }: Pick<PayloadRequest, 'user'>): string {
  const person =
    [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.username || 'staff'
  const key = getRequestApiKey(user)
  return key ? `API key “${key.name}” of ${person}` : person
}
