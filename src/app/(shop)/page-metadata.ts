import type { Metadata } from 'next'

import { type PictureView, previewUrl } from '@/modules/media/queries/pictures'

type PageDetails = {
  title: string
  description: string
  /** The page's canonical path. */
  path: string
  picture?: PictureView | null
  /** Pages with an author and a day. */
  article?: { publishedTime: string; modifiedTime?: string; tags: string[] }
  keywords?: string
  /** False for pages of a visitor's own query, such as search results. */
  index?: boolean
}

export const shopDescription =
  'Tees, layers, and bags with prints cut from the natural world. Healing through nature, style and authentic expression.'

/** For pages without a picture of their own: the valley at first light, with the name of the shop. */
export const defaultOpenGraphImage = {
  url: '/brand/og.jpg',
  width: 1200,
  height: 630,
  alt: 'Dayfern: a valley at first light',
  type: 'image/jpeg',
}

export function pageMetadata({
  title,
  description,
  path,
  picture,
  article,
  keywords,
  index = true,
}: PageDetails): Metadata {
  const image = picture
    ? { url: previewUrl(picture), width: 1200, height: 630, alt: picture.alt, type: 'image/jpeg' }
    : defaultOpenGraphImage
  const shared = {
    title,
    description,
    url: path,
    siteName: 'Dayfern',
    locale: 'en_US',
    images: [image],
  }
  return {
    title,
    description,
    keywords: keywords || undefined,
    alternates: { canonical: path },
    robots: index ? undefined : { index: false },
    openGraph: article
      ? { ...shared, type: 'article', ...article }
      : { ...shared, type: 'website' },
    twitter: {
      card: 'summary_large_image',
      title,
      description,
      images: [{ url: image.url, alt: image.alt }],
    },
  }
}

type ListPosition = { page: number; pages: number; href: (page: number) => string }

export function listMetadata({
  title,
  page,
  pages,
  href,
  ...about
}: Omit<PageDetails, 'path'> & ListPosition): Metadata {
  return {
    ...pageMetadata({
      ...about,
      title: page > 1 ? `${title}, page ${page}` : title,
      path: href(page),
    }),
    pagination: {
      previous: page > 1 && page <= pages ? href(page - 1) : undefined,
      next: page < pages ? href(page + 1) : undefined,
    },
  }
}
