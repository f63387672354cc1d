import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type HtmlImage,
  pictureIdsIn,
  richTextToHtml,
} from '@/modules/content/rules/rich-text-elements'
import type { AdminContentRecord, ContentRecord } from '@/modules/content/schemas'
import { getMediaFiles } from '@/modules/media/queries/media-files'
import { absoluteMediaUrl, largestPictureUrl } from '@/modules/media/queries/picture-url'
import { pictureUrl, type PictureView } from '@/modules/media/queries/pictures'
import { content, content_rels, media } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'

import { isFeaturedImage } from './content-cards'
import { contentTags } from './content-tags'

const relatedProductIds = sql<number[]>`coalesce((
  select json_agg(${content_rels.productsID} order by ${content_rels.order}) from ${content_rels}
  where ${content_rels.parent} = ${content.id} and ${content_rels.path} = 'relatedProducts'), '[]')`

/** Condition that content names a product. */
export function namesProduct(productId: number): SQL {
  return sql`exists (select from ${content_rels} where ${content_rels.parent} = ${content.id}
    and ${content_rels.path} = 'relatedProducts' and ${content_rels.productsID} = ${productId})`
}

const recordColumns = {
  id: content.id,
  title: content.title,
  slug: content.slug,
  excerpt: content.excerpt,
  body: content.body,
  contentType: content.contentType,
  featuredImage: { baseName: media.baseName, widths: media.widths },
  audio: content.audio,
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

const toHtmlImage = (picture: PictureView | undefined): HtmlImage | undefined =>
  picture && {
    src: absoluteMediaUrl(pictureUrl(picture, Infinity)),
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
  }

/**
 * Returns content for the admin's API, in one statement and one for the files in the texts and the recordings. Files in
 * the trash are included: a client that sends the response back must not remove them.
 * @param from a query of `id` and `place` (the position)
 */
export async function adminContentRecordsFrom(
  payload: Payload,
  from: SQL,
  { trash = true }: { trash?: boolean } = {},
): Promise<AdminContentRecord[]> {
  const rows = await payload.db.drizzle
    .select(recordColumns)
    .from(sql`(${from}) as chosen`)
    .innerJoin(content, eq(content.id, sql`chosen.id`))
    .leftJoin(media, trash ? eq(media.id, content.featuredImage) : isFeaturedImage)
    .orderBy(sql`chosen.place`)
  const { pictures, audio } = await getMediaFiles(
    payload,
    rows.flatMap((row) => [...pictureIdsIn(row.body), row.audio]),
    { trash },
  )
  return rows.map((row) => ({
    ...row,
    excerpt: row.excerpt ?? '',
    body: richTextToHtml(row.body, (id) => toHtmlImage(pictures.get(id))),
    featuredImage: row.featuredImage && largestPictureUrl(row.featuredImage),
    audio: absoluteMediaUrl(audio.get(row.audio ?? 0)?.src ?? null),
    transcript: row.transcript || null,
    seoTitle: row.seoTitle || null,
    seoDescription: row.seoDescription || null,
    seoKeywords: row.seoKeywords || null,
    viewCount: row.viewCount ?? 0,
  }))
}

/** Returns content for the public API, without files in the trash; see `adminContentRecordsFrom`. */
export async function contentRecordsFrom(payload: Payload, from: SQL): Promise<ContentRecord[]> {
  const records = await adminContentRecordsFrom(payload, from, { trash: false })
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
