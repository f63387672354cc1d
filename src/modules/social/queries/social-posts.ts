import {
  and,
  type AnyColumn,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { SocialPlatform, SocialPostStatus } from '@/modules/social/rules/social-post'
import type {
  analyticsResponse,
  socialAccountResponse,
  socialListQuery,
  socialPostResponse,
} from '@/modules/social/schemas'
import {
  content,
  media,
  products,
  social_deliveries,
  social_posts,
  social_posts_platforms,
  social_posts_rels,
  social_posts_texts,
} from '@/payload-generated-schema'
import { lastScheduledAt } from '@/platform/job-queue'
import { countWhere, escapeLike, isOnDays, type PagedRows, splitTerms } from '@/platform/paged-list'
import type { Db } from '@/platform/transaction'

/** Dates are ISO 8601. */
export type SocialPostRecord = z.infer<typeof socialPostResponse>
export type SocialDelivery = SocialPostRecord['deliveries'][number]
export type SocialAccountRecord = z.infer<typeof socialAccountResponse>
export type SocialAnalytics = z.infer<typeof analyticsResponse>
export type SocialMetricsRow = Omit<
  SocialAnalytics['networks'][number],
  'platform' | 'posts' | 'counted'
>
type SocialSearch = z.infer<typeof socialListQuery>

/** Whether nothing more happens to a delivery automatically. */
export const isDeliveryOver = sql<boolean>`(${social_deliveries.status} in ('published', 'failed', 'by-hand') or coalesce((${social_deliveries.progress}->>'over')::boolean, false))`

/** A timestamp as ISO 8601. */
const iso = <Value extends string | null>(column: unknown): SQL<Value> =>
  sql<Value>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const calendarDate = sql`case when ${social_posts.status} in ('scheduled', 'failed', 'sending') then coalesce(${social_posts.scheduledFor}, ${social_posts.publishedAt}) else coalesce(${social_posts.publishedAt}, ${social_posts.scheduledFor}) end`
/** The date in the list: that of the calendar, or the latest change of a post without one. */
const listDate = sql`coalesce(${calendarDate}, ${social_posts.updatedAt})`

const inPost = {
  platforms: eq(social_posts_platforms.parent, social_posts.id),
  texts: eq(social_posts_texts.parent, social_posts.id),
  media: sql`${social_posts_rels.parent} = ${social_posts.id} and ${social_posts_rels.path} = 'media'`,
}

/**
 * Selects posts as records, including those in the trash. A lock (`.for('update')`) needs `of:
 * social_posts`, because of the joined tables.
 */
export function selectSocialPosts(db: Db) {
  return db
    .select({
      id: social_posts.id,
      contentId: social_posts.content,
      contentTitle: content.title,
      productId: social_posts.product,
      productName: products.name,
      platforms: sql<
        SocialPlatform[]
      >`coalesce((select json_agg(${social_posts_platforms.value} order by ${social_posts_platforms.order}) from ${social_posts_platforms} where ${inPost.platforms}), '[]')`,
      postText: social_posts.postText,
      hashtags: sql<
        string[]
      >`coalesce((select json_agg(${social_posts_texts.text} order by ${social_posts_texts.order}) from ${social_posts_texts} where ${inPost.texts} and ${social_posts_texts.path} = 'hashtags'), '[]')`,
      mediaIds: sql<
        number[]
      >`coalesce((select json_agg(${social_posts_rels.mediaID} order by ${social_posts_rels.order}) from ${social_posts_rels} where ${inPost.media}), '[]')`,
      pictures: sql<
        SocialPostRecord['pictures']
      >`coalesce((select json_agg(json_build_object('id', ${media.id}, 'baseName', ${media.baseName}, 'alt', coalesce(${media.alt}, '')) order by ${social_posts_rels.order})
        from ${social_posts_rels} join ${media} on ${media.id} = ${social_posts_rels.mediaID} and ${media.deletedAt} is null and ${media.baseName} is not null where ${inPost.media}), '[]')`,
      status: social_posts.status,
      scheduledFor: iso<string | null>(social_posts.scheduledFor),
      publishedAt: iso<string | null>(social_posts.publishedAt),
      deliveries: sql<SocialDelivery[]>`coalesce((select json_agg(json_build_object(
          'platform', ${social_deliveries.platform}, 'status', ${social_deliveries.status}, 'isOver', ${isDeliveryOver}, 'url', ${social_deliveries.url}, 'reason', ${social_deliveries.reason},
          'attempts', ${social_deliveries.attempts}, 'publishedAt', ${iso(social_deliveries.publishedAt)}, 'impressions', ${social_deliveries.impressions}, 'likes', ${social_deliveries.likes},
          'comments', ${social_deliveries.comments}, 'shares', ${social_deliveries.shares}, 'clicks', ${social_deliveries.clicks}, 'countedAt', ${iso(social_deliveries.countedAt)}) order by ${social_deliveries.platform})
        from ${social_deliveries} where ${social_deliveries.post} = ${social_posts.id}), '[]')`,
      createdAt: iso<string>(social_posts.createdAt),
      updatedAt: iso<string>(social_posts.updatedAt),
      deletedAt: iso<string | null>(social_posts.deletedAt),
    })
    .from(social_posts)
    .leftJoin(content, eq(content.id, social_posts.content))
    .leftJoin(products, eq(products.id, social_posts.product))
    .$dynamic()
}

function matchesSearch(
  { db }: Payload,
  {
    search,
    platform,
    status,
    show,
    from,
    to,
    firstDay,
    lastDay,
  }: Omit<SocialSearch, 'page' | 'limit' | 'sort'>,
): SQL | undefined {
  const texts = (condition: SQL) =>
    db.drizzle
      .select({ id: social_posts_texts.id })
      .from(social_posts_texts)
      .where(and(inPost.texts, condition))
  return and(
    show === 'trash' ? isNotNull(social_posts.deletedAt) : isNull(social_posts.deletedAt),
    status ? eq(social_posts.status, status) : undefined,
    platform
      ? exists(
          db.drizzle
            .select({ id: social_posts_platforms.id })
            .from(social_posts_platforms)
            .where(and(inPost.platforms, eq(social_posts_platforms.value, platform))),
        )
      : undefined,
    from ? gte(calendarDate, from) : undefined,
    to ? lt(calendarDate, to) : undefined,
    isOnDays(listDate, { from: firstDay, to: lastDay }),
    ...splitTerms(search).map((term) => {
      const pattern = `%${escapeLike(term.replace(/^#/, ''))}%`
      return or(
        ilike(social_posts.postText, pattern),
        exists(texts(ilike(social_posts_texts.text, pattern))),
      )
    }),
  )
}

const postOrders = {
  newest: [desc(listDate), desc(social_posts.id)],
  oldest: [asc(listDate), asc(social_posts.id)],
} satisfies Record<SocialSearch['sort'], SQL[]>

/** Returns one page, by calendar date. */
export async function listSocialPosts(
  payload: Payload,
  search: SocialSearch,
): Promise<PagedRows<SocialPostRecord>> {
  const condition = matchesSearch(payload, search)
  const [rows, [counted]] = await Promise.all([
    selectSocialPosts(payload.db.drizzle)
      .where(condition)
      .orderBy(...postOrders[search.sort])
      .limit(search.limit)
      .offset((search.page - 1) * search.limit),
    payload.db.drizzle.select({ total: count() }).from(social_posts).where(condition),
  ])
  const total = counted?.total ?? 0
  return { rows, total, page: search.page, pages: Math.max(1, Math.ceil(total / search.limit)) }
}

/** Returns one post, also from the trash; null if there is none. */
export async function getSocialPost({ db }: Payload, id: number): Promise<SocialPostRecord | null> {
  const [post] = await selectSocialPosts(db.drizzle).where(eq(social_posts.id, id))
  return post ?? null
}

/** Returns the posts about a content item, newest first. */
export function listPostsOfContent(
  { db }: Payload,
  contentId: number,
): Promise<SocialPostRecord[]> {
  return selectSocialPosts(db.drizzle)
    .where(and(eq(social_posts.content, contentId), isNull(social_posts.deletedAt)))
    .orderBy(desc(social_posts.id))
    .limit(50)
}

export type SocialCounts = Record<SocialPostStatus | 'all' | 'trash', number> & {
  /** When the worker last checked for due posts; null if it never did. */
  workerSeenAt: string | null
}
export async function countSocialPosts({ db }: Payload): Promise<SocialCounts> {
  const countStatus = (status: SocialPostStatus) =>
    countWhere(isNull(social_posts.deletedAt), eq(social_posts.status, status))
  const [counts] = await db.drizzle
    .select({
      all: countWhere(isNull(social_posts.deletedAt)),
      trash: countWhere(isNotNull(social_posts.deletedAt)),
      draft: countStatus('draft'),
      scheduled: countStatus('scheduled'),
      sending: countStatus('sending'),
      published: countStatus('published'),
      failed: countStatus('failed'),
      workerSeenAt: lastScheduledAt('process-due-posts'),
    })
    .from(social_posts)
  if (!counts) throw new Error('An aggregate without groups returns one row.')
  return counts
}

/** Returns the connected accounts without their tokens, which are never read back. */
export async function listSocialAccounts(payload: Payload): Promise<SocialAccountRecord[]> {
  const { docs } = await payload.find({
    collection: 'social-accounts',
    depth: 0,
    pagination: false,
    sort: 'platform',
  })
  return docs.map((account) => ({
    id: account.id,
    platform: account.platform,
    accountName: account.accountName,
    accountId: account.accountId,
    isActive: account.isActive,
    scopes: account.scopes ?? [],
    expiresAt: account.expiresAt ?? null,
    lastSync: account.lastSync ?? null,
    lastError: account.lastError ?? null,
    createdAt: account.createdAt,
  }))
}

/** Returns what the networks count for posts of the last days. A sum without any value is null, not zero. */
export async function getSocialAnalytics({ db }: Payload, days: number): Promise<SocialAnalytics> {
  const { platform, countedAt, publishedAt, url } = social_deliveries
  const { impressions, likes, comments, shares, clicks } = social_deliveries
  const sum = (column: AnyColumn) => sql<number | null>`sum(${column})::float8`
  const isRecent = and(
    eq(social_deliveries.status, 'published'),
    sql`${publishedAt} >= now() - make_interval(days => ${days})`,
    isNull(social_posts.deletedAt),
  )
  const ofPost = eq(social_posts.id, social_deliveries.post)
  const [networks, posts] = await Promise.all([
    db.drizzle
      .select({
        platform,
        posts: count(),
        counted: count(countedAt),
        impressions: sum(impressions),
        likes: sum(likes),
        comments: sum(comments),
        shares: sum(shares),
        clicks: sum(clicks),
      })
      .from(social_deliveries)
      .innerJoin(social_posts, ofPost)
      .where(isRecent)
      .groupBy(platform)
      .orderBy(platform),
    db.drizzle
      .select({
        id: social_posts.id,
        platform,
        postText: social_posts.postText,
        url,
        publishedAt: iso<string>(publishedAt),
        impressions,
        likes,
        comments,
        shares,
        clicks,
        countedAt: iso<string | null>(countedAt),
      })
      .from(social_deliveries)
      .innerJoin(social_posts, ofPost)
      .where(isRecent)
      .orderBy(desc(publishedAt), desc(social_deliveries.id))
      .limit(100),
  ])
  return { days, networks, posts }
}
