import { and, eq, isNotNull, or } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isPathUsedInContent, isUsedInPage } from '@/modules/media/queries/media-usage'
import { isWidths } from '@/modules/media/queries/pictures'
import type { MediaCrop } from '@/modules/media/schemas'
import { content, media, pages } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { cropPicture } from '@/platform/storage/pictures'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockEditable } from './update-media'

const minSidePixels = 200

/** A crop gets new file names; texts that name the files themselves would lose the image. */
const assertNoPathUsed = async (tx: Tx, id: number): Promise<void> => {
  const [use] = await tx
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
 * @throws AppError not_found, invalid (not an image, or too small), conflict (in the trash, or used
 * by its URL), and what `assertUnchanged` throws
 */
export function cropMedia(
  payload: Payload,
  user: User,
  id: number,
  crop: MediaCrop,
  assertUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const file = await lockEditable(tx, id, assertUnchanged)
    if (!file.baseName || !isWidths(file.widths))
      throw new AppError('invalid', 'Only images can be cropped.')
    await assertNoPathUsed(tx, id)
    const largest = `${file.baseName}-${Math.max(...file.widths)}.webp`
    const picture = await uploadedFiles().get(largest)
    if (!picture) throw new Error(`${largest} is missing.`)
    const data = await cropPicture(picture, crop, minSidePixels)
    if (!data)
      throw new AppError(
        'invalid',
        `That part is too small: it needs at least ${minSidePixels} pixels on each side.`,
      )
    const focus = {
      x: cropFocus(file.focusX, crop.left, crop.width),
      y: cropFocus(file.focusY, crop.top, crop.height),
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
      file: { data, name: file.originalName ?? largest, size: data.length, mimetype: 'image/png' },
      overwriteExistingFiles: true,
    })
  })
}
