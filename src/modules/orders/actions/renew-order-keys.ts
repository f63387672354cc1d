import { and, asc, desc, gt, inArray, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders } from '@/payload-generated-schema'

const batchSize = 5000

const keyColumns = { id: orders.id, uuid: orders.uuid, hash: orders.accessKeyHash }
const isNotErased = ne(orders.accessKeyHash, erasedValues.email)

const currentHash = (uuid: string): string => hashOrderKey(createOrderKey(uuid))

/** Whether the links in emails about the oldest and the newest order fit this PAYLOAD_SECRET. */
export async function orderLinksWork({ db: { drizzle } }: Payload): Promise<boolean> {
  const [oldest, newest] = await Promise.all(
    [asc(orders.id), desc(orders.id)].map((order) =>
      drizzle.select(keyColumns).from(orders).where(isNotErased).orderBy(order).limit(1),
    ),
  )
  return [...(oldest ?? []), ...(newest ?? [])].every(
    ({ uuid, hash }) => hash === currentHash(uuid),
  )
}

/**
 * Stores each order's key again after PAYLOAD_SECRET was changed: the links in emails that are sent from now on
 * work, and those from before stop. Safe to repeat; changes nothing while the secret is the same.
 * @returns how many orders got another key
 */
export async function renewOrderKeys({ db: { drizzle } }: Payload): Promise<number> {
  let count = 0
  for (let last = 0; ;) {
    const rows = await drizzle
      .select(keyColumns)
      .from(orders)
      .where(and(gt(orders.id, last), isNotErased))
      .orderBy(asc(orders.id))
      .limit(batchSize)
    const changes = rows
      .map((row) => ({ ...row, next: currentHash(row.uuid) }))
      .filter(({ hash, next }) => hash !== next)
    const ids = changes.map(({ id }) => id)
    const hashes = changes.map(({ hash }) => hash)
    const next = changes.map((change) => change.next)
    if (changes.length > 0)
      await drizzle
        .update(orders)
        .set({
          accessKeyHash: sql`(select renewed.hash from unnest(${sql.param(ids)}::integer[], ${sql.param(next)}::text[]) as renewed (order_id, hash) where renewed.order_id = ${orders.id})`,
        })
        // Not an order that was erased since it was read.
        .where(and(inArray(orders.id, ids), inArray(orders.accessKeyHash, hashes)))
    count += changes.length
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return count
    last = end.id
  }
}
