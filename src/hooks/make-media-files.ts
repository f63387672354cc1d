import { randomBytes } from 'node:crypto'
import { APIError, type CollectionBeforeOperationHook } from 'payload'
import { requestMay } from '../access/can'
import { toSlug } from '../domain/slug'
import { renderPicture, savePicture, saveUpload } from '../media/pictures'
import { recordingKind } from '../media/recordings'

const megabyte = 1024 * 1024
const most = { picture: 15 * megabyte, recording: 100 * megabyte }

type Given = { name: string; data: Buffer; mimetype: string; size: number }
type Made = { file: Given; fields: Record<string, unknown> }

/** A recording is kept as it came, under a name of ours. */
const keepRecording = async (file: Given, baseName: string, kind: NonNullable<Awaited<ReturnType<typeof recordingKind>>>): Promise<Made> => {
  if (file.size > most.recording) throw new APIError('The recording is larger than 100 MB.', 413, null, true)
  const name = `${baseName}.${kind.extension}`
  await saveUpload(name, file.data)
  return { file: { ...file, name, mimetype: kind.mimeType }, fields: { widths: null, color: null } }
}

/** A picture is written anew: decoded, turned upright, without metadata, at fixed sizes. */
const keepPicture = async (file: Given, baseName: string): Promise<Made> => {
  if (file.size > most.picture) throw new APIError('The picture is larger than 15 MB.', 413, null, true)
  const rendered = await renderPicture(file.data).catch(() => {
    throw new APIError('This file is not a picture that the shop can read (JPEG, PNG, WebP or AVIF, up to 40 megapixels), and not a recording (MP3, M4A or Ogg).', 415, null, true)
  })
  const largest = await savePicture(baseName, rendered)
  return {
    file: { ...file, name: largest.filename, data: largest.data, size: largest.data.length, mimetype: 'image/webp' },
    fields: { widths: rendered.widths, color: rendered.color },
  }
}

/** Puts what is uploaded among our files. What its bytes are decides, whatever its name says; anything else is refused. */
export const makeMediaFiles: CollectionBeforeOperationHook = async ({ args, operation, overrideAccess, req }) => {
  const file = req.file
  if (!file || (operation !== 'create' && operation !== 'update')) return args
  // Payload asks about access only after this hook: whoever it will refuse shall cost neither time nor disk.
  if (!overrideAccess && !requestMay(req, 'media:write')) return args
  const baseName = `${toSlug(file.name.replace(/\.[^.]*$/, '')).slice(0, 60) || 'picture'}-${randomBytes(6).toString('hex')}`
  const kind = await recordingKind(file.data)
  const made = kind ? await keepRecording(file, baseName, kind) : await keepPicture(file, baseName)
  req.file = made.file
  return { ...args, data: { ...args.data, ...made.fields, baseName, originalName: file.name.slice(0, 200) } }
}
