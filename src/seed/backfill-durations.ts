import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { media } from '@/payload-generated-schema'
import { readAudioDuration } from '@/platform/storage/audio-duration'
import { passthroughFileName } from '@/platform/storage/passthrough-files'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

/**
 * Stores the duration of recordings uploaded before durations were stored. Files that don't contain
 * their duration are read again at each run.
 */
export async function addMissingDurations(payload: Payload): Promise<void> {
  const { docs } = await payload.find({
    collection: 'media',
    where: { and: [{ mimeType: { like: 'audio/' } }, { durationSeconds: { exists: false } }] },
    select: { baseName: true, mimeType: true },
    depth: 0,
    pagination: false,
    trash: true,
  })
  for (const { id, baseName, mimeType } of docs) {
    if (!baseName || !mimeType) continue
    const bytes = await uploadedFiles().get(passthroughFileName(baseName, mimeType))
    const seconds = bytes && (await readAudioDuration(bytes, mimeType))
    if (seconds)
      await payload.db.drizzle
        .update(media)
        .set({ durationSeconds: seconds })
        .where(eq(media.id, id))
  }
}
