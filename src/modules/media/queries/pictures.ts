import type { Payload } from 'payload'

import type { Media } from '@/payload-types'

/** What a page needs to show one of our pictures (browser code imports this file too: nothing of the environment here): files are `<base>-<width>.avif` and `.webp`. */
export type PictureView = {
  base: string
  widths: number[]
  width: number
  height: number
  color: string
  alt: string
}

type StoredPicture = Pick<Media, 'baseName' | 'widths' | 'width' | 'height' | 'color' | 'alt'>

export function toPictureView(media: StoredPicture): PictureView | null {
  return media.baseName && Array.isArray(media.widths)
    ? {
        base: `/uploads/${media.baseName}`,
        widths: media.widths as number[],
        width: media.width ?? 1280,
        height: media.height ?? 1600,
        color: media.color ?? 'transparent',
        alt: media.alt ?? '',
      }
    : null
}

/** The largest WebP of a picture, where a single address is wanted: the cart, mails, structured data. */
export function pictureUrl(picture: PictureView, wanted: number): string {
  return `${picture.base}-${picture.widths.find((width) => width >= wanted) ?? picture.widths.at(-1)}.webp`
}

/** The picture as others show it when its page is shared: a JPEG of 1200 by 630, made with the other sizes (src/media). */
export function previewUrl(picture: PictureView): string {
  return `${picture.base}-og.jpg`
}

/** One statement for all pictures of a page. */
export async function getPictures(
  payload: Payload,
  ids: readonly number[],
): Promise<Map<number, PictureView>> {
  if (ids.length === 0) return new Map()
  const { docs } = await payload.find({
    collection: 'media',
    where: { id: { in: [...new Set(ids)] } },
    select: { baseName: true, widths: true, width: true, height: true, color: true, alt: true },
    depth: 0,
    pagination: false,
  })
  return new Map(
    docs.flatMap((doc) => {
      const view = toPictureView(doc)
      return view ? [[doc.id, view] as const] : []
    }),
  )
}
