import { isNotNull } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { returnPhotoFiles } from '@/modules/returns/rules'
import { returns } from '@/payload-generated-schema'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

/**
 * Deletes photos that no return names: of requests that were never sent, and of returns whose photos have expired.
 * @param old names of files that are at least a day old
 */
export async function deleteUnusedPhotos(payload: Payload, old: readonly string[]): Promise<void> {
  const rows = await payload.db.drizzle
    .select({ orderId: returns.order, photos: returns.photos })
    .from(returns)
    .where(isNotNull(returns.photos))
  const named = new Set(rows.flatMap(({ orderId, photos }) => returnPhotoFiles(orderId, photos)))
  for (const name of old)
    if (name.startsWith('returns/') && !named.has(name)) await uploadedFiles().delete(name)
}
