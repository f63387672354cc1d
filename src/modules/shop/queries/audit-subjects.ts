import { inArray, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { AnyPgColumn, PgTable } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import {
  api_keys,
  categories,
  content,
  data_requests,
  discounts,
  draft_orders,
  gift_cards,
  media,
  orders,
  pages,
  products,
  reviews,
  social_posts,
  users,
} from '@/payload-generated-schema'

import type { AuditRow } from './list-audit-events'

type Db = Payload['db']['drizzle']
type Title = { id: number; title: string | null }

const titlesOf =
  (table: PgTable & { id: AnyPgColumn }, title: AnyPgColumn | SQL) =>
  (db: Db, ids: number[]): PromiseLike<Title[]> =>
    db
      .select({ id: sql<number>`${table.id}`, title: sql<string | null>`${title}` })
      .from(table)
      .where(inArray(table.id, ids))

/** The titles of documents that still exist, by the subject type of their entries. Only these have a link. */
const readTitles: Record<string, ReturnType<typeof titlesOf>> = {
  content: titlesOf(content, content.title),
  product: titlesOf(products, products.name),
  page: titlesOf(pages, pages.title),
  category: titlesOf(categories, categories.name),
  discount: titlesOf(discounts, discounts.name),
  media: titlesOf(media, media.originalName),
  order: titlesOf(orders, orders.orderNumber),
  draft_order: titlesOf(draft_orders, sql`'Draft order ' || ${draft_orders.id}`),
  gift_card: titlesOf(gift_cards, sql`'Gift card ending in ' || ${gift_cards.lastFour}`),
  review: titlesOf(
    reviews,
    sql`coalesce(nullif(${reviews.title}, ''), 'Review ' || ${reviews.id})`,
  ),
  data_request: titlesOf(data_requests, sql`'Data request ' || ${data_requests.id}`),
  api_key: titlesOf(api_keys, api_keys.name),
  'social-post': titlesOf(social_posts, social_posts.postText),
  user: titlesOf(users, users.username),
}

/** 'product 12' */
export function subjectKey({
  subjectType,
  subjectId,
}: Pick<AuditRow, 'subjectType' | 'subjectId'>) {
  return `${subjectType} ${subjectId}`
}

/** Returns the titles of what the entries are about, by `subjectKey`; deleted things have none. */
export async function listSubjectTitles(
  { db: { drizzle } }: Payload,
  rows: readonly Pick<AuditRow, 'subjectType' | 'subjectId'>[],
): Promise<Map<string, string>> {
  const titles = await Promise.all(
    Object.entries(readTitles).map(async ([type, read]) => {
      const ids = rows.flatMap(({ subjectType, subjectId }) =>
        subjectType === type && /^\d{1,9}$/.test(subjectId ?? '') ? [Number(subjectId)] : [],
      )
      const subjects = ids.length > 0 ? await read(drizzle, ids) : []
      return subjects.map(({ id, title }): [string, string] => [`${type} ${id}`, title ?? ''])
    }),
  )
  return new Map(titles.flat().filter(([, title]) => title !== ''))
}
