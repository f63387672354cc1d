import type { Payload, PayloadRequest } from 'payload'

import type { ListName } from '@/modules/accounts/rules/list-names'
import {
  type ListPreferences,
  storedPreferences,
} from '@/modules/accounts/schemas/list-preferences'

export const listPreferencesKey = 'list-preferences'

/** Returns the stored preferences of all lists with the id of their row; null if there is none. */
export async function findListPreferences(
  payload: Payload,
  userId: number,
  req?: PayloadRequest,
): Promise<{ id: number; lists: Partial<Record<ListName, ListPreferences>> } | null> {
  const {
    docs: [row],
  } = await payload.find({
    collection: 'payload-preferences',
    where: {
      and: [
        { key: { equals: listPreferencesKey } },
        { 'user.relationTo': { equals: 'users' } },
        { 'user.value': { equals: userId } },
      ],
    },
    limit: 1,
    depth: 0,
    pagination: false,
    req,
  })
  return row ? { id: row.id, lists: storedPreferences.parse(row.value) } : null
}

/** Returns a user’s saved views and hidden columns of a list, with its name. */
export async function getListPreferences(
  payload: Payload,
  userId: number,
  list: ListName,
): Promise<{ list: ListName; preferences: ListPreferences }> {
  const preferences = (await findListPreferences(payload, userId))?.lists[list]
  return { list, preferences: preferences ?? { views: [], hidden: [] } }
}
