import { address, makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { readRefundableOrder } from '@/modules/orders/queries/refundable-order'
import type { Order } from '@/payload-types'

type Report = { rows: Record<string, string | number | null>[] }

const { firstName, lastName } = address
const at = (address1: string, city: string, stateCode: string, zip: string) => ({
  firstName,
  lastName,
  address1,
  city,
  stateCode,
  zip,
})
const philadelphia = at('1 Market Street', 'Philadelphia', 'PA', '19103')
const austin = at('5 Congress Avenue', 'Austin', 'TX', '78701')
const honolulu = at('9 Kalakaua Avenue', 'Honolulu', 'HI', '96815')
const lessTax = {
  note: 'Sales tax at the new address is $2.56 less. We’ll refund $2.56.',
  refund: '2.56',
  charge: '0.00',
}
const nothing = { note: null, refund: '0.00', charge: '0.00' }

let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
})
const paid = (data: Partial<Order> = {}) =>
  makeOrder({ status: 'paid', ...data }, { captured: true })
const check = async ({ id }: Order, body: typeof austin) =>
  (
    await call<{ note: string | null; refund: string; charge: string }>(
      'POST',
      `/api/admin/orders/${id}/address/check`,
      { as: owner, body },
    )
  ).body
const move = async ({ id }: Order, body: typeof austin) =>
  expect((await call('PUT', `/api/admin/orders/${id}/address`, { as: owner, body })).status).toBe(
    200,
  )
/** Refunds one of each item. */
const refundItems = async ({ id }: Order) => {
  const requestId = `r-${id}`
  await rowsOf(sql`
    insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency)
    values (${id}, 'refund', 'paypal', ${requestId}, ${requestId}, 'completed', 3456, 'USD')`)
  await rowsOf(sql`
    insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
    select ${id}, ${requestId}, id, 1, 3200, 256 from orders_items where _parent_id = ${id}`)
}
const readOrder = async ({ id }: Order) =>
  (
    await rowsOf<{ total: number; state: string; taxed: string | null; refunds: number }>(sql`
      select total_cents::integer as total, shipping_address_state_code as state, taxed_state as taxed,
             (select count(*)::integer from payments where order_id = o.id and kind = 'refund') as refunds
        from orders o where id = ${id}`)
  )[0]
const taxReport = async (month: string) =>
  (
    await call<Report>('GET', `/api/admin/reports/tax?from=${month}-01&to=${month}-28`, {
      as: owner,
    })
  ).body.rows
const save = (body: object) => call('PUT', '/api/admin/settings', { as: owner, body })

describe('an order that staff move to another state', () => {
  it('says what the tax would be there, and changes nothing until it is saved', async () => {
    const order = await paid()
    expect(await check(order, philadelphia)).toEqual(lessTax)
    expect(await check(order, austin)).toEqual(nothing)
    expect(await readOrder(order)).toEqual({ total: 4055, state: 'CA', taxed: null, refunds: 0 })
    expect(await check({ ...order, id: 999_999 }, austin)).toMatchObject({ code: 'not_found' })
  })

  it('keeps its total, and its tax stays with the state it was charged for in the tax report', async () => {
    const order = await paid({ paidAt: '2025-02-10T15:00:00Z' })
    const stayed = await paid({
      paidAt: '2025-02-11T15:00:00Z',
      shippingAddress: { ...address, ...austin },
    })
    await move(order, philadelphia)
    expect(await readOrder(order)).toEqual({ total: 4055, state: 'PA', taxed: 'CA', refunds: 0 })
    expect((await readOrder(stayed))?.taxed).toBeNull()
    expect(await taxReport('2025-02')).toEqual([
      expect.objectContaining({ state: 'California', orders: 1, tax: '2.56', due: '2.56' }),
      expect.objectContaining({ state: 'Texas', orders: 1, tax: '2.56', due: '2.56' }),
    ])
    await move(order, austin)
    expect((await readOrder(order))?.taxed).toBe('CA')
    expect((await taxReport('2025-02')).map(({ state }) => state)).toEqual(['California', 'Texas'])
  })

  it('compares another address with the tax that was paid, not with that of the address it has by now', async () => {
    const order = await paid()
    await move(order, philadelphia)
    expect(await check(order, austin)).toEqual(nothing)
    expect(await check(order, { ...philadelphia, zip: '19104' })).toEqual(lessTax)
  })

  it('says nothing about tax if its customer is exempt', async () => {
    const order = await paid({ taxCents: 0, totalCents: 3799, taxCertificate: 'OH-501-C3' })
    expect(await check(order, philadelphia)).toEqual(nothing)
  })

  it('counts only the items that were not refunded', async () => {
    const order = await paid({ subtotalCents: 6400, taxCents: 512, totalCents: 7511 })
    await rowsOf(sql`update orders_items set quantity = 2 where _parent_id = ${order.id}`)
    await rowsOf(sql`update payments set amount_cents = 7511 where order_id = ${order.id}`)
    await refundItems(order)
    expect(await check(order, philadelphia)).toEqual(lessTax)
  })

  it('still gives each item back the tax that was paid for it', async () => {
    const item = { color: 'Pine', size: 'M', quantity: 1 }
    const order = await paid({
      shippingAddress: { ...address, ...at('2 Broadway', 'New York', 'NY', '10004') },
      items: [
        { ...item, name: 'Coat', sku: 'COAT', unitPriceCents: 15_000 },
        { ...item, name: 'Fern Tee', sku: 'TEE', unitPriceCents: 3200 },
      ],
      subtotalCents: 18_200,
      shippingCents: 0,
      taxCents: 1200,
      totalCents: 19_400,
    })
    await move(order, philadelphia)
    const payload = await getTestPayload()
    const refundable = await readRefundableOrder(payload, payload.db.drizzle, order.id)
    expect(refundable?.lines.map(({ taxableCents }) => taxableCents)).toEqual([15_000, 0])
  })

  it('says what shipping would be there, where the shop’s table knows', async () => {
    const rate = (region: string, standard: number) => ({
      region,
      fromItems: 1,
      standard,
      express: null,
    })
    expect(
      (
        await save({
          shippingSource: 'table',
          shippingRates: [rate('contiguous', 5.99), rate('remote', 15), rate('military', 9)],
        })
      ).status,
    ).toBe(200)
    const order = await paid()
    const more = 'Shipping to the new address is $9.01 more.'
    expect(await check(order, honolulu)).toEqual({ note: more, refund: '0.00', charge: '9.01' })
    const free = await paid({ shippingCents: 0, totalCents: 3456 })
    expect(await check(free, honolulu)).toEqual(nothing)
    // Shipping to Honolulu wasn't paid, so moving back refunds nothing.
    await move(order, honolulu)
    expect(await check(order, austin)).toEqual(nothing)
    const bought = await paid({
      shippingAddress: { ...address, ...honolulu },
      shippingCents: 1500,
      totalCents: 4956,
    })
    expect((await check(bought, austin)).refund).toBe('9.01')
    // Nothing of it is sent anymore.
    const refunded = await paid({
      shippingAddress: { ...address, ...honolulu },
      shippingCents: 1500,
      totalCents: 4956,
    })
    await refundItems(refunded)
    expect(await check(refunded, austin)).toEqual(nothing)
    await move(order, at('1 Elm Street', 'Ventura', 'CA', '93001'))
    await save({ shippingSource: 'printful' })
    expect((await check(order, honolulu)).note).toMatch('may cost a different amount')
    await save({ shippingSource: 'flat', shippingRates: [] })
    expect(await check(order, honolulu)).toEqual(nothing)
  })
})
