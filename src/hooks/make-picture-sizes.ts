import { randomBytes } from 'node:crypto'
import { APIError, type CollectionBeforeOperationHook } from 'payload'
import { requestMay } from '../access/can'
import { toSlug } from '../domain/slug'
import { renderPicture, savePicture } from '../media/pictures'

const maxBytes = 15 * 1024 * 1024

/**
 * Replaces an uploaded picture by our own rendering of it: decoded, turned upright, without metadata, at fixed
 * sizes. A file that does not decode as a picture is refused whatever its name says.
 */
export const makePictureSizes: CollectionBeforeOperationHook = async ({ args, operation, overrideAccess, req }) => {
  const file = req.file
  if (!file || (operation !== 'create' && operation !== 'update')) return args
  // Payload asks about access only after this hook: whoever it will refuse shall cost neither time nor disk.
  if (!overrideAccess && !requestMay(req, 'media:write')) return args
  if (file.size > maxBytes) throw new APIError('The picture is larger than 15 MB.', 413, null, true)
  const rendered = await renderPicture(file.data).catch(() => {
    throw new APIError('This file is not a picture that the shop can read (JPEG, PNG, WebP or AVIF, up to 40 megapixels).', 415, null, true)
  })
  const baseName = `${toSlug(file.name.replace(/\.[^.]*$/, '')).slice(0, 60) || 'picture'}-${randomBytes(6).toString('hex')}`
  const largest = await savePicture(baseName, rendered)
  req.file = { ...file, name: largest.filename, data: largest.data, size: largest.data.length, mimetype: 'image/webp' }
  return {
    ...args,
    data: { ...args.data, baseName, widths: rendered.widths, color: rendered.color, originalName: file.name.slice(0, 200) },
  }
}
