import { sql } from '@payloadcms/db-postgres'
import { APIError, type CollectionBeforeValidateHook } from 'payload'

import { databaseOf } from '@/platform/transaction'

/**
 * Two people may have one thing open in the panel. Its form sends the time of the last change that it has seen; a save
 * that has not seen somebody else's is refused with 409 and overwrites nothing. The row is locked until the save is
 * through, so of two at the same moment one is second. Whatever sends no time (our own calls have a check of their own) is not asked.
 */
export const checkVersion: CollectionBeforeValidateHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const seen = (data as { updatedAt?: unknown } | undefined)?.updatedAt
  if (
    operation !== 'update' ||
    req.payloadAPI !== 'REST' ||
    typeof seen !== 'string' ||
    !originalDoc
  )
    return data
  const db = await databaseOf(req)
  const {
    rows: [row],
  } = await db.execute(
    sql`select updated_at as "updatedAt" from ${sql.identifier(collection.slug)} where id = ${originalDoc.id} for update`,
  )
  if (row && new Date(row.updatedAt as string).getTime() !== Date.parse(seen)) {
    throw new APIError(
      'Somebody else has saved this since you opened it, so nothing was saved.',
      409,
      null,
      true,
    )
  }
  return data
}
