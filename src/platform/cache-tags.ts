import { sql } from '@payloadcms/db-postgres'
import type { PayloadRequest } from 'payload'

import { databaseOf } from './transaction'

/** The PostgreSQL channel on which every web process listens for tags to invalidate. */
export const invalidationChannel = 'dayfern_invalidate_tags'

/** Response header of a public API call: the same for every visitor, so the web process may cache it. It never leaves the server. */
export const publicResponseHeader = 'X-Public-Response'

/** The names under which pages and queries are kept and dropped. One place, so that hooks and queries agree. */
export const cacheTags = {
  product: (id: number | string) => `product:${id}`,
  products: 'products',
  categories: 'categories',
  content: (slug: string) => `content:${slug}`,
  contents: 'contents',
  settings: 'settings',
  page: (slug: string) => `page:${slug}`,
} as const

type DropRequest = Pick<PayloadRequest, 'payload' | 'transactionID'>

/** PostgreSQL takes notices below 8000 bytes. */
const mostBytes = 7000

const inNotices = (tags: readonly string[]): string[][] => {
  const notices: string[][] = [[]]
  let bytes = 0
  for (const tag of tags) {
    const size = Buffer.byteLength(JSON.stringify(tag)) + 1
    if (bytes + size > mostBytes) {
      notices.push([])
      bytes = 0
    }
    notices.at(-1)?.push(tag)
    bytes += size
  }
  return notices
}

/**
 * Invalidates the cached pages and queries with one of these tags in every web process (src/server/cache-invalidation.ts).
 * The notice is part of the caller's transaction: PostgreSQL delivers it after the commit, and it works from the worker
 * and from scripts just as from a request.
 */
export async function revalidateTags(
  { payload, transactionID }: DropRequest,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  const db = await databaseOf({ payload, transactionID })
  for (const notice of inNotices(tags))
    await db.execute(sql`select pg_notify(${invalidationChannel}, ${JSON.stringify(notice)})`)
}
