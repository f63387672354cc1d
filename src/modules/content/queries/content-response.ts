import { and, eq, isNull, like, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import {
  type HtmlImage,
  pictureIdsIn,
  richTextToHtml,
} from '@/modules/content/rules/rich-text-elements'
import type { AdminContentRecord, ContentRecord } from '@/modules/content/schemas'
import { absoluteMediaUrl, largestPictureUrl } from '@/modules/media/queries/picture-url'
import { getPictures } from '@/modules/media/queries/pictures'
import { content, content_rels, media } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { contentTags, isFeaturedImage } from './content-cards'

const recording = alias(media, 'recording')
const relatedProductIds = sql<number[]>`coalesce((
  select json_agg(${content_rels.productsID} order by ${content_rels.order}) from ${content_rels}
  where ${content_rels.parent} = ${content.id} and ${content_rels.path} = 'relatedProducts'), '[]')`

const recordColumns = {
  id: content.id,
  title: content.title,
  slug: content.slug,
  excerpt: content.excerpt,
  body: content.body,
  contentType: content.contentType,
  featuredImage: { baseName: media.baseName, widths: media.widths },
  audio: { baseName: recording.baseName, mimeType: recording.mimeType },
  transcript: content.transcript,
  categoryId: content.category,
  tags: contentTags,
  status: content.status,
  publishedAt: isoDate(content.publishedAt),
  scheduledFor: isoDate(content.scheduledFor),
  seoTitle: content.seoTitle,
  seoDescription: content.seoDescription,
  seoKeywords: content.seoKeywords,
  viewCount: content.viewCount,
  createdAt: isoDate(content.createdAt),
  relatedProductIds,
  updatedAt: isoDate(content.updatedAt),
  deletedAt: isoDate(content.deletedAt),
}

/** Loads the pictures in these texts by id; without any, nothing is queried. */
const getHtmlImages = async (
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

/**
 * Returns content for the API, in one statement and one for the pictures in the texts.
 * @param from a query of `id` and `place` (the position)
 */
export async function adminContentRecordsFrom(
  payload: Payload,
  from: SQL,
): Promise<AdminContentRecord[]> {
  const rows = await payload.db.drizzle
    .select(recordColumns)
    .from(sql`(${from}) as chosen`)
    .innerJoin(content, eq(content.id, sql`chosen.id`))
    .leftJoin(media, isFeaturedImage)
    .leftJoin(
      recording,
      and(
        eq(recording.id, content.audio),
        isNull(recording.deletedAt),
        like(recording.mimeType, 'audio/%'),
      ),
    )
    .orderBy(sql`chosen.place`)
  const images = await getHtmlImages(
    payload,
    rows.map(({ body }) => body),
  )
  return rows.map((row) => ({
    ...row,
    excerpt: row.excerpt ?? '',
    body: richTextToHtml(row.body, (id) => images.get(id)),
    featuredImage: row.featuredImage && largestPictureUrl(row.featuredImage),
    audio:
      row.audio?.baseName && row.audio.mimeType
        ? absoluteMediaUrl(
            `/uploads/${passthroughFileName(row.audio.baseName, row.audio.mimeType)}`,
          )
        : null,
    transcript: row.transcript || null,
    seoTitle: row.seoTitle || null,
    seoDescription: row.seoDescription || null,
    seoKeywords: row.seoKeywords || null,
    viewCount: row.viewCount ?? 0,
  }))
}

/** Returns content for the public API; see `adminContentRecordsFrom`. */
export async function contentRecordsFrom(payload: Payload, from: SQL): Promise<ContentRecord[]> {
  const records = await adminContentRecordsFrom(payload, from)
  return records.map(({ relatedProductIds: _, updatedAt: __, deletedAt: ___, ...record }) => record)
}

/** Returns published content by its slug; null if there is none. */
export async function getContentRecord(
  payload: Payload,
  slug: string,
): Promise<ContentRecord | null> {
  const [record] = await contentRecordsFrom(
    payload,
    sql`select ${content.id}, 1 as place from ${content} where ${content.slug} = ${slug} and ${content.status} = 'published'`,
  )
  return record ?? null
}
