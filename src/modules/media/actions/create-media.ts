import type { Payload } from 'payload'

import { prepareUpload } from '@/modules/media/prepare-upload'
import type { Media, User } from '@/payload-types'

/**
 * Adds a file to the library. It is processed before the transaction begins: rendering can take longer than the
 * database lets a transaction wait, and would occupy one of few connections.
 * @param user whose permission is checked; null for the shop itself
 * @returns the new row
 * @throws APIError as `prepareUpload` does, and Payload's validation and access errors. A failure leaves no row; files
 * without one are removed later (modules/media/jobs.ts).
 */
export async function createMedia(
  payload: Payload,
  { name, bytes }: { name: string; bytes: Buffer },
  data: Partial<Pick<Media, 'alt' | 'caption' | 'sourceKey'>>,
  user: User | null,
): Promise<Media> {
  const file = { name, data: bytes, size: bytes.length, mimetype: 'application/octet-stream' }
  return payload.create({
    collection: 'media',
    depth: 0,
    ...(user ? { overrideAccess: false, user } : {}),
    data,
    file,
    context: { preparedUpload: await prepareUpload(payload, file) },
  })
}
