import type { Payload } from 'payload'

import { deleteUnusedUploads, emptyTrash } from '@/modules/media/jobs'
import { deleteUnusedPhotos } from '@/modules/returns/jobs'
import { dayMs } from '@/platform/calendar-days'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

/**
 * Deletes files that no row names a day after they were written, photos of returns first, and empties the trash of the
 * media library. Runs daily; a second run finds nothing.
 */
export async function cleanUpFiles(payload: Payload, now = Date.now()): Promise<void> {
  // A bucket is listed in pages, so once for all kinds of files, and before the rows are read: a file uploaded
  // meanwhile isn't a day old.
  const old: string[] = []
  for await (const { name, modifiedAt } of uploadedFiles().list())
    if (now - modifiedAt > dayMs) old.push(name)
  await deleteUnusedPhotos(payload, old)
  await emptyTrash(payload, now)
  await deleteUnusedUploads(payload, old)
}
