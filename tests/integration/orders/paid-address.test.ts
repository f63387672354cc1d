import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { listSwapOptions } from '@/modules/orders/queries/swap-options'
import { swapAmountsText } from '@/modules/orders/rules/price-difference'
import type { Product } from '@/payload-types'
import { parseMoney } from '@/platform/money'
import { regionsWithSalesTax } from '@/platform/us/region-codes'

import { eventsOf, openPayment, pay, payDifference, refundsOf, startPrinting } from './paid-change'

type Placed = { id: string; orderNumber: string; key: string }
type Bought = Placed & { orderId: number }
type Failed = { code: string; error: string; fields?: Record<string, string> }
type Difference = { orderNumber: string; path: string; key: string }

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
let patch: Product
const save = (body: object) => call('PUT', '/api/admin/settings', { as: owner, body })
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  // M costs $32.00, and S $28.00.
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['S', 'M', 'XL'],
    colorsAvailable: ['Pine'],
  })
  patch = await makeProduct({
    name: 'Fern Patch',
    basePriceCents: 1000,
    sizesAvailable: ['M'],
    colorsAvailable: ['Pine'],
  })
  await rowsOf(sql`
    update products_variants set price_override_cents = prices.cents
      from (values ('S', 2800), ('XL', 3500)) as prices(size, cents)
     where _parent_id = ${tee.id} and products_variants.size = prices.size`)
  const rate = (region: string, standard: number) => ({
    region,
    fromItems: 1,
    standard,
    express: null,
  })
  const shippingRates = [rate('contiguous', 5.99), rate('remote', 15), rate('military', 9)]
  expect((await save({ shippingSource: 'table', shippingRates })).status).toBe(200)
})
afterEach(() => sandbox.clearFaults())
afterAll(() => save({ shippingSource: 'flat', shippingRates: [] }))

const wren = { firstName: 'Wren', lastName: 'Okafor' }
const philadelphia = { city: 'Philadelphia', stateCode: 'PA', zip: '19103' }
const ventura = {
  ...wren,
  address1: '200 Cedar Street',
  city: 'Ventura',
  stateCode: 'CA',
  zip: '93001',
}
const honolulu = {
  ...wren,
  address1: '9 Palm Way',
  city: 'Honolulu',
  stateCode: 'HI',
  zip: '96815',
}
const boston = { ...wren, address1: '3 Elm Street', city: 'Boston', stateCode: 'MA', zip: '02108' }
const hartford = { ...boston, city: 'Hartford', stateCode: 'CT', zip: '06103' }
const newYork = { ...boston, city: 'New York', stateCode: 'NY', zip: '10004' }

const rowOf = async (orderNumber: string) => {
  const [row] = await rowsOf<{
    id: number
    item: string | null
    status: string
    state: string | null
    total: number
    tax: number
    shipping: number
    taxed: string | null
    region: string
    street: string | null
    zip: string | null
    name: string | null
    version: number
  }>(sql`
    select o.id, i.id as item, o.status, o.price_difference_state as state, o.total_cents::integer as total,
           o.tax_cents::integer as tax, o.shipping_cents::integer as shipping, o.taxed_state as taxed,
           o.shipping_address_state_code as region, o.shipping_address_address1 as street,
           o.shipping_address_zip as zip, o.shipping_address_last_name as name, o.version::integer as version
      from orders o left join orders_items i on i._parent_id = o.id where o.order_number = ${orderNumber}`)
  if (!row) throw new Error(`No order ${orderNumber}`)
  return row
}
/** Buys one tee to Philadelphia, without tax, for $37.99. */
const buy = async (checkout: Record<string, unknown> = {}): Promise<Bought> => {
  const { body: placed } = await call<Placed>('POST', '/order', {
    body: {
      ...makeCheckout(tee, { amount: '37.99', customer: { ...customer, ...philadelphia } }),
      ...checkout,
    },
  })
  expect((await pay(sandbox, placed)).status).toBe(200)
  await runWaitingJobs()
  return { ...placed, orderId: (await rowOf(placed.orderNumber)).id }
}
/** Buys the tee and a patch for $10.00, to Philadelphia for $47.99. */
const buyBoth = () =>
  buy({
    items: [tee, patch].map(({ id }) => ({ productId: id, size: 'M', color: 'Pine', quantity: 1 })),
    amount: '47.99',
  })
const change = ({ orderNumber, key }: Bought, address: object) =>
  call<Failed & { amount?: string; shipping?: string; tax?: string }>(
    'PUT',
    `/api/orders/${orderNumber}/address`,
    { body: { ...address, key } },
  )
