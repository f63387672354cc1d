import { makeCheckout, type TestPerson } from '@tests/support/factories'
import { rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { useSandbox } from '@tests/support/sandbox'

import type { Product } from '@/payload-types'

type Placed = { id: string; orderNumber: string; key: string }
/** `item` is the ID of the order’s only line. */
export type Delivered = Placed & { item: string; orderId: number }

/** Places and pays for an order of two tees that was delivered `days` ago, or is still in transit if null. */
export async function deliverOrder(
  sandbox: ReturnType<typeof useSandbox>,
  product: Product,
  days: number | null,
  as?: TestPerson,
): Promise<Delivered> {
  const items = [{ productId: product.id, size: 'M', color: 'Pine', quantity: 2 }]
  const { body: placed } = await call<Placed>('POST', '/order', {
    as,
    body: makeCheckout(product, { items, amount: '69.12' }),
  })
  await sandbox.approve(placed.id)
  await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const [row] = await rowsOf<{ id: number; item: string }>(sql`
    update orders set status = ${days === null ? 'shipped' : 'delivered'}::enum_orders_status where order_number = ${placed.orderNumber}
    returning id, (select i.id from orders_items i where i._parent_id = orders.id) as item`)
  if (!row) throw new Error('No such order')
  if (days !== null)
    await rowsOf(sql`
      insert into order_events (order_id, type, message, actor, created_at)
      values (${row.id}, 'delivered', 'Delivered', 'June', now() - make_interval(days => ${days}))`)
  return { ...placed, item: row.item, orderId: row.id }
}
