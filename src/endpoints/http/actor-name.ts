import type { PayloadRequest } from 'payload'

import { getRequestApiKey } from '@/access/api-key'

/** Returns the actor's name for timelines: the full name or the user name, with the API key if one was used. */
export function actorName({ user }: Pick<PayloadRequest, 'user'>): string {
  const name =
    [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.username || 'staff'
  const key = getRequestApiKey(user)
  return key ? `API key “${key.name}” of ${name}` : name
}