const ask = ({ orderNumber, key }: Bought, amount?: string, address: object = honolulu) =>
  call<Difference & Failed>('POST', `/api/orders/${orderNumber}/paid-address`, {
    body: { ...address, key, amount },
  })
/** Starts a paid move to Honolulu, where shipping costs $9.01 more and tax is $2.56. */
const start = async (order: Bought, amount = '11.57', address = honolulu): Promise<Difference> => {
  const { status, body } = await ask(order, amount, address)
  expect([status, body.error]).toEqual([201, undefined])
  return { ...body, key: body.path.replace(/^.*key=/, '') }
}
/** Moves the order and pays the difference. */
const moved = async (order: Bought, amount?: string, address = honolulu): Promise<Difference> => {
  const difference = await start(order, amount, address)
  await payDifference(sandbox, difference)
  await runWaitingJobs()
  expect((await rowOf(order.orderNumber)).zip).toBe(address.zip)
  return difference
}
const viewOf = async ({ orderNumber, key }: { orderNumber: string; key: string }) =>
  getOrderByKey(await getTestPayload(), orderNumber, key)
const cancel = ({ orderNumber, key }: Bought) =>
  call<{ refunded: string }>('POST', `/api/orders/${orderNumber}/cancel`, { body: { key } })
const refundItem = async (order: Bought, name: string, amount: string) => {
  const [item] = await rowsOf<{ id: string }>(
    sql`select id from orders_items where _parent_id = ${order.orderId} and name = ${name}`,
  )
  const { status } = await call('POST', `/api/admin/orders/${order.orderId}/refund-lines`, {
    as: owner,
    body: {
      lines: [{ itemId: item?.id, quantity: 1 }],
      amount,
      reason: 'A seam gave',
      refundId: randomUUID(),
    },
  })
  expect(status).toBe(200)
  await runWaitingJobs()
}
/** Pays for the first item of this name in size XL. */
const paidSwap = async (order: Bought, name: string, amount: string): Promise<Difference> => {
  const [item] = await rowsOf<{ id: string }>(
    sql`select id from orders_items where _parent_id = ${order.orderId} and name = ${name}`,
  )
  const path = `/api/orders/${order.orderNumber}/items/${item?.id}/paid-swap`
  const wanted = { key: order.key, size: 'XL', color: 'Pine', amount }
  const { status, body } = await call<Difference & Failed>('POST', path, { body: wanted })
  expect([status, body.error]).toEqual([201, undefined])
  const swap = { ...body, key: body.path.replace(/^.*key=/, '') }
  await payDifference(sandbox, swap)
  await runWaitingJobs()
  return swap
}
const refundedOf = async (...all: { orderNumber: string }[]) => {
  const refunds = await Promise.all(all.map(({ orderNumber }) => refundsOf(orderNumber)))
  return refunds.map((list) => list.map(({ cents }) => cents))
}
const refundAmount = async (id: number, amount: string) => {
  const body = { amount, reason: 'It never left', refundId: randomUUID() }
  const path = `/api/admin/orders/${id}/refund`
  expect((await call('POST', path, { as: owner, body })).status).toBe(200)
  await runWaitingJobs()
}
const checkMove = async ({ orderId }: Bought, address: object) =>
  (
    await call<{ note: string; refund: string; charge: string }>(
      'POST',
      `/api/admin/orders/${orderId}/address/check`,
      { as: owner, body: address },
    )
  ).body
const makeSized = async (name: string, basePriceCents: number, largeCents: number) => {
  const sizes = { sizesAvailable: ['M', 'XL'], colorsAvailable: ['Pine'] }
  const product = await makeProduct({ name, basePriceCents, ...sizes })
  await rowsOf(sql`
    update products_variants set price_override_cents = ${largeCents} where _parent_id = ${product.id} and size = 'XL'`)
  return product
}
/** Buys one of each, with free shipping. */
const buyAll = (products: Product[], amount: string, place: object, size = 'M') =>
  buy({
    items: products.map(({ id }) => ({ productId: id, size, color: 'Pine', quantity: 1 })),
    amount,
    customer: { ...customer, ...place },
  })
const mailsAbout = async (orderNumber: string) =>
  (await sandbox.mails(customer.email)).filter(({ text }) => text.includes(orderNumber))
