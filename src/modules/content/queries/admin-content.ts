import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { ContentStatus, ContentType } from '@/modules/content/rules/content'

import { type ContentRecord, contentRecordsFrom } from './content-response'

export type AdminContentSearch = {
  search: string
  type: ContentType | ''
  status: ContentStatus | ''
  show: '' | 'trash'
  page: number
  limit: number
}
/** What a row of the list shows. Dates are ISO 8601. */
export type ContentRow = {
  id: number
  title: string
  slug: string
  contentType: ContentType
  status: ContentStatus
  viewCount: number
  baseName: string | null
  publishedAt: string | null
  scheduledFor: string | null
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}
export type ContentMetrics = {
  total: number
  published: number
  drafts: number
  scheduled: number
  inTrash: number
  /** When the worker last did its round of every minute; null when it never did. */
  workerSeenAt: string | null
}
export type AdminContentRecord = ContentRecord & { updatedAt: string; deletedAt: string | null }

const iso = (date: unknown): string | null =>
  date === null || date === undefined ? null : new Date(date as string).toISOString()

const matching = ({
  search,
  type,
  status,
  show,
}: Omit<AdminContentSearch, 'page' | 'limit'>): SQL => {
  const words = search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
  return sql.join(
    [
      show === 'trash' ? sql`deleted_at is not null` : sql`deleted_at is null`,
      ...(type ? [sql`content_type = ${type}`] : []),
      ...(status ? [sql`status = ${status}`] : []),
      ...words.map((word) => {
        const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
        return sql`(title ilike ${like} or excerpt ilike ${like} or slug ilike ${like}
        or exists (select from content_texts t where t.parent_id = content.id and t.path = 'tags' and t.text ilike ${like}))`
      }),
    ],
    sql` and `,
  )
}

/** What was worked on last comes first. One page and how many there are; two statements. */
export async function listAdminContent(
  payload: Payload,
  search: AdminContentSearch,
): Promise<{ rows: ContentRow[]; total: number; page: number; pages: number }> {
  const where = matching(search)
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select c.id, c.title, c.slug, c.content_type as "contentType", c.status, coalesce(c.view_count, 0)::integer as "viewCount",
        (select m.base_name from media m where m.id = c.featured_image_id and m.deleted_at is null) as "baseName",
        c.published_at as "publishedAt", c.scheduled_for as "scheduledFor", c.created_at as "createdAt", c.updated_at as "updatedAt", c.deleted_at as "deletedAt"
      from (select * from content where ${where} order by coalesce(scheduled_for, published_at, updated_at) desc, id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}) c
      order by coalesce(c.scheduled_for, c.published_at, c.updated_at) desc, c.id desc`),
    payload.db.drizzle.execute(sql`select count(*)::integer as total from content where ${where}`),
  ])
  const { total } = counted as { total: number }
  return {
    rows: (rows as unknown as ContentRow[]).map((row) => ({
      ...row,
      publishedAt: iso(row.publishedAt),
      scheduledFor: iso(row.scheduledFor),
      createdAt: iso(row.createdAt) ?? '',
      updatedAt: iso(row.updatedAt) ?? '',
      deletedAt: iso(row.deletedAt),
    })),
    total,
    page: search.page,
    pages: Math.max(1, Math.ceil(total / search.limit)),
  }
}

const recordsOf = async (
  payload: Payload,
  ids: readonly number[],
): Promise<AdminContentRecord[]> => {
  if (ids.length === 0) return []
  const [records, { rows }] = await Promise.all([
    contentRecordsFrom(
      payload,
      sql`select value::integer as id, ordinality as place from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality`,
    ),
    payload.db.drizzle.execute(
      sql`select id, updated_at as "updatedAt", deleted_at as "deletedAt" from content where id in (select value::integer from json_array_elements_text(${JSON.stringify(ids)}::json))`,
    ),
  ])
  const dates = new Map(
    (rows as unknown as { id: number; updatedAt: string; deletedAt: string | null }[]).map(
      (row) => [row.id, row],
    ),
  )
  return records.map((record) => ({
    ...record,
    updatedAt: iso(dates.get(record.id)?.updatedAt) ?? '',
    deletedAt: iso(dates.get(record.id)?.deletedAt),
  }))
}

/** The same list as whole pieces, as the API answers them. */
export async function listAdminContentRecords(payload: Payload, search: AdminContentSearch) {
  const { rows, ...around } = await listAdminContent(payload, search)
  return {
    ...around,
    records: await recordsOf(
      payload,
      rows.map(({ id }) => id),
    ),
  }
}

/** One piece, also from the trash; null when there is none. */
export async function getAdminContentRecord(
  payload: Payload,
  id: number,
): Promise<AdminContentRecord | null> {
  return (await recordsOf(payload, [id]))[0] ?? null
}

export async function getContentMetrics(payload: Payload): Promise<ContentMetrics> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select count(*) filter (where deleted_at is null)::integer as total,
      count(*) filter (where deleted_at is null and status = 'published')::integer as published, count(*) filter (where deleted_at is null and status = 'draft')::integer as drafts,
      count(*) filter (where deleted_at is null and status = 'scheduled')::integer as scheduled, count(*) filter (where deleted_at is not null)::integer as "inTrash",
      (select max(last_execution) from graphile_worker._private_known_crontabs where identifier = 'publish-scheduled-content') as "workerSeenAt"
    from content`)
  const figures = row as unknown as ContentMetrics
  return { ...figures, workerSeenAt: iso(figures.workerSeenAt) }
}

export type ContentVersion = { id: number; title: string; status: ContentStatus; createdAt: string }

/** How a piece was before, the newest first. */
export async function listContentVersions(payload: Payload, id: number): Promise<ContentVersion[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, version_title as title, version_status::text as status, created_at as "createdAt" from _content_v where parent_id = ${id} order by created_at desc, id desc limit 50`)
  return (rows as unknown as ContentVersion[]).map((version) => ({
    ...version,
    createdAt: iso(version.createdAt) ?? '',
  }))
}
