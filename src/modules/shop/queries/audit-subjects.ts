import { inArray, sql } from '@payloadcms/db-postgres/drizzle'
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

/** The titles of documents that still exist, by the subject type of their entries. Only these have a link. */
const readTitles: Record<string, (db: Db, ids: number[]) => PromiseLike<Title[]>> = {
  content: (db, ids) =>
    db
      .select({ id: content.id, title: content.title })
      .from(content)
      .where(inArray(content.id, ids)),
  product: (db, ids) =>
    db
      .select({ id: products.id, title: products.name })
      .from(products)
      .where(inArray(products.id, ids)),
  page: (db, ids) =>
    db.select({ id: pages.id, title: pages.title }).from(pages).where(inArray(pages.id, ids)),
  category: (db, ids) =>
    db
      .select({ id: categories.id, title: categories.name })
      .from(categories)
      .where(inArray(categories.id, ids)),
  discount: (db, ids) =>
    db
      .select({ id: discounts.id, title: discounts.name })
      .from(discounts)
      .where(inArray(discounts.id, ids)),
  media: (db, ids) =>
    db
      .select({ id: media.id, title: media.originalName })
      .from(media)
      .where(inArray(media.id, ids)),
  order: (db, ids) =>
    db
      .select({ id: orders.id, title: orders.orderNumber })
      .from(orders)
      .where(inArray(orders.id, ids)),
  draft_order: (db, ids) =>
    db
      .select({ id: draft_orders.id, title: sql<string>`'Draft order ' || ${draft_orders.id}` })
      .from(draft_orders)
      .where(inArray(draft_orders.id, ids)),
  gift_card: (db, ids) =>
    db
      .select({
        id: gift_cards.id,
        title: sql<string>`'Gift card ending in ' || ${gift_cards.lastFour}`,
      })
      .from(gift_cards)
      .where(inArray(gift_cards.id, ids)),
  review: (db, ids) =>
    db
      .select({
        id: reviews.id,
        title: sql<string>`coalesce(nullif(${reviews.title}, ''), 'Review ' || ${reviews.id})`,
      })
      .from(reviews)
      .where(inArray(reviews.id, ids)),
  data_request: (db, ids) =>
    db
      .select({ id: data_requests.id, title: sql<string>`'Data request ' || ${data_requests.id}` })
      .from(data_requests)
      .where(inArray(data_requests.id, ids)),
  api_key: (db, ids) =>
    db
      .select({ id: api_keys.id, title: api_keys.name })
      .from(api_keys)
      .where(inArray(api_keys.id, ids)),
  'social-post': (db, ids) =>
    db
      .select({ id: social_posts.id, title: social_posts.postText })
      .from(social_posts)
      .where(inArray(social_posts.id, ids)),
  user: (db, ids) =>
    db.select({ id: users.id, title: users.username }).from(users).where(inArray(users.id, ids)),
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
