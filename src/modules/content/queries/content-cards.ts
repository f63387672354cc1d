import { and, eq, getTableColumns, isNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { ContentType } from '@/modules/content/rules/content'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'
import { content, media } from '@/payload-generated-schema'

import { contentTags } from './content-tags'

export type ContentCardView = {
  id: number
  title: string
  slug: string
  excerpt: string
  contentType: ContentType
  picture: PictureView | null
  tags: string[]
  readingMinutes: number
  /** ISO 8601, UTC. */
  publishedAt: string
}

/** Joins the featured image of content, unless it is in the trash. */
export const isFeaturedImage = and(eq(media.id, content.featuredImage), isNull(media.deletedAt))

/** Selects a timestamp as ISO 8601 in UTC, in whole seconds. */
function isoSeconds(date: SQL): SQL<string> {
  return sql`to_char(${date} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}

const { baseName, widths, width, height, color, alt, focusX, focusY } = getTableColumns(media)

/**
 * Returns cards with picture and tags, in one statement.
 * @param from a query of `id` and `place` (the position)
 */
export async function contentCardsFrom({ db }: Payload, from: SQL): Promise<ContentCardView[]> {
  const rows = await db.drizzle
    .select({
      id: content.id,
      title: content.title,
      slug: content.slug,
      excerpt: content.excerpt,
      contentType: content.contentType,
      body: content.body,
      publishedAt: isoSeconds(sql`coalesce(${content.publishedAt}, ${content.createdAt})`),
      tags: contentTags,
      picture: { baseName, widths, width, height, color, alt, focusX, focusY },
    })
    .from(sql`(${from}) as chosen`)
    .innerJoin(content, eq(content.id, sql`chosen.id`))
    .leftJoin(media, isFeaturedImage)
    .orderBy(sql`chosen.place`)
  return rows.map(({ excerpt, body, picture, ...card }) => ({
    ...card,
    excerpt: excerpt ?? '',
    picture: picture && toPictureView(picture),
    readingMinutes: readingMinutes(richTextToPlainText(body)),
  }))
}
