import { APIError, type Payload } from 'payload'

import { type PreparedUpload, prepareUpload } from '@/modules/media/prepare-upload'
import type { Media, User } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { saveUploads, uploadedFiles } from '@/platform/storage/uploaded-files'

/** Deletes the files of a row that was refused; a failure is left to the nightly cleanup. */
const removeFiles = async ({ pending: { files } }: PreparedUpload): Promise<void> => {
  const store = uploadedFiles()
  await Promise.allSettled(files.map(({ name }) => store.delete(name)))
}

/** Whether nothing was stored. After any other error the row may exist: perhaps only the response was lost. */
const wasRefused = (error: unknown): boolean =>
  (error instanceof APIError || error instanceof AppError) && error.status < 500

/**
 * Saves the files of a processed upload, and then lets `write` store their row. Call it outside a transaction:
 * rendering and a bucket can take longer than the database lets a transaction wait, and would occupy one of few
 * connections.
 * @param write passes the context to Payload's `create` or `update`
 * @throws what `write` throws. A failure leaves no files, or they are removed later (modules/media/jobs.ts).
 */
export async function withSavedFiles<T>(
  prepared: PreparedUpload,
  write: (context: { preparedUpload: PreparedUpload }) => Promise<T>,
): Promise<T> {
  const { pending } = prepared
  try {
    await saveUploads(pending.files)
  } catch (error) {
    await removeFiles(prepared)
    throw error
  }
  try {
    return await write({ preparedUpload: { ...prepared, pending: { ...pending, files: [] } } })
  } catch (error) {
    if (wasRefused(error)) await removeFiles(prepared)
    throw error
  }
}

/**
 * Adds a file to the library.
 * @param user whose permission is checked; null for the shop itself
 * @returns the new row
 * @throws APIError as `prepareUpload` does, and Payload's validation and access errors. A failure leaves no row.
 */
export async function createMedia(
  payload: Payload,
  { name, bytes }: { name: string; bytes: Buffer },
  data: Partial<Pick<Media, 'alt' | 'caption' | 'sourceKey'>>,
  user: User | null,
): Promise<Media> {
  const file = { name, data: bytes, size: bytes.length, mimetype: 'application/octet-stream' }
  return withSavedFiles(await prepareUpload(payload, file), (context) =>
    payload.create({
      collection: 'media',
      depth: 0,
      ...(user ? { overrideAccess: false, user } : {}),
      data,
      file,
      context,
    }),
  )
}
