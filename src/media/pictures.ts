import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { env } from '../env'

/** The widths every picture is made at, as far as the original is that wide. Files: `<baseName>-<width>.avif|webp`. */
export const pictureWidths = [320, 640, 960, 1280] as const

sharp.cache(false)
sharp.concurrency(1)
// Only these four readers, in the whole process; AVIF comes through libheif, and so would HEIC, which renderPicture refuses.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })
const limits = { limitInputPixels: 40_000_000, failOn: 'error' } as const

export type RenderedPicture = {
  width: number
  height: number
  /** Average color as #rrggbb. */
  color: string
  widths: number[]
  files: { width: number; format: 'avif' | 'webp'; data: Buffer }[]
}

/** Pixels, as shown. A thin line must not grow into a wall when it is widened; WebP ends a little above. */
const tallest = 16_000

const readable = new Set(['jpeg', 'png', 'webp', 'heif'])

/** @throws Error when the bytes are not a JPEG, PNG, WebP or AVIF picture of at most 40 megapixels, or when it is a strip. */
export const renderPicture = async (bytes: Buffer): Promise<RenderedPicture> => {
  const meta = await sharp(bytes, limits).metadata()
  const isHeic = meta.format === 'heif' && meta.compression !== 'av1'
  if (!meta.format || !readable.has(meta.format) || isHeic || !meta.width || !meta.height) throw new Error(`Unreadable picture: ${meta.format}`)
  // At least the smallest width, because that one is linked to everywhere (cart, mails, panel).
  const [uprightWidth, uprightHeight] = (meta.orientation ?? 1) >= 5 ? [meta.height, meta.width] : [meta.width, meta.height]
  const shownWidth = Math.min(1280, Math.max(320, uprightWidth))
  if (uprightHeight * shownWidth / uprightWidth > tallest) throw new Error('A picture too tall for its width')
  const upright = await sharp(bytes, limits).rotate().resize({ width: shownWidth }).timeout({ seconds: 20 })
    .png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const widths = pictureWidths.filter((wanted) => wanted <= width)
  if (widths.at(-1) !== width) widths.push(width as never)
  const files: RenderedPicture['files'] = []
  for (const size of widths) {
    const resized = sharp(upright.data).resize({ width: size })
    files.push({ width: size, format: 'webp', data: await resized.clone().webp({ quality: 72 }).toBuffer() })
    files.push({ width: size, format: 'avif', data: await resized.clone().avif({ quality: 50, effort: 3 }).toBuffer() })
  }
  const { channels } = await sharp(upright.data).removeAlpha().stats()
  const color = `#${channels.slice(0, 3).map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0')).join('')}`
  return { width, height, color, widths: [...widths], files }
}

/** Writes the files of a picture, each whole or not at all; answers the largest one, which Payload records. */
export const savePicture = async (baseName: string, picture: RenderedPicture): Promise<{ filename: string; data: Buffer }> => {
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  for (const file of picture.files) {
    const target = path.join(env.UPLOADS_DIR, `${baseName}-${file.width}.${file.format}`)
    const partial = `${target}.${randomUUID()}.part`
    await writeFile(partial, file.data, { flush: true })
    await rename(partial, target)
  }
  const largest = picture.files.filter((file) => file.format === 'webp').at(-1)
  if (!largest) throw new Error('A picture without sizes')
  return { filename: `${baseName}-${largest.width}.webp`, data: largest.data }
}

export const removePicture = async (baseName: string, widths: readonly number[]): Promise<void> => {
  for (const width of widths)
    for (const format of ['avif', 'webp'])
      await rm(path.join(env.UPLOADS_DIR, `${baseName}-${width}.${format}`), { force: true })
}
