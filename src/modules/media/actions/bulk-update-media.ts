import { inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { listMediaUses } from '@/modules/media/queries/media-usage'
import type { BulkMediaUpdate } from '@/modules/media/schemas'
import { media } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import type { BulkOutcome, BulkResult } from '@/platform/bulk/bulk-schema'
import { forEachItem } from '@/platform/bulk/for-each-item'
import { AppError } from '@/platform/errors'

import { restoreMedia, trashMedia, updateMedia } from './update-media'

const maxNamedUses = 2

/**
 * Unlike the dialog for a single file, which lists where a file is used and asks, a bulk action only
 * trashes what nothing uses.
 * @throws AppError conflict, naming what uses the file
 */
const assertUnused = async ({ db }: Payload, id: number): Promise<void> => {
  const uses = await listMediaUses(db, id)
  if (uses.length === 0) return
  const named = uses.slice(0, maxNamedUses).map(({ title }) => `“${title}”`)
  const more = uses.length - named.length
  throw new AppError(
    'conflict',
    `Still used in ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Delete it on its own if you’re sure.`,
  )
}

type ItemHandler = (id: number) => Promise<BulkOutcome>
const outcome = (isDone: boolean, done: string, otherwise: string): BulkOutcome =>
  isDone ? { outcome: 'done', message: done } : { outcome: 'skipped', message: otherwise }

const createHandler = (
  payload: Payload,
  user: User,
  update: BulkMediaUpdate,
  assertVersion: (version: string | undefined, updatedAt: string) => void,
): ItemHandler => {
  if (update.action === 'restore')
    return async (id) =>
      outcome(await restoreMedia(payload, user, id), 'Restored.', 'Not in the trash.')
  if (update.action === 'trash')
    return async (id) => {
      await assertUnused(payload, id)
      return outcome(
        await trashMedia(payload, user, id),
        'Moved to the trash.',
        'Already in the trash.',
      )
    }
  const files = new Map(update.files.map((file) => [file.id, file]))
  return async (id) => {
    const file = files.get(id)
    await updateMedia(payload, user, id, { altText: file?.altText }, (updatedAt) =>
      assertVersion(file?.version, updatedAt),
    )
    return { outcome: 'done', message: 'Alt text saved.' }
  }
}

/**
 * Trashes or restores several files, or sets the alt text of each. One that can't be changed, such as
 * a file in use, is returned with its reason and doesn't stop the others.
 * @param assertVersion throws if someone else changed the file since it was read
 */
export async function bulkUpdateMedia(
  payload: Payload,
  user: User,
  update: BulkMediaUpdate,
  assertVersion: (version: string | undefined, updatedAt: string) => void,
): Promise<BulkResult[]> {
  const ids = update.action === 'setAltText' ? update.files.map(({ id }) => id) : update.ids
  const rows = await payload.db.drizzle
    .select({ id: media.id, name: media.originalName })
    .from(media)
    .where(inArray(media.id, ids))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const results = await forEachItem(ids, createHandler(payload, user, update, assertVersion))
  return results.map((result) => ({ name: names.get(result.id) ?? null, ...result }))
}
