import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

/** What waits for somebody, counted in one statement. */
export type ToDo = { ordersForPrinter: number; reviewsWaiting: number; drafts: number; picturesWithoutAlt: number }

export const countToDo = async (payload: Payload): Promise<ToDo> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`select
    (select count(*)::integer from orders where status = 'paid' and printful_order_id is null) as "ordersForPrinter",
    (select count(*)::integer from reviews where status = 'waiting') as "reviewsWaiting",
    (select count(*)::integer from content where status = 'draft') as drafts,
    (select count(*)::integer from media where coalesce(alt, '') = '') as "picturesWithoutAlt"`)
  return row as ToDo
}

export type RecentWords = { id: number; title: string; status: 'draft' | 'published' | 'scheduled'; updatedAt: string }

/** The pieces that were worked on last. */
export const listRecentWords = async (payload: Payload, limit: number): Promise<RecentWords[]> => {
  const { docs } = await payload.find({
    collection: 'content', sort: '-updatedAt', limit, depth: 0, pagination: false, select: { title: true, status: true, updatedAt: true },
  })
  return docs.map(({ id, title, status, updatedAt }) => ({ id, title, status, updatedAt }))
}