/** Taxable sales, shipping, tax, and refunded tax of a state in the tax report. */
const taxOf = async (state: string) => {
  const day = (offset: number): string =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const { body } = await call<{ rows: Record<string, string | number>[] }>(
    'GET',
    `/api/admin/reports/tax?from=${day(-1)}&to=${day(1)}`,
    { as: owner },
  )
  const rows = body.rows.filter((row) => row.state === state)
  const sum = (key: string) => rows.reduce((all, row) => all + parseMoney(String(row[key])), 0)
  return {
    ...{ taxable: sum('taxable'), shipping: sum('shipping') },
    ...{ tax: sum('tax'), refunded: sum('taxRefunded') },
  }
}

describe('moving an order to an address that costs more', () => {
  it('says what it costs first, and moves the order once the difference is paid', async () => {
    const order = await buy()
    const said = await change(order, honolulu)
    expect(said).toMatchObject({
      status: 409,
      body: {
        error: 'Shipping costs $9.01 more, and sales tax is $2.56 more at this address.',
        ...{ shipping: '9.01', tax: '2.56', amount: '11.57' },
      },
    })
    const difference = await start(order)
    expect(difference.path).toBe(`/checkout/${difference.orderNumber}?key=${difference.key}`)
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      ...{ status: 'pending', state: 'open', item: null },
      ...{ total: 1157, tax: 256, shipping: 901, street: '9 Palm Way' },
    })
    expect((await rowOf(order.orderNumber)).zip).toBe('19103')
    await payDifference(sandbox, difference)
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'paid', state: 'open' })
    await runWaitingJobs()
    expect(await rowOf(order.orderNumber)).toMatchObject({
      ...{ street: '9 Palm Way', zip: '96815', region: 'HI', taxed: null },
      ...{ status: 'paid', total: 3799, tax: 0, shipping: 599 },
    })
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'delivered',
      state: 'applied',
    })
    const [event] = await eventsOf(order.orderNumber, 'address_changed')
    expect(event).toMatchObject({ message: 'Shipping address changed', actor: 'buyer' })
    expect(event?.reason).toMatch(`Order ${difference.orderNumber} paid the difference of $11.57.`)
    const { addressChange } = (await viewOf(order)) ?? {}
    expect(addressChange && swapAmountsText(addressChange, 'address')).toBe(
      'Changed address: $11.57 paid',
    )
    expect(await viewOf(difference)).toMatchObject({
      changes: { address: false, items: false, cancel: false },
      priceDifference: { item: null, state: 'applied', order: { orderNumber: order.orderNumber } },
    })
    await runWaitingJobs()
    const [receipt] = await mailsAbout(difference.orderNumber)
    expect(receipt?.subject).toMatch('We got your payment.')
    expect(receipt?.text).toContain(
      `You paid the difference to change the shipping address for order ${order.orderNumber}.`,
    )
    expect(receipt?.text).toMatch(/Extra shipping: \$9\.01\nExtra tax: \$2\.56\nTotal: \$11\.57/)
    const changes = (await mailsAbout(order.orderNumber)).filter(({ subject }) =>
      subject.includes('changed'),
    )
    expect(changes).toHaveLength(1)
    expect(changes[0]?.text).toContain('9 Palm Way')
  })

  it('counts the paid shipping as income of the order that moved', async () => {
    const payload = await getTestPayload()
    const order = await buy()
    expect((await getPrintOrder(payload, order.orderId))?.takenCents).toBe(3799)
    await moved(order)
    expect((await getPrintOrder(payload, order.orderId))?.takenCents).toBe(4700)
    expect((await cancel(order)).body.refunded).toBe('37.99')
    await runWaitingJobs()
    expect((await getPrintOrder(payload, order.orderId))?.takenCents).toBe(0)
  })

  it('puts the tax of both orders with the new state', async () => {
    const [hawaii, pennsylvania] = [await taxOf('Hawaii'), await taxOf('Pennsylvania')]
    await moved(await buy())
    expect(await taxOf('Hawaii')).toEqual({
      ...{ taxable: hawaii.taxable + 3200, shipping: hawaii.shipping + 1500 },
      ...{ tax: hawaii.tax + 256, refunded: hawaii.refunded },
    })
    expect(await taxOf('Pennsylvania')).toEqual(pennsylvania)
  })

  it('charges only what shipping costs more where the tax is the same', async () => {
    const order = await buy({ ...makeCheckout(tee) })
    await moved(order, '9.01')
    // The tax was charged for California, and is the same in Hawaii.
    expect(await rowOf(order.orderNumber)).toMatchObject({ region: 'HI', taxed: 'CA', tax: 256 })
  })

  it('doesn’t charge for what staff gave when they moved the order to another state', async () => {
    const order = await buy()
    const difference = await start(order, '2.56', ventura)
    const moves = `/api/admin/orders/${order.orderId}/address`
    expect((await call('PUT', moves, { as: owner, body: ventura })).status).toBe(200)
    expect(await rowOf(order.orderNumber)).toMatchObject({ region: 'CA', taxed: 'PA' })
    expect((await openPayment(difference)).body.code).toBe('link_expired')
    expect((await change(order, { ...ventura, address1: '201 Cedar Street' })).status).toBe(200)
    await moved(order, '9.01')
    expect(await rowOf(order.orderNumber)).toMatchObject({ region: 'HI', taxed: 'PA', tax: 0 })
  })

  it('charges an exempt customer no tax', async () => {
    const order = await buy()
    await rowsOf(sql`update orders set tax_certificate = 'HI-501' where id = ${order.orderId}`)
    expect((await change(order, honolulu)).body).toMatchObject({ tax: '0.00', amount: '9.01' })
    expect((await change(order, ventura)).status).toBe(200)
  })

  it('starts one payment and moves the order once, even when the buyer clicks several times', async () => {
    const order = await buy()
    const answers = await Promise.all([1, 2, 3].map(() => ask(order, '11.57')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.orderNumber)).size).toBe(1)
    const difference = await start(order)
    expect(difference.orderNumber).toBe(answers[0]?.body.orderNumber)
    // Another street is another address.
    const other = await start(order, '11.57', { ...honolulu, address1: '10 Palm Way' })
    expect(other.orderNumber).not.toBe(difference.orderNumber)
    await payDifference(sandbox, difference)
    await runWaitingJobs()
    const payload = await getTestPayload()
    const { id: orderId } = await rowOf(difference.orderNumber)
    await Promise.all([1, 2].map(() => runJob(payload, 'apply-paid-swap', { orderId })))
    expect(await eventsOf(order.orderNumber, 'address_changed')).toHaveLength(1)
    expect(await refundsOf(difference.orderNumber)).toEqual([])
    // The other one would now cost something else.
    expect((await openPayment(other)).body.code).toBe('link_expired')
  })

  it('is rejected with a wrong amount, a wrong key, and for addresses that cost no more', async () => {
    const order = await buy()
    expect(await ask(order, '9.01')).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect((await ask(order)).body.code).toBe('version_conflict')
    const pittsburgh = { ...ventura, city: 'Pittsburgh', stateCode: 'PA', zip: '15222' }
    expect((await ask(order, '0.00', pittsburgh)).body.code).toBe('version_conflict')
    expect((await ask(order, '11.57', { ...honolulu, zip: '10001' })).status).toBe(400)
    expect((await ask(order, '-11.57')).status).toBe(400)
    expect((await ask({ ...order, key: 'a'.repeat(32) }, '11.57')).status).toBe(404)
    const stranger = await makePerson('customer')
    const byStranger = await call('POST', `/api/orders/${order.orderNumber}/paid-address`, {
      as: stranger,
      body: { ...honolulu, amount: '11.57' },
    })
    expect(byStranger.status).toBe(404)
    expect(
      await rowsOf(sql`select 1 from orders where price_difference_order_id = ${order.orderId}`),
    ).toEqual([])
  })

  it('is for staff where shipping costs more and tax less, or where nobody knows the price', async () => {
    const order = await buy({ ...makeCheckout(tee) })
    await save({ taxStates: ['CA', 'HI'] })
    const anchorage = { ...honolulu, city: 'Anchorage', stateCode: 'AK', zip: '99501' }
    for (const { status, body } of [
      await change(order, anchorage),
      await ask(order, '6.45', anchorage),
    ]) {
      expect(status).toBe(400)
      expect(body.fields?.stateCode).toMatch(
        /Shipping to this address has a different price, .* email us/,
      )
    }
    await save({ taxStates: regionsWithSalesTax, shippingSource: 'printful' })
    expect((await change(order, honolulu)).body.fields?.stateCode).toMatch('email us')
    expect((await save({ shippingSource: 'table' })).status).toBe(200)
  })

  it('is for staff after an item was refunded, and where the order was paid outside the shop', async () => {
    const order = await buyBoth()
    await refundItem(order, 'Fern Patch', '10.00')
    expect((await ask(order, '11.57')).body.fields?.stateCode).toMatch('email us')
    const byHand = await buy()
    await rowsOf(sql`delete from payments where order_id = ${byHand.orderId}`)
    expect((await ask(byHand, '11.57')).body.fields?.stateCode).toMatch('email us')
  })
})

