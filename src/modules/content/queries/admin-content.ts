import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { ContentStatus } from '@/modules/content/rules/content'
import type { adminContentQuery, AdminContentRecord } from '@/modules/content/schemas'
import { _content_v as versions, content, media } from '@/payload-generated-schema'
import { lastScheduledAt } from '@/platform/job-queue'
import {
  countWhere,
  isoDate,
  isOnDays,
  offsetOf,
  pagedRows,
  type RowOf,
  splitTerms,
} from '@/platform/paged-list'

import { isFeaturedImage } from './content-cards'
import { adminContentRecordsFrom } from './content-response'
import { contentContains } from './list-content'

type AdminContentSearch = z.infer<typeof adminContentQuery>
/** What a row of the list shows. Dates are ISO 8601. */
export type ContentRow = RowOf<typeof listAdminContent>
export type ContentMetrics = Awaited<ReturnType<typeof getContentMetrics>>

const date = sql`coalesce(${content.scheduledFor}, ${content.publishedAt}, ${content.updatedAt})`

const matchesSearch = ({
  search,
  type,
  status,
  show,
  ...days
}: Omit<AdminContentSearch, 'page' | 'limit'>): SQL | undefined =>
  and(
    isOnDays(date, days),
    (show === 'trash' ? isNotNull : isNull)(content.deletedAt),
    type ? eq(content.contentType, type) : undefined,
    status ? eq(content.status, status) : undefined,
    ...splitTerms(search).map((term) => contentContains(term, content.slug)),
  )

const title = sql`lower(${content.title})`
const views = sql`coalesce(${content.viewCount}, 0)`
const orders = {
  newest: [desc(date), desc(content.id)],
  oldest: [asc(date), asc(content.id)],
  title: [asc(title), asc(content.id)],
  'title-z': [desc(title), desc(content.id)],
  'views-high': [desc(views), desc(content.id)],
  'views-low': [asc(views), asc(content.id)],
} satisfies Record<AdminContentSearch['sort'], SQL[]>

/** Ids of one page, selected before anything is joined. */
const selectPage = ({ db }: Payload, search: AdminContentSearch) =>
  db.drizzle
    .select({ id: content.id })
    .from(content)
    .where(matchesSearch(search))
    .orderBy(...orders[search.sort])
    .limit(search.limit)
    .offset(offsetOf(search))
    .as('page')

/** Returns one page of content, last edited first, with two statements. */
export function listAdminContent(payload: Payload, search: AdminContentSearch) {
  const { drizzle } = payload.db
  const page = selectPage(payload, search)
  return pagedRows(
    search,
    drizzle
      .select({
        id: content.id,
        title: content.title,
        slug: content.slug,
        contentType: content.contentType,
        status: content.status,
        viewCount: sql<number>`coalesce(${content.viewCount}, 0)::integer`,
        baseName: media.baseName,
        publishedAt: isoDate(content.publishedAt),
        scheduledFor: isoDate(content.scheduledFor),
        createdAt: isoDate(content.createdAt),
        updatedAt: isoDate(content.updatedAt),
        deletedAt: isoDate(content.deletedAt),
      })
      .from(page)
      .innerJoin(content, eq(content.id, page.id))
      .leftJoin(media, isFeaturedImage)
      .orderBy(...orders[search.sort]),
    drizzle.$count(content, matchesSearch(search)),
  )
}

/** Returns the same page of content with everything the API shows. */
export function listAdminContentRecords(payload: Payload, search: AdminContentSearch) {
  const { drizzle } = payload.db
  const from = drizzle
    .select({
      id: content.id,
      place: sql`row_number() over (order by ${sql.join(orders[search.sort], sql`, `)})`.as(
        'place',
      ),
    })
    .from(content)
    .where(matchesSearch(search))
    .orderBy(...orders[search.sort])
    .limit(search.limit)
    .offset(offsetOf(search))
  return pagedRows(
    search,
    adminContentRecordsFrom(payload, from.getSQL()),
    drizzle.$count(content, matchesSearch(search)),
  )
}

/** Returns content by its id, also from the trash; null if there is none. */
export async function getAdminContentRecord(
  payload: Payload,
  id: number,
): Promise<AdminContentRecord | null> {
  const [record] = await adminContentRecordsFrom(
    payload,
    sql`select ${content.id}, 1 as place from ${content} where ${content.id} = ${id}`,
  )
  return record ?? null
}

const countLive = (status: ContentStatus) =>
  countWhere(isNull(content.deletedAt), eq(content.status, status))

/** Counts content by status, with the time when the worker last looked for scheduled content. */
export async function getContentMetrics({ db }: Payload) {
  const [metrics] = await db.drizzle
    .select({
      total: countWhere(isNull(content.deletedAt)),
      published: countLive('published'),
      drafts: countLive('draft'),
      scheduled: countLive('scheduled'),
      inTrash: countWhere(isNotNull(content.deletedAt)),
      workerSeenAt: lastScheduledAt('publish-scheduled-content'),
    })
    .from(content)
  if (!metrics) throw new Error('The database returned no counts')
  return metrics
}

/** Returns the 50 latest versions of content, newest first. Dates are ISO 8601. */
export function listContentVersions({ db }: Payload, id: number) {
  return db.drizzle
    .select({
      id: versions.id,
      title: versions.version_title,
      status: versions.version_status,
      createdAt: isoDate(versions.createdAt),
    })
    .from(versions)
    .where(eq(versions.parent, id))
    .orderBy(desc(versions.createdAt), desc(versions.id))
    .limit(50)
}
