import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { env } from '@/platform/env'
import { readAudioDuration } from '@/platform/storage/audio-duration'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

/**
 * Stores the length of recordings that were uploaded before lengths were stored. Files that do not tell their length
 * are read again at each run.
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
    const bytes = await readFile(
      path.join(env.UPLOADS_DIR, passthroughFileName(baseName, mimeType)),
    ).catch(() => null)
    const seconds = bytes && (await readAudioDuration(bytes, mimeType))
    if (seconds)
      await payload.db.drizzle.execute(
        sql`update media set duration_seconds = ${seconds} where id = ${id}`,
      )
  }
}