describe('an address that was paid for', () => {
  it('rules out addresses that cost anything else, and cheaper items', async () => {
    const order = await buy()
    await moved(order)
    for (const address of [{ ...ventura }, { ...ventura, ...philadelphia }]) {
      const { status, body } = await change(order, address)
      expect([status, body.code]).toEqual([400, 'invalid'])
      expect(body.fields?.stateCode).toMatch('email us')
    }
    expect((await change(order, { ...honolulu, address1: '12 Palm Way' })).status).toBe(200)
    const [offer] = await listSwapOptions(await getTestPayload(), { id: order.orderId })
    // A larger size is taxed like the rest by now.
    expect(offer?.variants.map(({ size, chargeCents }) => [size, chargeCents])).toEqual([
      ['M', 0],
      ['XL', 324],
    ])
    // Staff can move it anywhere. Nothing is refunded automatically, and its tax stays with Hawaii.
    const { body: check } = await call<{ refund: string }>(
      'POST',
      `/api/admin/orders/${order.orderId}/address/check`,
      { as: owner, body: { ...ventura, ...philadelphia } },
    )
    expect(check.refund).toBe('0.00')
    await call('PUT', `/api/admin/orders/${order.orderId}/address`, {
      as: owner,
      body: { ...ventura, ...philadelphia },
    })
    expect(await rowOf(order.orderNumber)).toMatchObject({ region: 'PA', taxed: 'HI' })
    expect(await refundsOf(order.orderNumber)).toEqual([])
  })

  it('is refunded when the order is canceled, with its tax', async () => {
    const before = await taxOf('Hawaii')
    const order = await buy()
    const difference = await moved(order)
    expect((await cancel(order)).body.refunded).toBe('37.99')
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 1157 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
    const after = await taxOf('Hawaii')
    expect(after.tax - before.tax).toBe(256)
    expect(after.refunded - before.refunded).toBe(256)
    await runWaitingJobs()
    const refund = (await mailsAbout(difference.orderNumber)).find(({ text }) =>
      text.includes('We refunded'),
    )
    expect(refund?.text).toContain(
      `It’s the difference you paid to change the shipping address for order ${order.orderNumber}.`,
    )
  })

  it('gives each refunded item its tax back, and the shipping once nothing of the order is left', async () => {
    const payload = await getTestPayload()
    const before = await taxOf('Hawaii')
    const order = await buyBoth()
    const difference = await moved(order, '12.37')
    await refundItem(order, 'Fern Tee', '32.00')
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 256 }])
    expect((await taxOf('Hawaii')).refunded - before.refunded).toBe(256)
    await runJob(payload, 'refund-price-differences', { orderId: order.orderId })
    expect(await refundsOf(difference.orderNumber)).toHaveLength(1)
    await refundItem(order, 'Fern Patch', '10.00')
    expect((await refundsOf(difference.orderNumber)).map(({ cents }) => cents)).toEqual([256, 80])
    await call('POST', `/api/admin/orders/${order.orderId}/refund`, {
      as: owner,
      body: { amount: '5.99', reason: 'It never left', refundId: randomUUID() },
    })
    await runWaitingJobs()
    expect((await refundsOf(difference.orderNumber)).map(({ cents }) => cents)).toEqual([
      256, 80, 901,
    ])
    expect(await rowOf(order.orderNumber)).toMatchObject({ status: 'refunded' })
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
    expect((await taxOf('Hawaii')).refunded - before.refunded).toBe(336)
  })
})

