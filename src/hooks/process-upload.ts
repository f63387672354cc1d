import { randomBytes } from 'node:crypto'

import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload'

import { hasPermission } from '@/access/can'
import type { Media } from '@/payload-types'
import { toSlug } from '@/platform/slug'
import { readAudioDuration } from '@/platform/storage/audio-duration'
import { deleteMediaFiles } from '@/platform/storage/delete-files'
import { detectPassthroughType, type PassthroughType } from '@/platform/storage/passthrough-files'
import { pictureFiles, renderPicture, saveUploadFile } from '@/platform/storage/pictures'

export const unsupportedFileMessage =
  'This file is not one that the shop can keep. It takes pictures (JPEG, PNG, WebP or AVIF, up to 40 megapixels), recordings (MP3, M4A or Ogg), films (MP4) and documents (PDF, DOC or DOCX).'

type UploadFile = { name: string; data: Buffer; mimetype: string; size: number }
type PendingFiles = { baseName: string; files: { name: string; data: Buffer }[] }
type ProcessedUpload = {
  file: UploadFile
  fields: Record<string, unknown>
  files: PendingFiles['files']
}

/** Returns the maximum size of an upload in bytes, from the shop's settings. */
export async function getMaxUploadBytes(payload: PayloadRequest['payload']): Promise<number> {
  const { mediaMaxMegabytes } = await payload.findGlobal({
    slug: 'shop-settings',
    depth: 0,
    select: { mediaMaxMegabytes: true },
  })
  return (mediaMaxMegabytes ?? 25) * 1024 * 1024
}

/** Stores audio, video, or a document unchanged, under a new name. */
const keepFile = async (
  file: UploadFile,
  baseName: string,
  { extension, mimeType }: PassthroughType,
): Promise<ProcessedUpload> => {
  const name = `${baseName}.${extension}`
  const durationSeconds = mimeType.startsWith('audio/')
    ? await readAudioDuration(file.data, mimeType)
    : null
  return {
    file: { ...file, name, mimetype: mimeType },
    fields: { widths: null, color: null, durationSeconds },
    files: [{ name, data: file.data }],
  }
}

/** Renders a picture at fixed sizes, upright and without metadata. */
const makePicture = async (file: UploadFile, baseName: string): Promise<ProcessedUpload> => {
  const rendered = await renderPicture(file.data).catch(() => {
    throw new APIError(unsupportedFileMessage, 415, null, true)
  })
  const { files, largest } = pictureFiles(baseName, rendered)
  return {
    file: {
      ...file,
      name: largest.name,
      data: largest.data,
      size: largest.data.length,
      mimetype: 'image/webp',
    },
    fields: { widths: rendered.widths, color: rendered.color, durationSeconds: null },
    files,
  }
}

/** Processes an upload by what its bytes are, whatever its name says. Nothing is written yet. */
export const processUpload: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  const file = req.file
  if (!file || (operation !== 'create' && operation !== 'update')) return args
  // Payload checks access after this hook; requests that it will refuse should cost neither time nor disk.
  if (!overrideAccess && !hasPermission(req, 'media:write')) return args
  const most = await getMaxUploadBytes(req.payload)
  if (file.size > most)
    throw new APIError(`The file is larger than ${most / 1024 / 1024} MB.`, 413, null, true)
  const baseName = `${
    toSlug(file.name.replace(/\.[^.]*$/, ''))
      .slice(0, 60)
      .replace(/-+$/, '') || 'file'
  }-${randomBytes(6).toString('hex')}`
  const kind = await detectPassthroughType(file.data)
  const made = kind ? await keepFile(file, baseName, kind) : await makePicture(file, baseName)
  req.file = made.file
  req.context.mediaFiles = { baseName, files: made.files } satisfies PendingFiles
  return {
    ...args,
    data: { ...args.data, ...made.fields, baseName, originalName: file.name.slice(0, 200) },
  }
}

/**
 * Writes the files after the row but before its commit, then deletes those they replace. Files whose
 * row is rolled back are cleaned up later (modules/media/jobs.ts).
 */
export const saveUploadedFiles: CollectionAfterChangeHook<Media> = async ({
  doc,
  previousDoc,
  context,
}) => {
  const ready = context.mediaFiles as PendingFiles | undefined
  if (!ready || ready.baseName !== doc.baseName) return
  delete context.mediaFiles
  for (const { name, data } of ready.files) await saveUploadFile(name, data)
  if (previousDoc?.baseName && previousDoc.baseName !== doc.baseName)
    await deleteMediaFiles(previousDoc)
}

export const deleteUploadedFiles: CollectionAfterDeleteHook<Media> = ({ doc }) =>
  deleteMediaFiles(doc)
