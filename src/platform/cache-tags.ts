import { sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'

import { databaseOf } from './transaction'

/** The PostgreSQL channel on which every web process listens for tags to invalidate. */
export const invalidationChannel = 'dayfern_invalidate_tags'

/** Response header of a public API call: the same for every visitor, so the web process may cache it. It never leaves the server. */
export const publicResponseHeader = 'X-Public-Response'

/** Tags of cached pages and queries. */
export const cacheTags = {
  product: (id: number | string) => `product:${id}`,
  products: 'products',
  categories: 'categories',
  content: (slug: string) => `content:${slug}`,
  contents: 'contents',
  settings: 'settings',
  /** Delivery estimates from delivered orders; renewed once a day. */
  deliveryDays: 'delivery-days',
  page: (slug: string) => `page:${slug}`,
} as const

type RevalidateRequest = Pick<PayloadRequest, 'payload' | 'transactionID'>

/** PostgreSQL notifications must be below 8000 bytes. */
const maxBytes = 7000

const toNotifications = (tags: readonly string[]): string[][] => {
  const notifications: string[][] = [[]]
  let bytes = 0
  for (const tag of tags) {
    const size = Buffer.byteLength(JSON.stringify(tag)) + 1
    if (bytes + size > maxBytes) {
      notifications.push([])
      bytes = 0
    }
    notifications.at(-1)?.push(tag)
    bytes += size
  }
  return notifications
}

/**
 * Invalidates the cached pages and queries with one of these tags in every web process (src/server/cache-invalidation.ts).
 * The notification is part of the caller's transaction: PostgreSQL delivers it after the commit, also from the worker
 * and from scripts.
 */
export async function revalidateTags(
  { payload, transactionID }: RevalidateRequest,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  const db = await databaseOf({ payload, transactionID })
  // Raw SQL: the query builder has no NOTIFY.
  for (const batch of toNotifications(tags))
    await db.execute(sql`select pg_notify(${invalidationChannel}, ${JSON.stringify(batch)})`)
}