it('an address whose difference staff refunded is not settled again with the tax of the order', async () => {
  const coat = await makeSized('Coat', 17_000, 20_000)
  const order = await buyAll([coat], '202.00', boston, 'XL')
  // 8% of $200.00, less the $2.00 for Massachusetts.
  const difference = await moved(order, '14.00', hartford)
  await refundAmount((await rowOf(difference.orderNumber)).id, '14.00')
  expect((await change(order, boston)).body.fields?.stateCode).toMatch('email us')
  expect((await change(order, { ...hartford, address1: '4 Elm Street' })).status).toBe(200)
  expect((await checkMove(order, boston)).refund).toBe('0.00')
  const path = `/api/admin/orders/${order.orderId}/address`
  expect((await call('PUT', path, { as: owner, body: boston })).status).toBe(200)
  expect(await refundsOf(order.orderNumber)).toEqual([])
})

it('a swap that is paid for after an address leaves the tax of that with the other items', async () => {
  const products = [
    await makeSized('Parka', 12_000, 13_000),
    await makeSized('Vest', 10_000, 11_500),
  ]
  const order = await buyAll(products, '220.00', philadelphia)
  const move = await moved(order, '9.60', newYork)
  // $15.00 and 8% of $115.00.
  const swap = await paidSwap(order, 'Vest', '24.20')
  await refundItem(order, 'Vest', '100.00')
  expect(await refundedOf(order, swap, move)).toEqual([[10_000], [2420], []])
  await refundItem(order, 'Parka', '120.00')
  expect(await refundedOf(order, swap, move)).toEqual([[10_000, 12_000], [2420], [960]])
})

