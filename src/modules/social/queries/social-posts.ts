import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type {
  DeliveryStatus,
  SocialPlatform,
  SocialPostStatus,
} from '@/modules/social/rules/social-post'

export type SocialMetricsRow = {
  impressions: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  clicks: number | null
}
export type SocialDelivery = SocialMetricsRow & {
  platform: SocialPlatform
  status: DeliveryStatus
  /** Nothing happens by itself any more: it went out, failed, or a person has to look. */
  isOver: boolean
  url: string | null
  reason: string | null
  attempts: number
  publishedAt: string | null
  countedAt: string | null
}
/** Admin specification 3, 'Social post', and what a screen needs besides. Dates are ISO 8601. */
export type SocialPostRecord = {
  id: number
  contentId: number | null
  contentTitle: string | null
  productId: number | null
  productName: string | null
  platforms: SocialPlatform[]
  postText: string
  hashtags: string[]
  mediaIds: number[]
  pictures: { id: number; baseName: string; alt: string }[]
  status: SocialPostStatus
  scheduledFor: string | null
  publishedAt: string | null
  deliveries: SocialDelivery[]
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}
export type SocialSearch = {
  search: string
  platform: SocialPlatform | ''
  status: SocialPostStatus | ''
  show: '' | 'trash'
  page: number
  limit: number
  from?: string
  to?: string
}

const iso = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
/** When it stands in a calendar: the day it is meant for, or went out. */
const day = sql.raw(
  `case when p.status in ('scheduled', 'failed', 'sending') then coalesce(p.scheduled_for, p.published_at) else coalesce(p.published_at, p.scheduled_for) end`,
)

const recordsOf = (from: SQL): SQL => sql`
  select p.id, p.content_id as "contentId", (select title from content c where c.id = p.content_id) as "contentTitle", p.product_id as "productId", (select name from products x where x.id = p.product_id) as "productName",
    coalesce((select json_agg(s.value order by s."order") from social_posts_platforms s where s.parent_id = p.id), '[]') as platforms, p.post_text as "postText",
    coalesce((select json_agg(t.text order by t."order") from social_posts_texts t where t.parent_id = p.id and t.path = 'hashtags'), '[]') as hashtags,
    coalesce((select json_agg(r.media_id order by r."order") from social_posts_rels r where r.parent_id = p.id and r.path = 'media'), '[]') as "mediaIds",
    coalesce((select json_agg(json_build_object('id', m.id, 'baseName', m.base_name, 'alt', coalesce(m.alt, '')) order by r."order")
      from social_posts_rels r join media m on m.id = r.media_id and m.deleted_at is null and m.base_name is not null where r.parent_id = p.id and r.path = 'media'), '[]') as pictures,
    p.status, ${iso('p.scheduled_for')} as "scheduledFor", ${iso('p.published_at')} as "publishedAt",
    coalesce((select json_agg(json_build_object(
      'platform', d.platform, 'status', d.status, 'isOver', d.status in ('published', 'failed', 'by-hand') or coalesce((d.progress->>'over')::boolean, false), 'url', d.url, 'reason', d.reason, 'attempts', d.attempts,
      'publishedAt', ${iso('d.published_at')}, 'impressions', d.impressions, 'likes', d.likes, 'comments', d.comments, 'shares', d.shares, 'clicks', d.clicks, 'countedAt', ${iso('d.counted_at')}) order by d.platform)
      from social_deliveries d where d.post_id = p.id), '[]') as deliveries,
    ${iso('p.created_at')} as "createdAt", ${iso('p.updated_at')} as "updatedAt", ${iso('p.deleted_at')} as "deletedAt"
  from social_posts p ${from}`

const matching = ({
  search,
  platform,
  status,
  show,
  from,
  to,
}: Omit<SocialSearch, 'page' | 'limit'>): SQL => {
  const words = search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
  return sql.join(
    [
      show === 'trash' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
      ...(status ? [sql`p.status = ${status}`] : []),
      ...(platform
        ? [
            sql`exists (select from social_posts_platforms s where s.parent_id = p.id and s.value = ${platform})`,
          ]
        : []),
      ...(from ? [sql`${day} >= ${from}`] : []),
      ...(to ? [sql`${day} < ${to}`] : []),
      ...words.map((word) => {
        const like = `%${word.replace(/^#/, '').replace(/[\\%_]/g, '\\$&')}%`
        return sql`(p.post_text ilike ${like} or exists (select from social_posts_texts t where t.parent_id = p.id and t.text ilike ${like}))`
      }),
    ],
    sql` and `,
  )
}

