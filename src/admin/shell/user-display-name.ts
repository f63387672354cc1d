import type { User } from '@/payload-types'

type Named = Pick<User, 'firstName' | 'lastName' | 'username'>

export function firstNameOf(user: Partial<Named>): string {
  return user.firstName?.trim() || 'Admin'
}

export function initialsOf(user: Partial<Named>): string {
  return (
    [user.firstName, user.lastName]
      .map((name) => name?.trim()[0] ?? '')
      .join('')
      .toUpperCase() || (user.username ?? 'A').slice(0, 1).toUpperCase()
  )
}
