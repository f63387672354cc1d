import { asc, isNotNull, lt } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { media } from '@/payload-generated-schema'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

import { trashDays } from './rules/media-files'

const dayMs = 24 * 60 * 60 * 1000

/** File names that hooks/process-upload.ts gives; other files are left alone. */
const uploadName =
  /^([a-z0-9][a-z0-9-]*-[0-9a-f]{12})(?:-\d+\.(?:avif|webp)|-(?:og|social)\.jpg|\.(?:mp3|m4a|ogg|mp4|pdf|doc|docx))(\.[0-9a-f-]{36}\.part)?$/

/** Deletes files without a row a day after they were written: of interrupted uploads and rolled back rows. */
const cleanUpFiles = async (payload: Payload, now: number): Promise<void> => {
  // List the files first: those uploaded meanwhile are not in the list, or have their row already.
  const files = uploadedFiles()
  const old: string[] = []
  for await (const { name, modifiedAt } of files.list())
    if (now - modifiedAt > dayMs) old.push(name)
  const rows = await payload.db.drizzle
    .select({ baseName: media.baseName })
    .from(media)
    .where(isNotNull(media.baseName))
  const baseNames = new Set(rows.map(({ baseName }) => baseName))
  for (const name of old) {
    const [, baseName, partial] = uploadName.exec(name) ?? []
    if (baseName && (partial || !baseNames.has(baseName))) await files.delete(name)
  }
}

/**
 * Deletes media that has been in the trash for 30 days, with its files, and then files without a
 * row. Runs daily; a second run finds nothing.
 */
export async function cleanUpMedia(payload: Payload, now = Date.now()): Promise<void> {
  const rows = await payload.db.drizzle
    .select({ id: media.id })
    .from(media)
    .where(lt(media.deletedAt, new Date(now - trashDays * dayMs).toISOString()))
    .orderBy(asc(media.id))
  for (const { id } of rows) await payload.delete({ collection: 'media', id, trash: true })
  await cleanUpFiles(payload, now)
}
