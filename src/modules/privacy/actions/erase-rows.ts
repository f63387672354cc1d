import { sql } from '@payloadcms/db-postgres'

import { type DataSubject, dataSubjectCondition } from '@/modules/privacy/queries/user-data'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { processingRecords } from '@/modules/privacy/rules/records-of-processing'
import type { Tx } from '@/platform/transaction'

type SQL = ReturnType<typeof sql>

const rowsIn = (table: string, person: DataSubject): SQL => {
  const holding = processingRecords.find((one) => one.table === table)
  if (!holding) throw new Error(`${table} is not in the privacy register`)
  return dataSubjectCondition(holding, person)
}

const idsIn = async (tx: Tx, table: string, person: DataSubject): Promise<number[]> => {
  const { rows } = await tx.execute(
    sql`select id from ${sql.raw(table)} where ${rowsIn(table, person)} order by id for update`,
  )
  return rows.map(({ id }) => Number(id))
}

/** A list of ids, fit for `= any(…)`. */
const list = (ids: readonly number[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::integer)`

/** Orders stay for the books; the person in them goes. What PayPal told about them goes too. */
export async function anonymizeOrders(tx: Tx, orders: readonly number[]): Promise<void> {
  if (orders.length === 0) return
  await tx.execute(sql`select set_config('app.erasure', '1', true)`)
  await tx.execute(sql`
    update orders set email = ${erasedValues.email}, customer_id = null, newsletter_subscribe = false, request_hash = null, access_key_hash = ${erasedValues.email},
      shipping_address_first_name = ${erasedValues.firstName}, shipping_address_last_name = null, shipping_address_address1 = null, shipping_address_address2 = null,
      shipping_address_city = null, shipping_address_zip = null, shipping_address_phone = null,
      billing_address_first_name = ${erasedValues.firstName}, billing_address_last_name = null, billing_address_address1 = null, billing_address_address2 = null,
      billing_address_city = null, billing_address_zip = null, billing_address_phone = null,
      tracking_number = null, tracking_url = null, shipments = null, fulfillment_note = null, notes = null, version = version + 1, updated_at = now()
    where id = any(${list(orders)})`)
  // What staff typed could name somebody, and a tracking number leads to a door.
  await tx.execute(sql`
    update order_events set reason = null, message = case when type = 'tracking' then 'Tracking number' else message end, updated_at = now()
    where order_id = any(${list(orders)}) and (reason is not null or type = 'tracking')`)
  await tx.execute(
    sql`update payments set reason = null where order_id = any(${list(orders)}) and kind = 'manual' and reason is not null`,
  )
  await tx.execute(sql`select set_config('app.erasure', '', true)`)
}

/** Somebody who once worked here stands on timelines by name. A name that another person has too cannot be told apart and stays. */
const replaceActor = async (tx: Tx, userId: number): Promise<void> => {
  await tx.execute(sql`select set_config('app.erasure', '1', true)`)
  await tx.execute(sql`
    with known as (select id, coalesce(nullif(trim(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''))), ''), username) as name from users)
    update order_events set actor = ${erasedValues.actor}, updated_at = now()
    where actor = (select name from known where id = ${userId}) and actor not in (select name from known where id <> ${userId})`)
  await tx.execute(sql`select set_config('app.erasure', '', true)`)
}

/**
 * Everything of a person: deleted, or replaced where the record has to stay. Inside the caller's transaction, so that
 * it happens as a whole or not at all.
 * @returns products whose reviews now show another name
 */
export async function eraseRows(tx: Tx, person: DataSubject): Promise<number[]> {
  const orders = await idsIn(tx, 'orders', person)
  await tx.execute(
    sql`update webhook_events set body = '{}'::jsonb, note = null, updated_at = now() where ${rowsIn('webhook_events', person)}`,
  )
  await tx.execute(sql`delete from subscribers where ${rowsIn('subscribers', person)}`)
  await tx.execute(sql`delete from contact_messages where ${rowsIn('contact_messages', person)}`)
  await tx.execute(sql`delete from rate_limits where ${rowsIn('rate_limits', person)}`)
  await tx.execute(sql`delete from sync_rows where ${rowsIn('sync_rows', person)}`)
  await anonymizeOrders(tx, orders)
  if (person.userId === null) return []
  await tx.execute(
    sql`delete from reviews where ${rowsIn('reviews', person)} and status <> 'approved'`,
  )
  const { rows: reviewed } = await tx.execute(sql`
    update reviews set author = ${erasedValues.author}, customer_id = null, order_id = null, note = null, updated_at = now()
    where ${rowsIn('reviews', person)} returning product_id`)
  await replaceActor(tx, person.userId)
  await tx.execute(
    sql`delete from payload_preferences where ${rowsIn('payload_preferences', person)}`,
  )
  // Sessions, ways to sign in, keys, addresses and saved things go with the row (foreign keys).
  await tx.execute(sql`delete from users where id = ${person.userId}`)
  return reviewed.map(({ product_id: id }) => Number(id))
}
