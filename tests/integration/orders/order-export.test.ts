import { randomUUID } from 'node:crypto'

import { makePerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { exportList } from '@/endpoints/http/export-list'
import { parseCsv } from '@/platform/csv'

const exportRows = async (ids: number[]) => {
  const { body } = await call<string>('GET', `/api/admin/orders/export?ids=${ids.join(',')}`, {
    as: await makePerson('admin'),
  })
  const [head, ...rows] = parseCsv(body)
  const columns = head?.cells ?? []
  const byNumber = new Map(
    rows.map(({ cells }) => [
      cells[0],
      Object.fromEntries(columns.map((name, at) => [name, cells[at]])),
    ]),
  )
  return { columns, byNumber }
}

const untaxed = { taxCents: 0, totalCents: 3799 }
beforeAll(() => getTestPayload())

it('an export is in the audit log, with how many orders it had and nothing about them', async () => {
  const { id } = await makeOrder({ status: 'paid' })
  await exportRows([id])
  const events = await rowsOf(
    sql`select actor_role, subject_id, details from audit_events where action = 'orders.exported'`,
  )
  expect(events).toEqual([{ actor_role: 'admin', subject_id: null, details: { rows: 1 } }])
})

it('a list that grows while it is exported repeats none of its rows', async () => {
  const numbers = Array.from({ length: 1200 }, (_, index) => index)
  const ids = [...numbers]
  const file = await exportList(
    { payload: await getTestPayload(), user: null },
    {
      name: 'numbers',
      action: 'numbers.exported',
      columns: { id: (row: { id: number }) => row.id },
      readPage: async ({ page, limit }) => {
        ids.unshift(10_000 + page)
        const rows = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }))
        return { rows, pages: Math.ceil(ids.length / limit) }
      },
    },
  )
  const [, ...rows] = parseCsv(await file.text())
  expect(rows.map(({ cells }) => Number(cells[0]))).toEqual([10_001, ...numbers])
})

it('an export ends with what an order is, how and when it was paid, its exemption, and the state of its tax', async () => {
  const bought = await makeOrder({ status: 'paid' }, { captured: true })
  await rowsOf(sql`update payments set method = 'venmo' where order_id = ${bought.id}`)
  const paidAt = '2026-11-01T03:30:00.000Z'
  await rowsOf(sql`update orders set paid_at = ${paidAt} where id = ${bought.id}`)
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents) values
      (${bought.id}, 'gift-card', 'gift-card', ${randomUUID()}, 'completed', 1000),
      (${bought.id}, 'refund', 'manual', ${randomUUID()}, 'completed', 100)`,
  )
  const moved = await makeOrder({ status: 'paid', taxedState: 'NV' })
  const exempt = await makeOrder({ status: 'paid', ...untaxed, taxCertificate: 'CA-1234' })
  const free = { status: 'paid', ...untaxed, replaces: bought.id } as const
  const replacement = await makeOrder({ ...free, replacementReason: 'damaged' })
  const exchange = await makeOrder({ ...free, replacementReason: 'exchange' })
  const difference = await makeOrder({
    status: 'pending',
    priceDifference: { order: bought.id, name: 'Fern Tee', quantity: 1, state: 'open' },
    items: [],
  })
  const orders = [bought, moved, exempt, replacement, exchange, difference]
  const { columns, byNumber } = await exportRows(orders.map(({ id }) => id))
  expect(columns.slice(-6)).toEqual([
    'trackingNumber',
    'type',
    'paymentMethod',
    'taxCertificate',
    'taxedState',
    'paidAt',
  ])
  expect(byNumber.get(bought.orderNumber)).toMatchObject({ paidAt })
  expect(byNumber.get(difference.orderNumber)).toMatchObject({ paidAt: '' })
  const state = bought.shippingAddress?.stateCode
  const cells = orders.map(({ orderNumber }) => {
    const row = byNumber.get(orderNumber)
    return [row?.type, row?.paymentMethod, row?.taxCertificate, row?.taxedState]
  })
  expect(cells).toEqual([
    ['order', 'gift-card; venmo', '', state],
    ['order', '', '', 'NV'],
    ['order', '', 'CA-1234', ''],
    ['replacement', '', '', ''],
    ['exchange', '', '', ''],
    ['price-difference', '', '', state],
  ])
})
