import { readFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'

import { env } from '@/platform/env'

import { saveUploadFile } from './pictures'

/** A picture as networks take it: JPEG, from 4:5 to 1.91:1 (Instagram's limits), made when it is first posted. */
export function socialPictureName(baseName: string): string {
  return `${baseName}-social.jpg`
}

const tallest = 4 / 5
/** A little below 1.91, so that rounding does not cross it. */
const widest = 1.9

/** What does not fit is set on a ground of its own color; cutting a tee in half helps nobody. */
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

/** The bytes, and the file among the uploads where a network can fetch it. A second call reads what the first one made. */
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
  const known = await readFile(path.join(env.UPLOADS_DIR, name)).catch(() => null)
  if (known) return known
  const made = await render(
    await readFile(path.join(env.UPLOADS_DIR, `${baseName}-${Math.max(...widths)}.webp`)),
    color ?? '#f3f4ea',
  )
  await saveUploadFile(name, made)
  return made
}
