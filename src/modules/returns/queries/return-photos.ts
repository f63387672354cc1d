import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { returnPhotoFile } from '@/modules/returns/rules'
import { returns } from '@/payload-generated-schema'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

export const photoIds = sql<string[]>`coalesce(${returns.photos}, '[]'::jsonb)`

/**
 * Returns a photo as a JPEG; null if it doesn't belong to this return or order, and once it was deleted.
 * @param of the row that the caller may read
 */
export async function readReturnPhoto(
  { db }: Payload,
  of: { returnId: number } | { orderId: number },
  photoId: string,
  size: 'full' | 'small',
): Promise<Buffer | null> {
  const [row] = await db.drizzle
    .select({ orderId: returns.order })
    .from(returns)
    .where(
      and(
        'returnId' in of ? eq(returns.id, of.returnId) : eq(returns.order, of.orderId),
        sql`${returns.photos} @> ${JSON.stringify([photoId])}::jsonb`,
      ),
    )
  return row ? uploadedFiles().get(returnPhotoFile(row.orderId, photoId, size)) : null
}
