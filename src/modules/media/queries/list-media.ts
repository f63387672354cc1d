import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import { type FileType, fileTypeOf, type MediaFilter } from '@/modules/media/rules/media-files'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { isUsedInContent } from './media-usage'

/** Admin specification 3, 'Media file', and what a screen needs besides. Dates are ISO 8601. */
export type MediaRecord = {
  id: number
  filename: string
  originalName: string
  filePath: string
  /** The smallest picture; null for what is no picture. */
  thumbnail: string | null
  fileType: FileType
  mimeType: string
  /** Bytes; of a picture, of its largest size. */
  fileSize: number
  width: number | null
  height: number | null
  altText: string
  caption: string
  /** In how many places it is used. */
  usedIn: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}
export type MediaSearch = {
  search: string
  type: FileType | ''
  show: MediaFilter
  page: number
  limit: number
}
export type MediaMetrics = {
  total: number
  images: number
  videos: number
  audio: number
  documents: number
  bytes: number
  withoutAlt: number
  inTrash: number
}

type Row = {
  id: number
  base_name: string | null
  widths: number[] | null
  filename: string | null
  original_name: string | null
  mime_type: string | null
  filesize: string | null
  width: string | null
  height: string | null
  alt: string | null
  caption: string | null
  used: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

const usedIn = sql`(
  (select count(distinct r.parent_id) from products_rels r where r.media_id = m.id)
  + (select count(*) from products p where p.artwork_id = m.id and not exists (select from products_rels r where r.parent_id = p.id and r.media_id = m.id))
  + (select count(*) from content c where ${isUsedInContent})
  + (select count(*) from pages p where p.body::text like '%/uploads/' || m.base_name || '%')
  + (select count(distinct r.parent_id) from social_posts_rels r where r.media_id = m.id))::integer`

const recordsFrom = (from: SQL): SQL => sql`
  select m.id, m.base_name, m.widths, m.filename, m.original_name, m.mime_type, m.filesize, m.width, m.height, m.alt, m.caption, ${usedIn} as used,
    m.created_at, m.updated_at, m.deleted_at
  from (${from}) m order by m.created_at desc, m.id desc`

const iso = (date: string): string => new Date(date).toISOString()

const toRecord = (row: Row): MediaRecord => {
  const widest = Array.isArray(row.widths) ? Math.max(...row.widths) : null
  const mimeType = row.mime_type ?? ''
  const filename = row.base_name
    ? widest
      ? `${row.base_name}-${widest}.webp`
      : passthroughFileName(row.base_name, mimeType)
    : (row.filename ?? '')
  return {
    id: row.id,
    filename,
    originalName: row.original_name ?? filename,
    filePath: `/uploads/${filename}`,
    thumbnail: row.base_name && widest ? `/uploads/${row.base_name}-320.webp` : null,
    fileType: fileTypeOf(mimeType),
    mimeType,
    fileSize: Number(row.filesize ?? 0),
    width: row.width === null ? null : Number(row.width),
    height: row.height === null ? null : Number(row.height),
    altText: row.alt ?? '',
    caption: row.caption ?? '',
    usedIn: row.used,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    deletedAt: row.deleted_at === null ? null : iso(row.deleted_at),
  }
}

const mimeLike = {
  image: sql`mime_type like 'image/%'`,
  video: sql`mime_type like 'video/%'`,
  audio: sql`mime_type like 'audio/%'`,
  document: sql`mime_type !~ '^(image|video|audio)/'`,
} satisfies Record<FileType, SQL>
const withoutAlt = sql`mime_type like 'image/%' and coalesce(trim(alt), '') = ''`

const matching = ({ search, type, show }: Omit<MediaSearch, 'page' | 'limit'>): SQL => {
  const words = search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
  return sql.join(
    [
      show === 'trash' ? sql`deleted_at is not null` : sql`deleted_at is null`,
      ...(show === 'without-alt' ? [withoutAlt] : []),
      ...(type ? [mimeLike[type]] : []),
      ...words.map(
        (word) =>
          sql`concat_ws(' ', original_name, filename, alt, caption) ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
      ),
    ],
    sql` and `,
  )
}

/** One page of files, the newest first, and how many there are; two statements. */
export async function listMedia(
  payload: Payload,
  search: MediaSearch,
): Promise<{ files: MediaRecord[]; total: number; page: number; pages: number }> {
  const where = matching(search)
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(
      recordsFrom(
        sql`select * from media where ${where} order by created_at desc, id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}`,
      ),
    ),
    payload.db.drizzle.execute(sql`select count(*)::integer as total from media where ${where}`),
  ])
  const { total } = counted as { total: number }
  return {
    files: (rows as unknown as Row[]).map(toRecord),
    total,
    page: search.page,
    pages: Math.max(1, Math.ceil(total / search.limit)),
  }
}

/** One file, also from the trash; null when there is none. */
export async function getMedia(payload: Payload, id: number): Promise<MediaRecord | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(recordsFrom(sql`select * from media where id = ${id}`))
  return row ? toRecord(row as unknown as Row) : null
}

export async function getMediaMetrics(payload: Payload): Promise<MediaMetrics> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select count(*) filter (where deleted_at is null)::integer as total,
      count(*) filter (where deleted_at is null and ${mimeLike.image})::integer as images, count(*) filter (where deleted_at is null and ${mimeLike.video})::integer as videos,
      count(*) filter (where deleted_at is null and ${mimeLike.audio})::integer as audio, count(*) filter (where deleted_at is null and ${mimeLike.document})::integer as documents,
      coalesce(sum(filesize), 0)::text as bytes, count(*) filter (where deleted_at is null and ${withoutAlt})::integer as "withoutAlt",
      count(*) filter (where deleted_at is not null)::integer as "inTrash"
    from media`)
  const figures = row as unknown as Omit<MediaMetrics, 'bytes'> & { bytes: string }
  return { ...figures, bytes: Number(figures.bytes) }
}
