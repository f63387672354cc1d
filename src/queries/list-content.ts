import type { Payload } from 'payload'
import type { ContentType } from '../domain/content'
import { getPictures, type PictureView } from './pictures'
import { readingMinutes } from '../domain/reading-time'
import { plainText } from '../domain/rich-text'

export type ContentCardView = {
  id: number
  title: string
  slug: string
  excerpt: string
  contentType: ContentType
  picture: PictureView | null
  tags: string[]
  readingMinutes: number
  publishedAt: string
}

/** The newest published pieces. */
export const listLatestContent = async (payload: Payload, limit: number): Promise<ContentCardView[]> => {
  const { docs } = await payload.find({
    collection: 'content', where: { status: { equals: 'published' } }, sort: '-publishedAt', limit, depth: 0, pagination: false,
    select: { title: true, slug: true, excerpt: true, contentType: true, featuredImage: true, tags: true, publishedAt: true, createdAt: true, body: true },
  })
  const pictureId = (image: (typeof docs)[number]['featuredImage']) => (typeof image === 'object' ? image?.id : image) ?? null
  const pictures = await getPictures(payload, docs.flatMap((doc) => pictureId(doc.featuredImage) ?? []))
  return docs.map((doc) => ({
    id: doc.id,
    title: doc.title,
    slug: doc.slug,
    excerpt: doc.excerpt ?? '',
    contentType: doc.contentType,
    picture: pictures.get(pictureId(doc.featuredImage) ?? -1) ?? null,
    tags: doc.tags ?? [],
    readingMinutes: readingMinutes(plainText(doc.body)),
    publishedAt: doc.publishedAt ?? doc.createdAt,
  }))
}
