import { randomUUID } from 'node:crypto'

import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  findListPreferences,
  listPreferencesKey,
} from '@/modules/accounts/queries/get-list-preferences'
import {
  type ListPreferences,
  type ListPreferencesChange,
  maxViews,
  type SavedView,
} from '@/modules/accounts/schemas/list-preferences'
import { users } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const nameError = (message: string): AppError =>
  new AppError('invalid', message, { fields: { name: message } })

const assertFree = (views: SavedView[], name: string): void => {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw nameError('You already have a view with this name.')
}

/** @throws AppError invalid (the name is taken, or too many views), not_found */
const applyChange = (
  { views, hidden }: ListPreferences,
  change: ListPreferencesChange,
): ListPreferences => {
  switch (change.action) {
    case 'saveView':
      assertFree(views, change.name)
      if (views.length >= maxViews)
        throw nameError(`You can save up to ${maxViews} views. Delete one first.`)
      return {
        views: [...views, { id: randomUUID(), name: change.name, query: change.query }],
        hidden,
      }
    case 'renameView': {
      if (!views.some(({ id }) => id === change.id)) throw notFound('This view')
      assertFree(
        views.filter(({ id }) => id !== change.id),
        change.name,
      )
      const rename = (view: SavedView): SavedView =>
        view.id === change.id ? { ...view, name: change.name } : view
      return { views: views.map(rename), hidden }
    }
    case 'deleteView':
      return { views: views.filter(({ id }) => id !== change.id), hidden }
    case 'setColumns':
      return { views, hidden: [...new Set(change.hidden)] }
  }
}

/**
 * Changes a user’s saved views or hidden columns of one list, under a lock, so that two tabs don’t
 * overwrite each other. Resolves with the result.
 * @throws AppError invalid, not_found
 */
export function changeListPreferences(
  payload: Payload,
  user: User,
  change: ListPreferencesChange,
): Promise<ListPreferences> {
  return withTransaction(payload, async (req, tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    const stored = await findListPreferences(payload, user.id, req)
    const before = stored?.lists[change.list] ?? { views: [], hidden: [] }
    const after = applyChange(before, change)
    const data = { value: { ...stored?.lists, [change.list]: after } }
    if (stored)
      await payload.update({ collection: 'payload-preferences', id: stored.id, user, req, data })
    else
      await payload.create({
        collection: 'payload-preferences',
        user,
        req,
        data: { ...data, key: listPreferencesKey, user: { relationTo: 'users', value: user.id } },
      })
    return after
  })
}
