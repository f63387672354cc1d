import { eq } from '@payloadcms/db-postgres/drizzle'
import {
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeOperationHook,
  MissingFile,
} from 'payload'

import { hasPermission } from '@/access/can'
import {
  type PendingFiles,
  type PreparedUpload,
  prepareUpload,
} from '@/modules/media/prepare-upload'
import { orders_items } from '@/payload-generated-schema'
import type { Media } from '@/payload-types'
import { deleteMediaFiles } from '@/platform/storage/delete-files'
import { saveUploads } from '@/platform/storage/uploaded-files'
import { databaseOf } from '@/platform/transaction'

/**
 * Processes an upload of Payload's own API; `createMedia` has done so already. Payload has begun its transaction here.
 * @throws MissingFile for a new one without a file in the request: Payload would fetch it from an address in the data, without
 *   limits on its size and time
 */
export const processUpload: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  const file = req.file
  if (operation !== 'create' && operation !== 'update') return args
  // Payload checks access after this hook; requests that it will refuse should cost neither time nor disk.
  if (!overrideAccess && !hasPermission(req, 'media:write')) return args
  if (!file) {
    if (operation === 'create') throw new MissingFile(req.t)
    return args
  }
  const { preparedUpload } = req.context as { preparedUpload?: PreparedUpload }
  delete req.context.preparedUpload
  const prepared = preparedUpload ?? (await prepareUpload(req.payload, file))
  req.file = prepared.file
  req.context.mediaFiles = prepared.pending
  return { ...args, data: { ...args.data, ...prepared.fields } }
}

/**
 * Writes the files after the row but before its commit, unless `createMedia` has. Those they replace, which orders may
 * show, and those whose row is rolled back are cleaned up later (modules/media/jobs.ts).
 */
export const saveUploadedFiles: CollectionAfterChangeHook<Media> = async ({ doc, context }) => {
  const pending = context.mediaFiles as PendingFiles | undefined
  if (!pending || pending.baseName !== doc.baseName) return
  delete context.mediaFiles
  await saveUploads(pending.files)
}

/** Deletes the files with their row. Orders keep showing the image that their item had, as after a crop. */
export const deleteUploadedFiles: CollectionAfterDeleteHook<Media> = async ({ doc, req }) => {
  const drizzle = await databaseOf(req)
  const [item] = await drizzle
    .select({ id: orders_items.id })
    .from(orders_items)
    .where(eq(orders_items.image, `/uploads/${doc.baseName}`))
    .limit(1)
  if (!item) await deleteMediaFiles(doc)
}
