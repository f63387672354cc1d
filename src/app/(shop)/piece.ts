import type { Metadata } from 'next'
import { contentHref } from '../../domain/content'
import { env } from '../../env'
import type { ContentView } from '../../queries/get-content'
import { pictureUrl } from '../../queries/pictures'
import { readContent } from './reads'

/** What /blog/{slug} and /reflections/{slug} have in common. */
export const findPiece = (slug: string): Promise<ContentView | null> | null => (/^[a-z0-9-]{1,160}$/.test(slug) ? readContent(slug) : null)

/** The one address of a piece, whichever it was opened at. */
export const pieceUrl = (piece: ContentView): string => new URL(contentHref(piece), env.SERVER_URL).href

export const pieceMetadata = (piece: ContentView): Metadata => ({
  title: piece.seoTitle,
  description: piece.seoDescription,
  keywords: piece.seoKeywords || undefined,
  alternates: { canonical: contentHref(piece) },
  openGraph: {
    type: 'article', title: piece.seoTitle, description: piece.seoDescription, url: contentHref(piece), publishedTime: piece.publishedAt, tags: piece.tags,
    images: piece.picture ? [{ url: pictureUrl(piece.picture, 1280), alt: piece.picture.alt }] : [],
  },
})
