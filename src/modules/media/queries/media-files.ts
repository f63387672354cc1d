import type { Payload } from 'payload'

import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { type PictureView, toPictureView } from './pictures'

/** `seconds` is null if the file doesn't say how long it is. */
export type AudioFileView = { src: string; mimeType: string; seconds: number | null }

/**
 * Returns the pictures and audio among these files by id, with one statement; without ids, nothing is queried.
 * @param options.trash whether to include files in the trash
 */
export async function getMediaFiles(
  payload: Payload,
  ids: readonly (number | null)[],
  { trash = false }: { trash?: boolean } = {},
): Promise<{ pictures: Map<number, PictureView>; audio: Map<number, AudioFileView> }> {
  const pictures = new Map<number, PictureView>()
  const audio = new Map<number, AudioFileView>()
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return { pictures, audio }
  const { docs } = await payload.find({
    collection: 'media',
    where: { id: { in: wanted } },
    trash,
    select: {
      baseName: true,
      mimeType: true,
      widths: true,
      width: true,
      height: true,
      color: true,
      alt: true,
      focusX: true,
      focusY: true,
      caption: true,
      durationSeconds: true,
    },
    depth: 0,
    pagination: false,
  })
  for (const doc of docs) {
    const { id, baseName, mimeType, caption, durationSeconds } = doc
    const picture = toPictureView(doc)
    if (picture) pictures.set(id, caption ? { ...picture, caption } : picture)
    if (baseName && mimeType?.startsWith('audio/'))
      audio.set(id, {
        src: `/uploads/${passthroughFileName(baseName, mimeType)}`,
        mimeType,
        seconds: durationSeconds ?? null,
      })
  }
  return { pictures, audio }
}
