import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  like,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import { type FileType, fileTypeOf } from '@/modules/media/rules/media-files'
import type { mediaListQuery, MediaRecord } from '@/modules/media/schemas'
import {
  content,
  media,
  pages,
  products,
  products_rels,
  social_posts_rels,
} from '@/payload-generated-schema'
import {
  countWhere,
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  type PagedRows,
  pagedRows,
  type PageQuery,
  sumWhere,
} from '@/platform/paged-list'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { isUsedInContent, isUsedInPage } from './media-usage'
import { isWidths } from './pictures'

type MediaSearch = z.infer<typeof mediaListQuery>
export type MediaMetrics = Awaited<ReturnType<typeof getMediaMetrics>>

const usedIn = sql<number>`(
  (select count(distinct ${products_rels.parent}) from ${products_rels} where ${products_rels.mediaID} = ${media.id})
  + (select count(*) from ${products} where ${products.artwork} = ${media.id}
      and not exists (select from ${products_rels} where ${products_rels.parent} = ${products.id} and ${products_rels.mediaID} = ${media.id}))
  + (select count(*) from ${content} where ${isUsedInContent})
  + (select count(*) from ${pages} where ${isUsedInPage})
  + (select count(distinct ${social_posts_rels.parent}) from ${social_posts_rels} where ${social_posts_rels.mediaID} = ${media.id}))::integer`

const lowerName = sql`lower(${media.originalName})`
const sortColumns = {
  newest: [desc(media.createdAt), desc(media.id)],
  oldest: [asc(media.createdAt), asc(media.id)],
  name: [asc(lowerName), asc(media.id)],
  'name-z': [desc(lowerName), desc(media.id)],
  'size-high': [sql`${media.filesize} desc nulls last`, desc(media.id)],
  'size-low': [sql`${media.filesize} nulls first`, asc(media.id)],
} satisfies Record<MediaSearch['sort'], SQL[]>

/** Returns one page of files; their uses are counted for that page only. */
async function findRecords(
  { db: { drizzle } }: Pick<Payload, 'db'>,
  where: SQL | undefined,
  { sort, ...query }: PageQuery & Pick<MediaSearch, 'sort'>,
): Promise<MediaRecord[]> {
  const page = drizzle
    .select({ id: media.id })
    .from(media)
    .where(where)
    .orderBy(...sortColumns[sort])
    .limit(query.limit)
    .offset(offsetOf(query))
    .as('page')
  const rows = await drizzle
    .select({
      file: media,
      usedIn,
      createdAt: isoDate(media.createdAt),
      updatedAt: isoDate(media.updatedAt),
      deletedAt: isoDate(media.deletedAt),
    })
    .from(page)
    .innerJoin(media, eq(media.id, page.id))
    .orderBy(...sortColumns[sort])
  return rows.map(({ file, ...columns }) => ({ ...toRecord(file), ...columns }))
}

const toRecord = (file: typeof media.$inferSelect) => {
  const { id, baseName, width, height } = file
  const widest = isWidths(file.widths) ? Math.max(...file.widths) : null
  const mimeType = file.mimeType ?? ''
  const filename = baseName
    ? widest
      ? `${baseName}-${widest}.webp`
      : passthroughFileName(baseName, mimeType)
    : (file.filename ?? '')
  return {
    id,
    filename,
    originalName: file.originalName ?? filename,
    filePath: `/uploads/${filename}`,
    thumbnail: baseName && widest ? `/uploads/${baseName}-320.webp` : null,
    fileType: fileTypeOf(mimeType),
    mimeType,
    fileSize: file.filesize ?? 0,
    width,
    height,
    altText: file.alt ?? '',
    caption: file.caption ?? '',
    focus: file.focusX === null || file.focusY === null ? null : { x: file.focusX, y: file.focusY },
  }
}

const isType = {
  image: like(media.mimeType, 'image/%'),
  video: like(media.mimeType, 'video/%'),
  audio: like(media.mimeType, 'audio/%'),
  document: sql`${media.mimeType} !~ '^(image|video|audio)/'`,
} satisfies Record<FileType, SQL>
const isWithoutAlt = and(isType.image, sql`coalesce(trim(${media.alt}), '') = ''`)
const searchText = sql`concat_ws(' ', ${media.originalName}, ${media.filename}, ${media.alt}, ${media.caption})`

/** Returns one page of files with two statements. */
export function listMedia(
  payload: Payload,
  { search, type, show, ...query }: MediaSearch,
): Promise<PagedRows<MediaRecord>> {
  const where = and(
    (show === 'trash' ? isNotNull : isNull)(media.deletedAt),
    show === 'without-alt' ? isWithoutAlt : undefined,
    type ? isType[type] : undefined,
    matchesSearch(searchText, search),
    isOnDays(media.createdAt, query),
  )
  return pagedRows(
    query,
    findRecords(payload, where, query),
    payload.db.drizzle.$count(media, where),
  )
}

/** Returns a file, also from the trash; null if there is none. */
export async function getMedia(payload: Payload, id: number): Promise<MediaRecord | null> {
  return (
    (await findRecords(payload, eq(media.id, id), { page: 1, limit: 1, sort: 'newest' }))[0] ?? null
  )
}

const isLive = isNull(media.deletedAt)

/** Counts files by type, and their bytes. */
export async function getMediaMetrics({ db }: Payload) {
  const [metrics] = await db.drizzle
    .select({
      total: countWhere(isLive),
      images: countWhere(isLive, isType.image),
      videos: countWhere(isLive, isType.video),
      audio: countWhere(isLive, isType.audio),
      documents: countWhere(isLive, isType.document),
      bytes: sumWhere(media.filesize),
      withoutAlt: countWhere(isLive, isWithoutAlt),
      inTrash: countWhere(isNotNull(media.deletedAt)),
    })
    .from(media)
  if (!metrics) throw new Error('The database returned no counts')
  return metrics
}
