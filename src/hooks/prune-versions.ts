import { and, eq, lt, sql } from '@payloadcms/db-postgres/drizzle'
import type { CollectionAfterChangeHook } from 'payload'

import { _content_v as versions } from '@/payload-generated-schema'
import type { Content } from '@/payload-types'
import { databaseOf } from '@/platform/transaction'

/**
 * Keeps only the latest autosave of each five minutes. Drafts autosave every few seconds and only 50 versions are kept,
 * which would otherwise reach back a few minutes only. An autosave names the one that it follows in the same form
 * (`replaces`, its `updatedAt`), so whatever else was saved, restored, or overwritten stays.
 */
export const pruneVersions: CollectionAfterChangeHook<Content> = async ({
  doc,
  operation,
  req,
}) => {
  const { replaces } = req.query
  if (operation !== 'update' || typeof replaces !== 'string' || Number.isNaN(Date.parse(replaces)))
    return
  const db = await databaseOf(req)
  const latest = db
    .select({ id: sql`max(${versions.id})` })
    .from(versions)
    .where(eq(versions.parent, doc.id))
  await db
    .delete(versions)
    .where(
      and(
        eq(versions.parent, doc.id),
        eq(versions.version_status, 'draft'),
        eq(versions.version_updatedAt, new Date(replaces).toISOString()),
        sql`floor(extract(epoch from ${versions.createdAt}) / 300) = floor(extract(epoch from now()) / 300)`,
        lt(versions.id, latest),
      ),
    )
}
