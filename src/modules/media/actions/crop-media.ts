import { and, eq, isNotNull, or } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { prepareFile } from '@/modules/media/prepare-upload'
import { isPathUsedInContent, isUsedInPage } from '@/modules/media/queries/media-usage'
import { isWidths } from '@/modules/media/queries/pictures'
import type { MediaCrop } from '@/modules/media/schemas'
import { content, media, pages } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { cropPicture } from '@/platform/storage/pictures'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import { type Db, withTransaction } from '@/platform/transaction'

import { withSavedFiles } from './create-media'
import { lockEditable, readEditable } from './update-media'

const minSidePixels = 200

/** A crop gets new file names; texts that name the files themselves would lose the image. */
const assertNoPathUsed = async (db: Db, id: number): Promise<void> => {
  const [use] = await db
    .select({ id: media.id })
    .from(media)
    .leftJoin(content, isPathUsedInContent)
    .leftJoin(pages, isUsedInPage)
    .where(and(eq(media.id, id), or(isNotNull(content.id), isNotNull(pages.id))))
    .limit(1)
  if (use)
    throw new AppError(
      'conflict',
      'A text links to this file by its URL, so it can’t be cropped. Upload a cropped copy instead.',
    )
}

/** Returns where a focal point is after a crop, in percent; null if it was cut off. */
const cropFocus = (focus: number | null, start: number, length: number): number | null => {
  const point = focus === null ? null : ((focus - start) / length) * 100
  return point === null || point < 0 || point > 100 ? null : Math.round(point)
}

/**
 * Cuts an image down to a part of it, in percent of its size, everywhere it is used but in orders placed before. Old
 * files that no order shows are deleted at night.
 * @param assertUnchanged gets the ISO time of the last change; throws if the caller hasn't seen it
 * @throws AppError not_found, invalid (not an image, or too small), conflict (in the trash, used by its URL, or cropped
 * by someone else meanwhile), and what `assertUnchanged` throws
 */
export async function cropMedia(
  payload: Payload,
  user: User,
  id: number,
  crop: MediaCrop,
  assertUnchanged: (updatedAt: string) => void,
): Promise<void> {
  const db = payload.db.drizzle
  const { baseName, widths, originalName } = await readEditable(db, id, assertUnchanged)
  if (!baseName || !isWidths(widths)) throw new AppError('invalid', 'Only images can be cropped.')
  await assertNoPathUsed(db, id)
  const largest = `${baseName}-${Math.max(...widths)}.webp`
  const picture = await uploadedFiles().get(largest)
  if (!picture) throw new Error(`${largest} is missing.`)
  const data = await cropPicture(picture, crop, minSidePixels)
  if (!data)
    throw new AppError(
      'invalid',
      `That part is too small: it needs at least ${minSidePixels} pixels on each side.`,
    )
  const name = originalName ?? largest
  const file = { data, name, size: data.length, mimetype: 'image/png' }
  await withSavedFiles(await prepareFile(file), (context) =>
    withTransaction(payload, async (req, tx) => {
      const current = await lockEditable(tx, id, assertUnchanged)
      await assertNoPathUsed(tx, id)
      if (current.baseName !== baseName)
        throw new AppError(
          'conflict',
          'This image was cropped a moment ago. Please look at it again.',
        )
      const focus = {
        x: cropFocus(current.focusX, crop.left, crop.width),
        y: cropFocus(current.focusY, crop.top, crop.height),
      }
      const isInside = focus.x !== null && focus.y !== null
      await payload.update({
        collection: 'media',
        id,
        depth: 0,
        overrideAccess: false,
        user,
        req,
        data: { focusX: isInside ? focus.x : null, focusY: isInside ? focus.y : null },
        file,
        context,
        overwriteExistingFiles: true,
      })
    }),
  )
}