describe('an address that is paid for after a swap', () => {
  /** Pays $3.00 for a larger tee in Pennsylvania, where it isn't taxed, and then for Honolulu. */
  const swappedAndMoved = async () => {
    const order = await buyBoth()
    const swap = await paidSwap(order, 'Fern Tee', '3.00')
    // 8% of $35.00 and $10.00, and $9.01 more for shipping.
    return { order, swap, move: await moved(order, '12.61') }
  }
  it('costs the tax of everything that was paid, which is then that of the new state', async () => {
    const [hawaii, pennsylvania] = [await taxOf('Hawaii'), await taxOf('Pennsylvania')]
    const { order, swap } = await swappedAndMoved()
    const after = await taxOf('Hawaii')
    expect([after.tax - hawaii.tax, after.shipping - hawaii.shipping]).toEqual([360, 1500])
    expect(after.taxable - hawaii.taxable).toBe(4500)
    expect(await taxOf('Pennsylvania')).toEqual(pennsylvania)
    expect(await rowOf(swap.orderNumber)).toMatchObject({ taxed: 'HI' })
    // A second one isn't offered, and neither is swapping back: its tax was paid with the address.
    expect((await ask(order, '2.56', ventura)).body.fields?.stateCode).toMatch('email us')
    expect(await listSwapOptions(await getTestPayload(), { id: order.orderId })).toEqual([])
  })

  it('is refunded to the cent with each item, and the rest with the rest of the order', async () => {
    const before = await taxOf('Hawaii')
    const { order, swap, move } = await swappedAndMoved()
    await refundItem(order, 'Fern Tee', '32.00')
    expect(await refundedOf(order, swap, move)).toEqual([[3200], [300], [280]])
    await refundItem(order, 'Fern Patch', '10.00')
    expect(await refundedOf(order, swap, move)).toEqual([[3200, 1000], [300], [280, 80]])
    await refundAmount(order.orderId, '5.99')
    expect(await refundedOf(order, swap, move)).toEqual([[3200, 1000, 599], [300], [280, 80, 901]])
    expect((await taxOf('Hawaii')).refunded - before.refunded).toBe(360)
  })

  it.each([
    ['the other item first', ['Fern Patch', 'Fern Tee']],
    ['an amount first', ['amount', 'Fern Tee', 'Fern Patch']],
    ['all of it canceled', ['cancel']],
  ])('adds up to what was paid: %s', async (_, steps) => {
    const { order, swap, move } = await swappedAndMoved()
    for (const step of steps)
      if (step === 'amount') await refundAmount(order.orderId, '5.99')
      else if (step === 'cancel') expect((await cancel(order)).body.refunded).toBe('47.99')
      else await refundItem(order, step, step === 'Fern Tee' ? '32.00' : '10.00')
    if (!steps.includes('amount') && !steps.includes('cancel'))
      await refundAmount(order.orderId, '5.99')
    await runWaitingJobs()
    const refunded = await refundedOf(order, swap, move)
    expect(refunded.map((list) => list.reduce((sum, cents) => sum + cents, 0))).toEqual([
      4799, 300, 1261,
    ])
    for (const { orderNumber } of [order, swap, move])
      expect(await rowOf(orderNumber)).toMatchObject({ status: 'refunded' })
  })

  it('after two swaps is refunded to the cent by what is taxed there', async () => {
    const products = [
      await makeSized('Parka', 12_000, 13_000),
      await makeSized('Vest', 10_000, 11_500),
    ]
    const order = await buyAll(products, '220.00', philadelphia)
    const parka = await paidSwap(order, 'Parka', '10.00')
    const vest = await paidSwap(order, 'Vest', '15.00')
    // 8% of $130.00 and $115.00.
    const move = await moved(order, '19.60', newYork)
    await refundItem(order, 'Vest', '100.00')
    expect(await refundedOf(order, parka, vest, move)).toEqual([[10_000], [], [1500], [920]])
    await refundItem(order, 'Parka', '120.00')
    expect(await refundedOf(order, parka, vest, move)).toEqual([
      [10_000, 12_000],
      [1000],
      [1500],
      [920, 1040],
    ])
  })

  it('isn’t offered once a swap before it was undone or refunded', async () => {
    const products = [
      await makeSized('Parka', 12_000, 13_000),
      await makeSized('Vest', 10_000, 11_500),
    ]
    const undone = await buyAll(products, '220.00', philadelphia)
    await paidSwap(undone, 'Parka', '10.00')
    const { item } = await rowOf(undone.orderNumber)
    const body = { key: undone.key, size: 'M', color: 'Pine', refund: '10.00' }
    const path = `/api/orders/${undone.orderNumber}/items/${item}`
    expect((await call('PUT', path, { body })).status).toBe(200)
    await runWaitingJobs()
    const given = await buyAll(products, '220.00', philadelphia)
    const swap = await paidSwap(given, 'Parka', '10.00')
    await refundAmount((await rowOf(swap.orderNumber)).id, '4.00')
    for (const order of [undone, given]) {
      expect((await ask(order, '9.60', newYork)).body.fields?.stateCode).toMatch('email us')
      expect((await checkMove(order, newYork)).charge).toBe('0.00')
    }
  })

  it('isn’t offered if a price threshold gives items other shares of the tax than is due for them', async () => {
    // In Massachusetts only what an item costs above $175.00 is taxed: nothing of the coat, and $75.00 of the cape.
    const products = [
      await makeSized('Coat', 17_000, 20_000),
      await makeSized('Cape', 25_000, 26_000),
    ]
    const order = await buyAll(products, '426.00', boston)
    await paidSwap(order, 'Coat', '32.00')
    expect((await ask(order, '28.00', hartford)).body.fields?.stateCode).toMatch('email us')
    const other = await buyAll(products, '426.00', boston)
    await moved(other, '27.60', hartford)
  })

  it('is refunded automatically by no more than what is due less with the swaps', async () => {
    const order = await buyAll([await makeSized('Jacket', 10_500, 11_500)], '113.40', {})
    await paidSwap(order, 'Jacket', '10.80')
    // In New York, $105.00 isn't taxed, but $115.00 is.
    expect(await checkMove(order, newYork)).toMatchObject({ refund: '0.00', charge: '0.00' })
    expect((await change(order, newYork)).status).toBe(200)
    expect(await refundsOf(order.orderNumber)).toEqual([])
  })

  it('is named to staff with what the customer would pay, and left to them if its tax isn’t known', async () => {
    const order = await buyBoth()
    const swap = await paidSwap(order, 'Fern Tee', '3.00')
    expect(await checkMove(order, honolulu)).toMatchObject({
      note: 'Sales tax at the new address is $3.60 more. Shipping to the new address is $9.01 more.',
      charge: '12.61',
    })
    await rowsOf(
      sql`update orders set tax_cents = 1, total_cents = total_cents + 1 where order_number = ${swap.orderNumber}`,
    )
    expect((await checkMove(order, honolulu)).charge).toBe('0.00')
    expect((await ask(order, '12.60')).body.fields?.stateCode).toMatch('email us')
  })
})

