import { randomBytes } from 'node:crypto'

import { APIError, type Payload } from 'payload'

import { toSlug } from '@/platform/slug'
import { readAudioDuration } from '@/platform/storage/audio-duration'
import {
  detectPassthroughType,
  erasePlace,
  type PassthroughType,
} from '@/platform/storage/passthrough-files'
import { pictureFiles, renderPicture } from '@/platform/storage/pictures'

const unsupportedFileMessage =
  'This file type isn’t supported. You can upload images (JPEG, PNG, WebP, or AVIF, up to 40 megapixels), audio (MP3, M4A, or Ogg), video (MP4), and documents (PDF, DOC, or DOCX).'

type UploadFile = { name: string; data: Buffer; mimetype: string; size: number }
/** Files to write once their row is stored. */
export type PendingFiles = { baseName: string; files: { name: string; data: Buffer }[] }
type ProcessedUpload = {
  file: UploadFile
  fields: Record<string, unknown>
  files: PendingFiles['files']
}

/** Returns the maximum size of an upload in bytes, from the shop's settings. */
export async function getMaxUploadBytes(payload: Payload): Promise<number> {
  const { mediaMaxMegabytes } = await payload.findGlobal({
    slug: 'shop-settings',
    depth: 0,
    select: { mediaMaxMegabytes: true },
  })
  return (mediaMaxMegabytes ?? 25) * 1024 * 1024
}

/** Stores audio, video, or a document under a new name, and nothing about where it was recorded. */
const keepFile = async (
  file: UploadFile,
  baseName: string,
  { extension, mimeType }: PassthroughType,
): Promise<ProcessedUpload> => {
  const name = `${baseName}.${extension}`
  if (extension === 'mp4' || extension === 'm4a') erasePlace(file.data)
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

/** What the hooks of the media collection store. */
export type PreparedUpload = {
  file: UploadFile
  fields: Record<string, unknown>
  pending: PendingFiles
}

/**
 * Processes a file by what its bytes are, whatever its name says. Nothing is written yet.
 * @throws APIError 413 for a file above the limit in settings, 415 for an unsupported one
 */
export async function prepareUpload(payload: Payload, file: UploadFile): Promise<PreparedUpload> {
  const maxBytes = await getMaxUploadBytes(payload)
  if (file.size > maxBytes)
    throw new APIError(`The file is larger than ${maxBytes / 1024 / 1024} MB.`, 413, null, true)
  return prepareFile(file)
}

/** As `prepareUpload`, but of any size, for files that the shop made itself. @throws APIError 415 */
export async function prepareFile(file: UploadFile): Promise<PreparedUpload> {
  const stem = toSlug(file.name.replace(/\.[^.]*$/, ''))
    .slice(0, 60)
    .replace(/-+$/, '')
  const baseName = `${stem || 'file'}-${randomBytes(6).toString('hex')}`
  const kind = await detectPassthroughType(file.data)
  const processed = kind ? await keepFile(file, baseName, kind) : await makePicture(file, baseName)
  return {
    file: processed.file,
    fields: { ...processed.fields, baseName, originalName: file.name.slice(0, 200) },
    pending: { baseName, files: processed.files },
  }
}
