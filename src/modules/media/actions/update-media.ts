import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { media } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'

const selectMedia = (db: Db, id: number) =>
  db
    .select({
      id: media.id,
      updatedAt: media.updatedAt,
      deletedAt: media.deletedAt,
      mimeType: media.mimeType,
      baseName: media.baseName,
      widths: media.widths,
      originalName: media.originalName,
      focusX: media.focusX,
      focusY: media.focusY,
    })
    .from(media)
    .where(eq(media.id, id))

/** Locks a file until the transaction ends. @throws AppError not_found */
const lockMedia = async (tx: Tx, id: number) => {
  const [file] = await selectMedia(tx, id).for('update')
  if (!file) throw notFound('This file')
  return file
}

/** @throws AppError conflict (in the trash), and what `assertUnchanged` throws */
const assertEditable = (
  file: { deletedAt: string | null; updatedAt: string },
  assertUnchanged: (updatedAt: string) => void,
): void => {
  if (file.deletedAt)
    throw new AppError('conflict', 'This file is in the trash. Please restore it first.')
  assertUnchanged(new Date(file.updatedAt).toISOString())
}

/**
 * Reads a file that can be edited.
 * @throws AppError not_found, conflict (in the trash), and what `assertUnchanged` throws
 */
export async function readEditable(
  db: Db,
  id: number,
  assertUnchanged: (updatedAt: string) => void,
) {
  const [file] = await selectMedia(db, id)
  if (!file) throw notFound('This file')
  assertEditable(file, assertUnchanged)
  return file
}

/** As `readEditable`, and locks the file until the transaction ends. */
export async function lockEditable(
  tx: Tx,
  id: number,
  assertUnchanged: (updatedAt: string) => void,
) {
  const file = await lockMedia(tx, id)
  assertEditable(file, assertUnchanged)
  return file
}

/** Moves a file to the trash or back; null is the shop itself. Repeating changes nothing. */
const setTrashed = (
  payload: Payload,
  user: User | null,
  id: number,
  toTrash: boolean,
): Promise<boolean> =>
  withTransaction(payload, async (req, tx) => {
    const { deletedAt } = await lockMedia(tx, id)
    if (Boolean(deletedAt) === toTrash) return false
    // The endpoint checks access: in Payload's terms, trash needs the right to delete.
    await payload.update({
      collection: 'media',
      id,
      depth: 0,
      trash: true,
      user,
      req,
      data: { deletedAt: toTrash ? new Date().toISOString() : null },
    })
    return true
  })

/**
 * Moves a file to the trash: pages stop showing it at once, its files stay for 30 days
 * (modules/media/jobs.ts). Resolves with false if it was there.
 * @throws AppError not_found
 */
export function trashMedia(payload: Payload, user: User, id: number): Promise<boolean> {
  return setTrashed(payload, user, id, true)
}

/** Restores a file from the trash wherever it was used. Resolves with false if it wasn't there. @throws AppError not_found */
export function restoreMedia(payload: Payload, user: User | null, id: number): Promise<boolean> {
  return setTrashed(payload, user, id, false)
}

type MediaChange = { altText?: string; caption?: string; focus?: { x: number; y: number } | null }

/**
 * Changes the texts and the focal point of a file.
 * @param assertUnchanged gets the ISO time of the last change; throws if the caller hasn't seen it
 * @throws AppError not_found, conflict (in the trash), and what `assertUnchanged` throws
 */
export function updateMedia(
  payload: Payload,
  user: User,
  id: number,
  { altText, caption, focus }: MediaChange,
  assertUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const file = await lockEditable(tx, id, assertUnchanged)
    if (focus && !file.mimeType?.startsWith('image/'))
      throw new AppError('invalid', 'Only images have a focal point.')
    await payload.update({
      collection: 'media',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: {
        alt: altText,
        caption,
        ...(focus === undefined ? {} : { focusX: focus?.x ?? null, focusY: focus?.y ?? null }),
      },
    })
  })
}
