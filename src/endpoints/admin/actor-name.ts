import type { PayloadRequest } from 'payload'

/** Who did it, as a timeline says it: the full name, or the user name of somebody who gave none. */
export const actorName = ({ user }: Pick<PayloadRequest, 'user'>): string =>
  [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.username || 'staff'
