import { bulkhead } from 'cockatiel'
import sharp from 'sharp'

/** Widths of the generated files `<baseName>-<width>.avif|webp`, up to the original's width. */
const pictureWidths = [320, 640, 960, 1280] as const

sharp.cache(false)
sharp.concurrency(1)
// Allow only these four formats in the whole process; AVIF comes through libheif, and so would HEIC, which renderPicture refuses.
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

type RenderedPicture = {
  width: number
  height: number
  /** Average color as #rrggbb. */
  color: string
  widths: number[]
  files: { width: number; format: 'avif' | 'webp'; data: Buffer }[]
  /** Preview for shared links: `<baseName>-og.jpg`. */
  preview: Buffer
}

/** Maximum height in pixels after scaling: narrow pictures are widened, and WebP has a limit slightly above. */
const maxHeight = 16_000

const previewSize = { width: 1200, height: 630 } as const
/** Minimum aspect ratio for cropping; narrower pictures are shown whole on their average color. */
const minCropRatio = 1.25

/** Renders the JPEG of 1200 by 630 pixels that messengers and social networks show. */
export async function renderPreview(picture: Buffer, color: string): Promise<Buffer> {
  const { width, height } = await sharp(picture, limits).metadata()
  return sharp(picture, limits)
    .resize({
      ...previewSize,
      fit: width / height >= minCropRatio ? 'cover' : 'contain',
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

/** At most two at a time in a process; more would slow down the shop. */
const rendering = bulkhead(2, Infinity)

/** Renders a picture at all widths. @throws Error if the bytes are not a JPEG, PNG, WebP, or AVIF of at most 40 megapixels, or it is too tall for its width */
export function renderPicture(bytes: Buffer): Promise<RenderedPicture> {
  return rendering.execute(() => render(bytes))
}

/**
 * Renders a photo upright as JPEGs without metadata, so that it doesn't reveal where it was taken.
 * @param sizes the longest side of each in pixels, the largest first
 * @throws Error as `renderPicture` does
 */
export function renderPhoto(bytes: Buffer, sizes: readonly number[]): Promise<Buffer[]> {
  return rendering.execute(async () => {
    await readMetadata(bytes)
    const photos: Buffer[] = []
    for (const size of sizes)
      photos.push(
        await sharp(photos[0] ?? bytes, limits)
          .rotate()
          .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .timeout({ seconds: 20 })
          .jpeg({ quality: 82, mozjpeg: true })
          .toBuffer(),
      )
    return photos
  })
}

const readMetadata = async (bytes: Buffer) => {
  const meta = await sharp(bytes, limits).metadata()
  const isHeic = meta.format === 'heif' && meta.compression !== 'av1'
  if (!meta.format || !readable.has(meta.format) || isHeic || !meta.width || !meta.height)
    throw new Error(`Unreadable picture: ${meta.format}`)
  return meta
}

const render = async (bytes: Buffer): Promise<RenderedPicture> => {
  const meta = await readMetadata(bytes)
  // At least the smallest width, because cart, emails, and admin link to it.
  const [uprightWidth, uprightHeight] =
    (meta.orientation ?? 1) >= 5 ? [meta.height, meta.width] : [meta.width, meta.height]
  const shownWidth = Math.min(1280, Math.max(320, uprightWidth))
  if ((uprightHeight * shownWidth) / uprightWidth > maxHeight)
    throw new Error('A picture too tall for its width')
  const upright = await sharp(bytes, limits)
    .rotate()
    .resize({ width: shownWidth })
    .timeout({ seconds: 20 })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const widths: number[] = pictureWidths.filter((size) => size <= width)
  if (widths.at(-1) !== width) widths.push(width)
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
  return { width, height, color, widths, files, preview: await renderPreview(upright.data, color) }
}

/**
 * Cuts out a part of a picture, given in percent of its size, as a lossless PNG. Null if it would have
 * fewer than `minPixels` on a side.
 */
export function cropPicture(
  bytes: Buffer,
  part: { left: number; top: number; width: number; height: number },
  minPixels: number,
): Promise<Buffer | null> {
  return rendering.execute(async () => {
    const { width, height } = await sharp(bytes, limits).metadata()
    const left = Math.min(width - 1, Math.round((part.left / 100) * width))
    const top = Math.min(height - 1, Math.round((part.top / 100) * height))
    const area = {
      left,
      top,
      width: Math.min(width - left, Math.round((part.width / 100) * width)),
      height: Math.min(height - top, Math.round((part.height / 100) * height)),
    }
    if (area.width < minPixels || area.height < minPixels) return null
    return sharp(bytes, limits).extract(area).timeout({ seconds: 20 }).png().toBuffer()
  })
}

/** Returns the files of a picture and the largest one, which Payload records. */
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
