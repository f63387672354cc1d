import { sql } from '@payloadcms/db-postgres/drizzle'
import { APIError, type CollectionBeforeValidateHook } from 'payload'

import { isLockTimeout, lockTimeoutMessage } from '@/platform/database/unavailable'
import { databaseOf } from '@/platform/transaction'

/**
 * Optimistic locking for Payload's own edit forms: the form sends the `updatedAt` that it loaded, and
 * a save that hasn't seen a later change is refused with 409. The row stays locked until the save
 * commits, so concurrent saves are serialized; one that waits too long is refused with 409, too.
 * Requests without `updatedAt` are not checked; our endpoints check versions themselves.
 */
export const checkVersion: CollectionBeforeValidateHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const loadedVersion = (data as { updatedAt?: unknown } | undefined)?.updatedAt
  if (
    operation !== 'update' ||
    req.payloadAPI !== 'REST' ||
    typeof loadedVersion !== 'string' ||
    !originalDoc
  )
    return data
  const db = await databaseOf(req)
  // Raw SQL: locks a row of any collection, by its table name.
  const {
    rows: [row],
  } = await db
    .execute(
      sql`select updated_at as "updatedAt" from ${sql.identifier(collection.slug)} where id = ${(originalDoc as { id: number }).id} for update`,
    )
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? new APIError(lockTimeoutMessage, 409, null, true) : error
    })
  if (row && new Date(row.updatedAt as string).getTime() !== Date.parse(loadedVersion)) {
    throw new APIError(
      'Someone else changed this, so nothing was saved. Please review it and try again.',
      409,
      null,
      true,
    )
  }
  return data
}
