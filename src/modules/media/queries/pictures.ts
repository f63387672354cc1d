import type { Media } from '@/payload-types'

/**
 * A picture as pages show it: its files are `<base>-<width>.avif` and `.webp`. Browser code imports
 * this file too, so it must not use the environment.
 */
export type PictureView = {
  base: string
  widths: number[]
  width: number
  height: number
  color: string
  alt: string
  /** The focal point as CSS `object-position`, for places that show only a part; the middle if absent. */
  position?: string
  /** Only where pictures are shown in a text. */
  caption?: string
}

/** A row of media. `widths` is JSON. */
type StoredPicture = Pick<
  Media,
  'baseName' | 'width' | 'height' | 'color' | 'alt' | 'focusX' | 'focusY'
> & { widths?: unknown }

/** Whether these are the widths of an image, in pixels, ascending. Other files have none. */
export function isWidths(widths: unknown): widths is number[] {
  return Array.isArray(widths) && widths.length > 0
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Returns null for a file that isn't an image. */
export function toPictureView(media: StoredPicture): PictureView | null {
  return media.baseName && isWidths(media.widths)
    ? {
        base: `/uploads/${media.baseName}`,
        widths: media.widths,
        width: media.width ?? 1280,
        height: media.height ?? 1600,
        color: media.color ?? 'transparent',
        alt: media.alt ?? '',
        ...(isNumber(media.focusX) && isNumber(media.focusY)
          ? { position: `${media.focusX}% ${media.focusY}%` }
          : {}),
      }
    : null
}

/** Returns the path of the smallest WebP of at least this width, or of the largest. */
export function pictureUrl(picture: PictureView, minWidth: number): string {
  return `${picture.base}-${picture.widths.find((width) => width >= minWidth) ?? picture.widths.at(-1)}.webp`
}

/** Returns the path of the JPEG of 1200 by 630 pixels that previews of shared links show. */
export function previewUrl(picture: PictureView): string {
  return `${picture.base}-og.jpg`
}
