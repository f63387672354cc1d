import { sql } from '@payloadcms/db-postgres'
import type { CollectionAfterChangeHook } from 'payload'

import type { Content } from '@/payload-types'
import { databaseOf } from '@/platform/transaction'

/**
 * A draft saves itself every few seconds, and fifty versions are kept: of the drafts of the same five minutes only the
 * latest stays, so that what can be brought back reaches further than a few minutes.
 */
export const pruneVersions: CollectionAfterChangeHook<Content> = async ({
  doc,
  previousDoc,
  operation,
  req,
}) => {
  if (operation !== 'update' || doc.status !== 'draft' || previousDoc?.status !== 'draft') return
  const db = await databaseOf(req)
  await db.execute(sql`
    delete from _content_v where parent_id = ${doc.id} and version_status = 'draft'
      and floor(extract(epoch from created_at) / 300) = floor(extract(epoch from now()) / 300)
      and id < (select max(id) from _content_v where parent_id = ${doc.id})`)
}
