import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { env } from '@/platform/env'

import { trashDays } from './rules/media-files'

const day = 24 * 60 * 60 * 1000

/** Names that hooks/process-upload.ts gives; anything else in the folder is not ours to judge. */
const ours =
  /^([a-z0-9][a-z0-9-]*-[0-9a-f]{12})(?:-\d+\.(?:avif|webp)|-(?:og|social)\.jpg|\.(?:mp3|m4a|ogg|mp4|pdf|doc|docx))(\.[0-9a-f-]{36}\.part)?$/

const isOld = async (name: string, now: number): Promise<boolean> => {
  const found = await stat(path.join(env.UPLOADS_DIR, name)).catch(() => null)
  return found !== null && now - found.mtimeMs > day
}

/** Files that no row knows, a day after they were written: of an upload that was cut off, or whose row was taken back. */
const sweepFiles = async (payload: Payload, now: number): Promise<void> => {
  // The folder first: what is uploaded meanwhile is not in the list, or has its row already.
  const names = await readdir(env.UPLOADS_DIR).catch(() => [])
  const { rows } = await payload.db.drizzle.execute(
    sql`select base_name as "baseName" from media where base_name is not null`,
  )
  const known = new Set((rows as unknown as { baseName: string }[]).map(({ baseName }) => baseName))
  for (const name of names) {
    const [, baseName, partial] = ours.exec(name) ?? []
    if (baseName && (partial || !known.has(baseName)) && (await isOld(name, now)))
      await rm(path.join(env.UPLOADS_DIR, name), { force: true })
  }
}

/**
 * Once a day: what has been in the trash for 30 days goes for good, with its files; then files without a row. A second
 * run finds nothing.
 */
export async function cleanUpMedia(payload: Payload, now = Date.now()): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(
    sql`select id from media where deleted_at < ${new Date(now - trashDays * day).toISOString()} order by id`,
  )
  for (const { id } of rows as unknown as { id: number }[])
    await payload.delete({ collection: 'media', id, trash: true })
  await sweepFiles(payload, now)
}
