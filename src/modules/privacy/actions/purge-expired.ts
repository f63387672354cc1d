import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { erasedValues } from '@/modules/privacy/rules/data-request'
import { retention } from '@/modules/privacy/rules/records-of-processing'
import { audit } from '@/platform/audit'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

import { anonymizeOrders } from './erase-rows'

/** Requests that nobody confirmed in time: refused, and what was typed is forgotten. */
const refuseUnverified = (payload: Payload): Promise<void> =>
  withTransaction(payload, async (_req, tx) => {
    const { rows } = await tx.execute(sql`
      update data_requests set status = 'refused', user_id = null, email = null, full_name = null, other_emails = null, account_created = null, reason = null, note = null, updated_at = now()
      where status = 'received' and verify_by < now() returning id`)
    for (const { id } of rows)
      await audit(tx, null, {
        action: 'data_request.refused',
        subjectType: 'data_request',
        subjectId: Number(id),
      })
  })

/** Orders whose time in the books is over. */
const replaceOldOrders = (payload: Payload): Promise<void> =>
  withTransaction(payload, async (_req, tx) => {
    const { rows } = await tx.execute(sql`
      select id from orders where created_at < now() - make_interval(years => ${retention.orderYears}) and email <> ${erasedValues.email} order by id limit 500 for update`)
    await anonymizeOrders(
      tx,
      rows.map(({ id }) => Number(id)),
    )
  })

/** What the register says about how long things are kept, done (modules/privacy/rules/records-of-processing, retention). */
const forgetExpired = async (payload: Payload): Promise<void> => {
  const db = payload.db.drizzle
  await db.execute(
    sql`update webhook_events set body = '{}'::jsonb where created_at < now() - make_interval(days => ${retention.deliveryDays}) and status <> 'received' and body <> '{}'::jsonb`,
  )
  await db.execute(
    sql`delete from contact_messages where status = 'answered' and updated_at < now() - make_interval(days => ${retention.messageDays})`,
  )
  await db.execute(
    sql`delete from account_tokens where coalesce(used_at, expires_at) < now() - make_interval(days => ${retention.tokenDays})`,
  )
  await db.execute(
    sql`delete from users_sessions where expires_at < now() - make_interval(days => ${retention.tokenDays})`,
  )
  await db.execute(
    sql`delete from subscribers where status = 'pending' and updated_at < now() - make_interval(days => ${retention.unconfirmedDays})`,
  )
  await db.execute(
    sql`delete from sync_rows where created_at < now() - make_interval(days => ${retention.deliveryDays})`,
  )
  // The mail that ends a request could not be sent for a week: the address is forgotten all the same.
  await db.execute(
    sql`update data_requests set email = null where status in ('completed', 'withdrawn') and email is not null and updated_at < now() - interval '7 days'`,
  )
}

/**
 * The nightly round over people's data: requests that are due are erased (a job each), those that were never confirmed
 * are closed, and what has been kept long enough is forgotten. Every step can be repeated.
 */
export async function purgeExpired(payload: Payload): Promise<void> {
  await refuseUnverified(payload)
  const { rows } = await payload.db.drizzle.execute(
    sql`select id from data_requests where status in ('verified', 'waiting') and erase_after <= now() order by erase_after`,
  )
  for (const { id } of rows)
    await queueJob(
      payload.db.drizzle,
      'erase-person',
      { requestId: Number(id) },
      { key: `erase-person:${id}` },
    )
  await forgetExpired(payload)
  await replaceOldOrders(payload)
}
