import type { User } from '@/payload-types'

type Named = Pick<User, 'firstName' | 'lastName' | 'username'>

/** Specification: 'Welcome, {firstName}', with 'Admin' for somebody who gave none. */
export const firstNameOf = (user: Partial<Named>): string => user.firstName?.trim() || 'Admin'

export const initialsOf = (user: Partial<Named>): string =>
  [user.firstName, user.lastName]
    .map((name) => name?.trim()[0] ?? '')
    .join('')
    .toUpperCase() || (user.username ?? 'A').slice(0, 1).toUpperCase()
