import sharp from 'sharp'

import { uploadedFiles } from './uploaded-files'

/** The file of a picture is missing, or can't be read as one. */
export class UnreadablePictureError extends Error {}

/** Pictures for social networks: JPEG from 4:5 to 1.91:1 (Instagram's limits), rendered when first posted. */
export function socialPictureName(baseName: string): string {
  return `${baseName}-social.jpg`
}

const tallest = 4 / 5
/** Slightly below 1.91, so that rounding doesn't exceed it. */
const widest = 1.9

/** Other pictures are placed on a background of their average color instead of being cropped. */
const render = async (picture: Buffer, color: string): Promise<Buffer> => {
  const { width, height } = await sharp(picture).metadata()
  const ratio = width / height
  const box =
    ratio < tallest
      ? { width: Math.round(height * tallest), height }
      : ratio > widest
        ? { width, height: Math.round(width / widest) }
        : { width, height }
  return sharp(picture)
    .resize({ ...box, fit: 'contain', background: color })
    .flatten({ background: color })
    .timeout({ seconds: 20 })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}

/**
 * Returns the bytes and the upload that a network can fetch. The file is rendered once.
 * @throws UnreadablePictureError
 */
export async function getSocialPicture({
  baseName,
  widths,
  color,
}: {
  baseName: string
  widths: readonly number[]
  color: string | null
}): Promise<Buffer> {
  const name = socialPictureName(baseName)
  const files = uploadedFiles()
  const existing = await files.get(name)
  if (existing) return existing
  const picture = await files.get(`${baseName}-${Math.max(...widths)}.webp`)
  if (!picture) throw new UnreadablePictureError(`The files of ${baseName} are missing.`)
  const rendered = await render(picture, color ?? '#f3f4ea').catch((cause: unknown) => {
    throw new UnreadablePictureError(`The files of ${baseName} can’t be read.`, { cause })
  })
  await files.put(name, rendered)
  return rendered
}
