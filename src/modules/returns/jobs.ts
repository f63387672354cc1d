import { isNotNull } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { returnPhotoFiles } from '@/modules/returns/rules'
import { returns } from '@/payload-generated-schema'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Deletes photos that no return names, a day after they were written: of requests that were never sent, and of returns
 * whose photos have expired. Runs daily; a second run finds nothing.
 */
export async function cleanUpReturnPhotos(payload: Payload, now = Date.now()): Promise<void> {
  // List the files first: those of a request that is sent meanwhile are not a day old.
  const files = uploadedFiles()
  const old: string[] = []
  for await (const { name, modifiedAt } of files.list())
    if (name.startsWith('returns/') && now - modifiedAt > dayMs) old.push(name)
  const rows = await payload.db.drizzle
    .select({ orderId: returns.order, photos: returns.photos })
    .from(returns)
    .where(isNotNull(returns.photos))
  const named = new Set(rows.flatMap(({ orderId, photos }) => returnPhotoFiles(orderId, photos)))
  for (const name of old) if (!named.has(name)) await files.delete(name)
}
