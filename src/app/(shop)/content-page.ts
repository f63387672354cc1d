import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'

import type { ContentView } from '@/modules/content/queries/get-content'
import { contentHref, type ContentType } from '@/modules/content/rules/content'
import { env } from '@/platform/env'

import { getCachedContent, getCachedMovedContent } from './cached-queries'
import { pageMetadata } from './page-metadata'

const isSlug = (slug: string): boolean => /^[a-z0-9-]{1,160}$/.test(slug)

/** What /blog/{slug} and /reflections/{slug} have in common. */
export function findContent(slug: string): Promise<ContentView | null> | null {
  return isSlug(slug) ? getCachedContent(slug) : null
}

/** Sends whoever comes by an address that a piece once had to the one it has now, for good. `type`: only pieces of this type. */
export async function redirectMovedContent(slug: string, type?: ContentType): Promise<void> {
  const moved = isSlug(slug) ? await getCachedMovedContent(slug) : null
  if (moved && (!type || moved.contentType === type)) permanentRedirect(contentHref(moved))
}

/** The one address of a piece, whichever it was opened at. */
export function contentUrl(piece: ContentView): string {
  return new URL(contentHref(piece), env.SERVER_URL).href
}

export function contentMetadata(piece: ContentView): Metadata {
  return pageMetadata({
    title: piece.seoTitle,
    description: piece.seoDescription,
    keywords: piece.seoKeywords,
    path: contentHref(piece),
    picture: piece.picture,
    article: {
      publishedTime: piece.publishedAt,
      modifiedTime: piece.updatedAt > piece.publishedAt ? piece.updatedAt : undefined,
      tags: piece.tags,
    },
  })
}
