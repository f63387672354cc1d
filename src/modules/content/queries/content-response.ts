import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { ContentStatus, ContentType } from '@/modules/content/rules/content'
import {
  type HtmlImage,
  pictureIdsIn,
  richTextToHtml,
} from '@/modules/content/rules/rich-text-elements'
import { largestPictureUrl } from '@/modules/media/queries/picture-url'
import { getPictures } from '@/modules/media/queries/pictures'

/** A piece as the public API tells of it (specification: storefront 3, admin 3). `body` is HTML, dates are ISO 8601. */
export type ContentRecord = {
  id: number
  title: string
  slug: string
  excerpt: string
  body: string
  contentType: ContentType
  featuredImage: string | null
  categoryId: number | null
  tags: string[]
  status: ContentStatus
  publishedAt: string | null
  scheduledFor: string | null
  seoTitle: string | null
  seoDescription: string | null
  seoKeywords: string | null
  viewCount: number
  createdAt: string
}

type Row = {
  record: Omit<ContentRecord, 'body' | 'featuredImage'> & {
    body: unknown
    featuredImage: Parameters<typeof largestPictureUrl>[0] | null
  }
}

const iso = (date: string | null): string | null =>
  date === null ? null : new Date(date).toISOString()

/** The pictures that stand in texts, by their ids. Nothing is asked when there are none. */
const htmlPictures = async (
  payload: Payload,
  bodies: readonly unknown[],
): Promise<Map<number, HtmlImage>> =>
  new Map(
    [...(await getPictures(payload, bodies.flatMap(pictureIdsIn)))].flatMap(
      ([id, { base, widths, width, height, alt }]) => {
        const src = largestPictureUrl({ baseName: base.replace('/uploads/', ''), widths })
        return src ? [[id, { src, alt, width, height }] as const] : []
      },
    ),
  )

/** In one statement (and one for the pictures in the texts), in the order of `from` (a query of `id` and `place`). */
export async function contentRecordsFrom(payload: Payload, from: SQL): Promise<ContentRecord[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    with chosen as materialized (${from})
    select json_build_object(
      'id', c.id, 'title', c.title, 'slug', c.slug, 'excerpt', coalesce(c.excerpt, ''), 'body', c.body, 'contentType', c.content_type,
      'featuredImage', (select json_build_object('baseName', m.base_name, 'widths', m.widths) from media m where m.id = c.featured_image_id and m.deleted_at is null),
      'categoryId', c.category_id,
      'tags', coalesce((select json_agg(t.text order by t."order") from content_texts t where t.parent_id = c.id and t.path = 'tags'), '[]'),
      'status', c.status, 'publishedAt', c.published_at, 'scheduledFor', c.scheduled_for,
      'seoTitle', nullif(c.seo_title, ''), 'seoDescription', nullif(c.seo_description, ''), 'seoKeywords', nullif(c.seo_keywords, ''),
      'viewCount', coalesce(c.view_count, 0)::integer, 'createdAt', c.created_at) as record
    from chosen join content c on c.id = chosen.id
    order by chosen.place`)
  const records = (rows as unknown as Row[]).map(({ record }) => record)
  const pictures = await htmlPictures(
    payload,
    records.map(({ body }) => body),
  )
  return records.map((record) => ({
    ...record,
    body: richTextToHtml(record.body, (id) => pictures.get(id)),
    featuredImage: record.featuredImage ? largestPictureUrl(record.featuredImage) : null,
    publishedAt: iso(record.publishedAt),
    scheduledFor: iso(record.scheduledFor),
    createdAt: new Date(record.createdAt).toISOString(),
  }))
}

/** A published piece by its slug; null when there is none. */
export async function getContentRecord(
  payload: Payload,
  slug: string,
): Promise<ContentRecord | null> {
  const [record] = await contentRecordsFrom(
    payload,
    sql`select id, 1 as place from content where slug = ${slug} and status = 'published'`,
  )
  return record ?? null
}