/** One page: what goes out next and went out last comes first. */
export async function listSocialPosts(
  payload: Payload,
  search: SocialSearch,
): Promise<{ rows: SocialPostRecord[]; total: number; page: number; pages: number }> {
  const where = matching(search)
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(
      recordsOf(
        sql`where ${where} order by coalesce(${day}, p.updated_at) desc, p.id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}`,
      ),
    ),
    payload.db.drizzle.execute(
      sql`select count(*)::integer as total from social_posts p where ${where}`,
    ),
  ])
  const { total } = counted as { total: number }
  return {
    rows: rows as unknown as SocialPostRecord[],
    total,
    page: search.page,
    pages: Math.max(1, Math.ceil(total / search.limit)),
  }
}

/** One post, also from the trash; null when there is none. */
export async function getSocialPost(
  payload: Payload,
  id: number,
): Promise<SocialPostRecord | null> {
  return (
    ((await payload.db.drizzle.execute(recordsOf(sql`where p.id = ${id}`))).rows[0] as unknown as
      SocialPostRecord | undefined) ?? null
  )
}

/** The posts about one piece, the newest first. */
export async function listPostsOfContent(
  payload: Payload,
  contentId: number,
): Promise<SocialPostRecord[]> {
  return (
    await payload.db.drizzle.execute(
      recordsOf(
        sql`where p.content_id = ${contentId} and p.deleted_at is null order by p.id desc limit 50`,
      ),
    )
  ).rows as unknown as SocialPostRecord[]
}

export type SocialCounts = Record<SocialPostStatus | 'all' | 'trash', number> & {
  /** When the worker last looked for posts that are due; null when it never did. */
  workerSeenAt: string | null
}
export async function countSocialPosts(payload: Payload): Promise<SocialCounts> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select count(*) filter (where deleted_at is null)::integer as all, count(*) filter (where deleted_at is not null)::integer as trash,
      count(*) filter (where deleted_at is null and status = 'draft')::integer as draft, count(*) filter (where deleted_at is null and status = 'scheduled')::integer as scheduled,
      count(*) filter (where deleted_at is null and status = 'sending')::integer as sending, count(*) filter (where deleted_at is null and status = 'published')::integer as published,
      count(*) filter (where deleted_at is null and status = 'failed')::integer as failed,
      (select ${iso('max(last_execution)')} from graphile_worker._private_known_crontabs where identifier = 'tend-social-posts') as "workerSeenAt"
    from social_posts`)
  return row as unknown as SocialCounts
}

export type SocialAccountRecord = {
  id: number
  platform: SocialPlatform
  accountName: string
  accountId: string
  isActive: boolean
  scopes: string[]
  expiresAt: string | null
  lastSync: string | null
  lastError: string | null
  createdAt: string
}
/** Without the tokens, which nobody reads back. */
export async function listSocialAccounts(payload: Payload): Promise<SocialAccountRecord[]> {
  return (
    await payload.db.drizzle.execute(sql`
    select a.id, a.platform, a.account_name as "accountName", a.account_id as "accountId", a.is_active as "isActive",
      coalesce((select json_agg(t.text order by t."order") from social_accounts_texts t where t.parent_id = a.id and t.path = 'scopes'), '[]') as scopes,
      ${iso('a.expires_at')} as "expiresAt", ${iso('a.last_sync')} as "lastSync", a.last_error as "lastError", ${iso('a.created_at')} as "createdAt"
    from social_accounts a order by a.platform`)
  ).rows as unknown as SocialAccountRecord[]
}

export type SocialAnalytics = {
  days: number
  networks: (SocialMetricsRow & { platform: SocialPlatform; posts: number; counted: number })[]
  posts: (SocialMetricsRow & {
    id: number
    platform: SocialPlatform
    postText: string
    url: string | null
    publishedAt: string
    countedAt: string | null
  })[]
}
const figureNames = ['impressions', 'likes', 'comments', 'shares', 'clicks'] as const

/** What the networks told about posts of the last days. A sum of nothing that is known is null, not zero. */
export async function getSocialAnalytics(payload: Payload, days: number): Promise<SocialAnalytics> {
  const where = sql`d.status = 'published' and d.published_at >= now() - make_interval(days => ${days}) and p.deleted_at is null`
  const [networks, posts] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select d.platform, count(*)::integer as posts, count(d.counted_at)::integer as counted, ${sql.raw(figureNames.map((name) => `sum(d.${name})::float8 as ${name}`).join(', '))}
      from social_deliveries d join social_posts p on p.id = d.post_id where ${where} group by d.platform order by d.platform`),
    payload.db.drizzle.execute(sql`
      select p.id, d.platform, p.post_text as "postText", d.url, ${iso('d.published_at')} as "publishedAt", ${sql.raw(figureNames.map((name) => `d.${name}::float8 as ${name}`).join(', '))}, ${iso('d.counted_at')} as "countedAt"
      from social_deliveries d join social_posts p on p.id = d.post_id where ${where} order by d.published_at desc, d.id desc limit 100`),
  ])
  return {
    days,
    networks: networks.rows as unknown as SocialAnalytics['networks'],
    posts: posts.rows as unknown as SocialAnalytics['posts'],
  }
}
