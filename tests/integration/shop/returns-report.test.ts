import { randomUUID } from 'node:crypto'

import { makePerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

beforeAll(() => getTestPayload())

it('the returns report counts returns, items, and claims by reason and outcome, also as CSV', async () => {
  const owner = await makePerson('super_admin')
  const order = await makeOrder({ status: 'delivered' })
  const add = (reason: string, status: string, quantity: number, day: string, isClaimed = false) =>
    rowsOf(sql`
      with made as (insert into returns (order_id, status, reason, wish, request_id, claimed_at, created_at)
        values (${order.id}, ${status}, ${reason}, 'refund', ${randomUUID()}, ${isClaimed ? sql`now()` : null}, ${`${day}T18:00:00Z`}::timestamptz) returning id)
      insert into returns_lines (_order, _parent_id, id, item_id, quantity) select 1, id, ${randomUUID()}, 'item', ${quantity} from made`)
  await add('size', 'refunded', 1, '2026-03-02')
  await add('size', 'refunded', 2, '2026-03-03')
  await add('size', 'exchanged', 1, '2026-03-04')
  await add('damaged', 'requested', 1, '2026-03-31', true)
  await add('size', 'refunded', 5, '2026-04-02')
  const path = '/api/admin/reports/returns'
  const days = 'from=2026-03-01&to=2026-03-31'
  const { body } = await call<{ rows: object[] }>('GET', `${path}?${days}`, { as: owner })
  expect(body.rows).toEqual([
    { reason: 'It doesn’t fit', outcome: 'Refunded', returns: 2, items: 3, claims: 0 },
    { reason: 'It doesn’t fit', outcome: 'Exchanged', returns: 1, items: 1, claims: 0 },
    { reason: 'It’s damaged or misprinted', outcome: 'Requested', returns: 1, items: 1, claims: 1 },
  ])
  const file = await call<string>('GET', `${path}/export?${days}`, { as: owner })
  expect(file.body).toContain('"It’s damaged or misprinted","Requested",1,1,1')
})