describe('an address that can no longer be paid for', () => {
  it('isn’t charged once printing has begun', async () => {
    const order = await buy()
    const difference = await start(order)
    const { body: payment } = await openPayment(difference)
    await startPrinting(order)
    const late = await pay(sandbox, { id: payment.id, key: difference.key })
    expect([late.status, late.body.code]).toEqual([410, 'link_expired'])
    expect(late.body.error).toBe(
      `Order ${order.orderNumber} can no longer be changed this way. Nothing was charged.`,
    )
    expect((await ask(order, '11.57')).body.error).toMatch('Printing has begun')
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'pending', state: 'open' })
  })

  it('isn’t charged once the order costs something else there', async () => {
    const order = await buy({ ...makeCheckout(tee) })
    const difference = await start(order, '9.01')
    expect((await change(order, { ...ventura, ...philadelphia })).status).toBe(200)
    expect((await openPayment(difference)).body.code).toBe('link_expired')
    // And a swap that was to be taxed as in California isn't, either.
    const { item } = await rowOf(order.orderNumber)
    const { body } = await call<Difference>(
      'POST',
      `/api/orders/${order.orderNumber}/items/${item}/paid-swap`,
      { body: { key: order.key, size: 'XL', color: 'Pine', amount: '3.00' } },
    )
    await moved(order)
    const swap = { ...body, key: body.path.replace(/^.*key=/, '') }
    expect((await openPayment(swap)).body.code).toBe('link_expired')
  })

  it('is refunded and forgotten if printing begins between payment and move', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    await startPrinting(order)
    await runWaitingJobs()
    expect((await rowOf(order.orderNumber)).zip).toBe('19103')
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 1157 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      ...{ status: 'refunded', state: 'refused' },
      ...{ street: null, zip: null, name: null, region: 'HI' },
    })
    for (const { orderNumber } of [order, difference])
      expect(await eventsOf(orderNumber, 'swap_refused')).toMatchObject([
        { message: 'The address could no longer be changed, so its price difference is refunded' },
      ])
    await runWaitingJobs()
    const refund = (await mailsAbout(difference.orderNumber)).find(({ text }) =>
      text.includes('We refunded'),
    )
    expect(refund?.text).toContain(
      `By the time you paid the difference, order ${order.orderNumber} could no longer be changed. It will still ship to the original address.`,
    )
    expect(await viewOf(difference)).toMatchObject({
      status: 'refunded',
      priceDifference: { state: 'refused', order: { orderNumber: order.orderNumber } },
    })
    expect((await viewOf(order))?.addressChange).toBeNull()
  })

  it('isn’t used if staff give the difference back before the move', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    const { id } = await rowOf(difference.orderNumber)
    const { status } = await call('POST', `/api/admin/orders/${id}/refund`, {
      as: owner,
      body: { amount: '11.57', reason: 'They asked for it', refundId: randomUUID() },
    })
    expect(status).toBe(200)
    await runWaitingJobs()
    expect(await rowOf(order.orderNumber)).toMatchObject({ zip: '19103', region: 'PA' })
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 1157 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      ...{ status: 'refunded', state: 'refused', street: null },
    })
  })

  it('is given back once if the order is canceled between payment and move', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    expect((await cancel(order)).body.refunded).toBe('37.99')
    await runWaitingJobs()
    await runWaitingJobs()
    expect(await refundsOf(order.orderNumber)).toEqual([{ status: 'completed', cents: 3799 }])
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 1157 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ state: 'refused', street: null })
  })

  it('is forgotten when staff cancel its payment', async () => {
    const difference = await start(await buy())
    const { id, version } = await rowOf(difference.orderNumber)
    const { status } = await call('PUT', `/api/admin/orders/${id}`, {
      as: owner,
      body: { status: 'cancelled', version },
    })
    expect(status).toBe(200)
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      ...{ status: 'cancelled', street: null, zip: null, name: null, region: 'HI' },
    })
  })

  it('is paid once: of two addresses the second one is refunded', async () => {
    const order = await buy()
    const first = await start(order)
    const second = await start(order, '2.56', ventura)
    const [one, two] = [await openPayment(first), await openPayment(second)]
    await pay(sandbox, { id: one.body.id, key: first.key })
    await pay(sandbox, { id: two.body.id, key: second.key })
    await runWaitingJobs()
    const { zip } = await rowOf(order.orderNumber)
    const [kept, refused] = zip === '96815' ? [first, second] : [second, first]
    expect(['96815', '93001']).toContain(zip)
    expect(await refundsOf(kept.orderNumber)).toEqual([])
    expect(await refundsOf(refused.orderNumber)).toMatchObject([{ status: 'completed' }])
  })

  it('can’t be paid after its deadline, and is canceled and forgotten', async () => {
    const order = await buy()
    const difference = await start(order)
    const { id } = await rowOf(difference.orderNumber)
    await rowsOf(sql`update orders set payable_until = now() - interval '2 hours' where id = ${id}`)
    expect((await openPayment(difference)).body.error).toMatch('This price has expired')
    await runJob(await getTestPayload(), 'reconcile-payments', {})
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      ...{ status: 'cancelled', state: 'open' },
      ...{ street: null, zip: null, name: null },
    })
    expect(await rowOf(order.orderNumber)).toMatchObject({ zip: '19103', name: 'Okafor' })
    expect((await start(order)).orderNumber).not.toBe(difference.orderNumber)
  })
})
