import { APIError, type Payload } from 'payload'

import { type PreparedUpload, prepareUpload } from '@/modules/media/prepare-upload'
import type { Media, User } from '@/payload-types'
import { saveUploads, uploadedFiles } from '@/platform/storage/uploaded-files'

/** Deletes the files of a row that was refused; a failure is left to the nightly cleanup. */
const removeFiles = async ({ pending: { files } }: PreparedUpload): Promise<void> => {
  const store = uploadedFiles()
  await Promise.allSettled(files.map(({ name }) => store.delete(name)))
}

/**
 * Adds a file to the library. It is processed and saved before the transaction begins: rendering and a bucket can take
 * longer than the database lets a transaction wait, and would occupy one of few connections.
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
  const prepared = await prepareUpload(payload, file)
  const { pending } = prepared
  try {
    await saveUploads(pending.files)
  } catch (error) {
    await removeFiles(prepared)
    throw error
  }
  const saved: PreparedUpload = { ...prepared, pending: { ...pending, files: [] } }
  try {
    return await payload.create({
      collection: 'media',
      depth: 0,
      ...(user ? { overrideAccess: false, user } : {}),
      data,
      file,
      context: { preparedUpload: saved },
    })
  } catch (error) {
    // After any other error the row may exist: perhaps only the database's response was lost.
    if (error instanceof APIError && error.status < 500) await removeFiles(prepared)
    throw error
  }
}
