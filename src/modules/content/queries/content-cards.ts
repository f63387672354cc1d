import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { ContentType } from '@/modules/content/rules/content'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'

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

type CardRow = {
  id: number
  title: string
  slug: string
  excerpt: string
  content_type: ContentType
  body: unknown
  published_at: string
  tags: string[] | null
  picture: Parameters<typeof toPictureView>[0] | null
}

const toCard = (row: CardRow): ContentCardView => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  contentType: row.content_type,
  picture: row.picture ? toPictureView(row.picture) : null,
  tags: row.tags ?? [],
  readingMinutes: readingMinutes(richTextToPlainText(row.body)),
  publishedAt: row.published_at,
})

/**
 * Cards of the pieces that `from` yields, in its order: one statement, with picture and tags joined in.
 * @param from a query of `id` and `place` (its position)
 */
export async function contentCardsFrom(payload: Payload, from: SQL): Promise<ContentCardView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    with chosen as materialized (${from})
    select c.id, c.title, c.slug, coalesce(c.excerpt, '') as excerpt, c.content_type, c.body,
      to_char(coalesce(c.published_at, c.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as published_at,
      (select json_agg(t.text order by t."order") from content_texts t where t.parent_id = c.id and t.path = 'tags') as tags,
      (select json_build_object('baseName', m.base_name, 'widths', m.widths, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
         from media m where m.id = c.featured_image_id and m.deleted_at is null) as picture
    from chosen join content c on c.id = chosen.id
    order by chosen.place`)
  return (rows as unknown as CardRow[]).map(toCard)
}
