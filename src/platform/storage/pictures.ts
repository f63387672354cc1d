import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { bulkhead } from 'cockatiel'
import sharp from 'sharp'

import { env } from '@/platform/env'

/** The widths every picture is made at, as far as the original is that wide. Files: `<baseName>-<width>.avif|webp`. */
export const pictureWidths = [320, 640, 960, 1280] as const

sharp.cache(false)
sharp.concurrency(1)
// Only these four readers, in the whole process; AVIF comes through libheif, and so would HEIC, which renderPicture refuses.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})
const limits = { limitInputPixels: 40_000_000, failOn: 'error' } as const

export type RenderedPicture = {
  width: number
  height: number
  /** Average color as #rrggbb. */
  color: string
  widths: number[]
  files: { width: number; format: 'avif' | 'webp'; data: Buffer }[]
  /** What others show when the picture's page is shared: `<baseName>-og.jpg`. */
  preview: Buffer
}

/** Pixels, as shown. A thin line must not grow into a wall when it is widened; WebP ends a little above. */
const tallest = 16_000

const previewSize = { width: 1200, height: 630 } as const
/** Narrower pictures stand whole on a ground of their own color; cutting a tee in half helps nobody. */
const leastCut = 1.25

/** A JPEG of 1200 by 630, the form that messengers and networks ask for. Takes any picture that sharp reads here. */
export async function renderPreview(picture: Buffer, color: string): Promise<Buffer> {
  const { width, height } = await sharp(picture, limits).metadata()
  return sharp(picture, limits)
    .resize({
      ...previewSize,
      fit: width / height >= leastCut ? 'cover' : 'contain',
      background: color,
    })
    .flatten({ background: color })
    .timeout({ seconds: 20 })
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer()
}

export function previewFileName(baseName: string): string {
  return `${baseName}-og.jpg`
}

const readable = new Set(['jpeg', 'png', 'webp', 'heif'])

/** Two at a time in one process: more would only slow each other, and the shop, down. */
const rendering = bulkhead(2, Infinity)

/** @throws Error when the bytes are not a JPEG, PNG, WebP or AVIF picture of at most 40 megapixels, or when it is a strip. */
export function renderPicture(bytes: Buffer): Promise<RenderedPicture> {
  return rendering.execute(() => render(bytes))
}

const render = async (bytes: Buffer): Promise<RenderedPicture> => {
  const meta = await sharp(bytes, limits).metadata()
  const isHeic = meta.format === 'heif' && meta.compression !== 'av1'
  if (!meta.format || !readable.has(meta.format) || isHeic || !meta.width || !meta.height)
    throw new Error(`Unreadable picture: ${meta.format}`)
  // At least the smallest width, because that one is linked to everywhere (cart, mails, panel).
  const [uprightWidth, uprightHeight] =
    (meta.orientation ?? 1) >= 5 ? [meta.height, meta.width] : [meta.width, meta.height]
  const shownWidth = Math.min(1280, Math.max(320, uprightWidth))
  if ((uprightHeight * shownWidth) / uprightWidth > tallest)
    throw new Error('A picture too tall for its width')
  const upright = await sharp(bytes, limits)
    .rotate()
    .resize({ width: shownWidth })
    .timeout({ seconds: 20 })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const widths = pictureWidths.filter((wanted) => wanted <= width)
  if (widths.at(-1) !== width) widths.push(width as never)
  const files: RenderedPicture['files'] = []
  for (const size of widths) {
    const resized = sharp(upright.data).resize({ width: size })
    files.push({
      width: size,
      format: 'webp',
      data: await resized.clone().webp({ quality: 72 }).toBuffer(),
    })
    files.push({
      width: size,
      format: 'avif',
      data: await resized.clone().avif({ quality: 50, effort: 3 }).toBuffer(),
    })
  }
  const { channels } = await sharp(upright.data).removeAlpha().stats()
  const color = `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`
  return {
    width,
    height,
    color,
    widths: [...widths],
    files,
    preview: await renderPreview(upright.data, color),
  }
}

/** A file among the uploads, whole or not at all. */
export async function saveUploadFile(name: string, data: Buffer): Promise<void> {
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  const target = path.join(env.UPLOADS_DIR, name)
  const partial = `${target}.${randomUUID()}.part`
  await writeFile(partial, data, { flush: true })
  await rename(partial, target)
}

/** The files of a picture, ready to be saved, and the largest one, which Payload records. */
export function pictureFiles(
  baseName: string,
  picture: RenderedPicture,
): { files: { name: string; data: Buffer }[]; largest: { name: string; data: Buffer } } {
  const sizes = picture.files.map(({ width, format, data }) => ({
    name: `${baseName}-${width}.${format}`,
    data,
  }))
  const largest = sizes.filter(({ name }) => name.endsWith('.webp')).at(-1)
  if (!largest) throw new Error('A picture without sizes')
  return { files: [...sizes, { name: previewFileName(baseName), data: picture.preview }], largest }
}
