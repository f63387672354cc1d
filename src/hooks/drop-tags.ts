import { sql } from '@payloadcms/db-postgres'
import type { PayloadRequest } from 'payload'
import { databaseOf } from '../transaction'

/** The PostgreSQL channel on which every web process listens (scripts/page-cache.mjs). */
export const dropTagsChannel = 'dayfern_drop_tags'

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
 * Makes every web process forget the pages and queries that carry one of these tags. The notice is part of the
 * caller's transaction: PostgreSQL delivers it after the commit, so nobody can render the old row again in between,
 * and it works from the worker and from scripts just as from a request.
 */
export const dropTags = async ({ payload, transactionID }: DropRequest, tags: readonly string[]): Promise<void> => {
  if (tags.length === 0) return
  const db = await databaseOf({ payload, transactionID })
  for (const notice of inNotices(tags))
    await db.execute(sql`select pg_notify(${dropTagsChannel}, ${JSON.stringify(notice)})`)
}
