import { and, asc, eq, isNotNull, lt } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { media, orders_items } from '@/payload-generated-schema'
import { dayMs } from '@/platform/calendar-days'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import { withTransaction } from '@/platform/transaction'

import { trashDays } from './rules/media-files'

/** File names that hooks/process-upload.ts gives; other files are left alone. */
const uploadName =
  /^([a-z0-9][a-z0-9-]*-[0-9a-f]{12})(?:-\d+\.(?:avif|webp)|-(?:og|social)\.jpg|\.(?:mp3|m4a|ogg|mp4|pdf|doc|docx))(\.[0-9a-f-]{36}\.part)?$/

/** Deletes media that has been in the trash for 30 days, with its files. */
export async function emptyTrash(payload: Payload, now: number): Promise<void> {
  const isDue = lt(media.deletedAt, new Date(now - trashDays * dayMs).toISOString())
  const rows = await payload.db.drizzle
    .select({ id: media.id })
    .from(media)
    .where(isDue)
    .orderBy(asc(media.id))
  for (const { id } of rows)
    await withTransaction(payload, async (req, tx) => {
      // It may have been restored since the rows were read.
      const [file] = await tx
        .select({ id: media.id })
        .from(media)
        .where(and(eq(media.id, id), isDue))
        .for('update')
      if (file) await payload.delete({ collection: 'media', id, trash: true, req })
    })
}

/**
 * Deletes files of uploads without a row: of interrupted uploads, rolled back rows, and replaced images. Orders keep
 * showing the image that their item had.
 * @param old names of files that are at least a day old
 */
export async function deleteUnusedUploads(payload: Payload, old: readonly string[]): Promise<void> {
  const rows = await payload.db.drizzle
    .select({ baseName: media.baseName })
    .from(media)
    .where(isNotNull(media.baseName))
  const items = await payload.db.drizzle
    .selectDistinct({ image: orders_items.image })
    .from(orders_items)
    .where(isNotNull(orders_items.image))
  const used = new Set([
    ...rows.map(({ baseName }) => `/uploads/${baseName}`),
    ...items.map(({ image }) => image),
  ])
  for (const name of old) {
    const [, baseName, partial] = uploadName.exec(name) ?? []
    if (baseName && (partial || !used.has(`/uploads/${baseName}`)))
      await uploadedFiles().delete(name)
  }
}
