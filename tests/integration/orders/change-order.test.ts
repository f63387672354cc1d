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

import { finishRefunds } from '@/modules/orders/actions/refund-order'
import { listSwapOptions } from '@/modules/orders/queries/swap-options'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let tee: Product
let wren: TestPerson
let sol: TestPerson
let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['M', 'L'],
    colorsAvailable: ['Pine'],
  })
  ;[wren, sol, admin] = await Promise.all([
    makePerson('customer'),
    makePerson('customer'),
    makePerson('admin'),
  ])
})
afterEach(() => sandbox.clearFaults())

const newAddress = {
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '200 Cedar Street',
  address2: 'Unit 3',
  city: 'Ventura',
  stateCode: 'CA',
  zip: '93001',
}

const philadelphia = { city: 'Philadelphia', stateCode: 'PA', zip: '19103' }

const buy = async (as?: TestPerson, checkout = makeCheckout(tee)): Promise<Placed> => {
  const { body: placed } = await call<Placed>('POST', '/order', { as, body: checkout })
  await sandbox.approve(placed.id)
  const captured = await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  if (captured.status !== 200) throw new Error(JSON.stringify(captured.body))
  return placed
}
const change = (
  { orderNumber, key }: Placed,
  body: Record<string, unknown> = {},
  as?: TestPerson,
) =>
  call<Failed>('PUT', `/api/orders/${orderNumber}/address`, {
    as,
    body: { ...newAddress, ...(as ? {} : { key }), ...body },
  })
const cancel = ({ orderNumber, key }: Placed, as?: TestPerson) =>
  call<Failed & { refunded: string }>('POST', `/api/orders/${orderNumber}/cancel`, {
    as,
    body: as ? {} : { key },
  })
const rowOf = async ({ orderNumber }: Placed) => {
  const [row] = await rowsOf<{
    id: number
    status: string
    version: string
    total_cents: string
    fulfillment: string | null
    shipping_address_address1: string
    shipping_address_zip: string
    gift_recipient: string | null
    taxed_state: string | null
    billing_address_address1: string
  }>(sql`select * from orders where order_number = ${orderNumber}`)
  if (!row) throw new Error('No such order')
  return row
}
const eventsOf = async (placed: Placed) =>
  (
    await rowsOf<{ type: string; actor: string; message: string }>(sql`
      select e.type, e.actor, e.message from order_events e join orders o on o.id = e.order_id
       where o.order_number = ${placed.orderNumber} order by e.id`)
  ).filter(({ type }) => !type.startsWith('mail:'))
const refundsOf = (placed: Placed) =>
  rowsOf<{ amount_cents: string; status: string }>(sql`
    select p.amount_cents, p.status from payments p join orders o on o.id = p.order_id
     where o.order_number = ${placed.orderNumber} and p.kind = 'refund'`)
const startPrinting = (placed: Placed) =>
  rowsOf(
    sql`update orders set fulfillment = 'submitting' where order_number = ${placed.orderNumber}`,
  )

describe('changing the shipping address of a paid order', () => {
  it('keeps the gift recipient until the name is also changed', async () => {
    const placed = await buy()
    await rowsOf(
      sql`update orders set is_gift = true, gift_recipient = 'Grandma June' where order_number = ${placed.orderNumber}`,
    )
    expect((await change(placed)).status).toBe(200)
    expect((await rowOf(placed)).gift_recipient).toBe('Grandma June')
    expect((await change(placed, { firstName: 'Ada' })).status).toBe(200)
    expect((await rowOf(placed)).gift_recipient).toBeNull()
  })

  it('is saved once with the order link, even if repeated, with one timeline entry and one email', async () => {
    const placed = await buy()
    const before = await rowOf(placed)
    expect((await change(placed)).status).toBe(200)
    expect((await change(placed)).status).toBe(200)
    const after = await rowOf(placed)
    expect(after).toMatchObject({
      shipping_address_address1: '200 Cedar Street',
      shipping_address_zip: '93001',
      billing_address_address1: before.billing_address_address1,
      total_cents: before.total_cents,
    })
    expect(Number(after.version)).toBe(Number(before.version) + 1)
    const changes = (await eventsOf(placed)).filter(({ type }) => type === 'address_changed')
    expect(changes).toEqual([
      { type: 'address_changed', actor: 'buyer', message: 'Shipping address changed' },
    ])
    await runWaitingJobs()
    const emails = (await sandbox.mails(customer.email)).filter(
      ({ subject, text }) =>
        [subject, text].join().includes('Your order was changed') &&
        text.includes(placed.orderNumber),
    )
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('200 Cedar Street')
  })

  it('works for the signed-in customer and nobody else', async () => {
    const placed = await buy(wren)
    expect((await change(placed, {}, sol)).status).toBe(404)
    expect((await change(placed, { key: 'f'.repeat(32) })).status).toBe(404)
    expect((await change(placed, { key: undefined })).status).toBe(404)
    expect((await rowOf(placed)).shipping_address_address1).toBe('18 Alder Lane')
    expect((await change(placed, {}, wren)).status).toBe(200)
  })

  it.each([
    ['zip', { zip: '10001' }],
    ['address1', { address1: '' }],
    ['city', { city: '\u202eOjai' }],
    ['stateCode', { stateCode: 'XX' }],
  ])('is rejected with an error for an invalid %s', async (field, body) => {
    const answer = await change(await buy(), body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {})).toContain(field)
  })

  it('refunds the sales tax that isn’t due at the new address, and later refunds the rest', async () => {
    const placed = await buy()
    expect(await change(placed, philadelphia)).toMatchObject({ status: 200 })
    expect(await change(placed, philadelphia)).toMatchObject({ status: 200 })
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '256', status: 'completed' }])
    expect(await rowOf(placed)).toMatchObject({
      ...{ status: 'paid', total_cents: '4055', shipping_address_zip: '19103' },
      taxed_state: null,
    })
    const types = (await eventsOf(placed)).map(({ type }) => type)
    expect(types.filter((type) => /^(address_changed|refund.*)$/.test(type))).toEqual([
      'address_changed',
      'refund_requested',
      'refund',
    ])
    await runWaitingJobs()
    const subject = `We sent you a refund. Order ${placed.orderNumber}`
    const mail = (await sandbox.mails(customer.email)).find((sent) => sent.subject === subject)
    expect(mail?.text).toContain('Tax or shipping costs less at the new address.')
    expect((await cancel(placed)).body.refunded).toBe('37.99')
    expect((await rowOf(placed)).status).toBe('refunded')
  })

  it('refunds what shipping costs less at the new address, and says what it costs more', async () => {
    const owner = await makePerson('super_admin')
    const save = (body: object) => call('PUT', '/api/admin/settings', { as: owner, body })
    const rate = (region: string, standard: number) => ({
      region,
      fromItems: 1,
      standard,
      express: null,
    })
    const shippingRates = [rate('contiguous', 5.99), rate('remote', 15), rate('military', 9)]
    await save({ shippingSource: 'table', shippingRates })
    try {
      const honolulu = { city: 'Honolulu', stateCode: 'HI', zip: '96815' }
      const placed = await buy(
        undefined,
        makeCheckout(tee, { amount: '49.56', customer: { ...customer, ...honolulu } }),
      )
      expect(await change(placed)).toMatchObject({ status: 200 })
      expect(await refundsOf(placed)).toEqual([{ amount_cents: '901', status: 'completed' }])
      const back = await change(placed, honolulu)
      expect(back).toMatchObject({
        status: 409,
        body: {
          error: 'Shipping costs $9.01 more at this address.',
          ...{ shipping: '9.01', tax: '0.00', amount: '9.01' },
        },
      })
      expect((await cancel(placed)).body.refunded).toBe('40.55')
    } finally {
      await save({ shippingSource: 'flat', shippingRates: [] })
    }
  })

  it('is saved once by a double click', async () => {
    const placed = await buy()
    const answers = await Promise.all([change(placed, philadelphia), change(placed, philadelphia)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '256', status: 'completed' }])
  })

  it('is saved when PayPal doesn’t answer, and the refund follows', async () => {
    const placed = await buy()
    await sandbox.fault({
      provider: 'paypal',
      match: { path: '/v2/payments/captures' },
      fault: 'status',
      status: 500,
      times: 99,
    })
    expect(await change(placed, philadelphia)).toMatchObject({ status: 200 })
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '256', status: 'pending' }])
    await sandbox.clearFaults()
    await rowsOf(
      sql`update payments set created_at = now() - interval '1 hour' where kind = 'refund'`,
    )
    await finishRefunds({ payload: await getTestPayload(), payments: getProviders().payments })
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '256', status: 'completed' }])
  })

  it('is rejected for a state with a higher sales tax, with what it costs more', async () => {
    const placed = await buy()
    await change(placed, philadelphia)
    const answer = await change(placed)
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: 'Sales tax is $2.56 more at this address.',
        ...{ code: 'conflict', shipping: '0.00', tax: '2.56', amount: '2.56' },
      },
    })
    expect((await rowOf(placed)).shipping_address_zip).toBe('19103')
  })

  it('is rejected once printing has begun', async () => {
    const placed = await buy()
    await startPrinting(placed)
    expect(await change(placed)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await rowOf(placed)).shipping_address_address1).toBe('18 Alder Lane')
  })
})

describe('staff moving a paid order to an address with a lower tax', () => {
  const move = async (placed: Placed, refund: string, body = {}) =>
    call<Failed>('PUT', `/api/admin/orders/${(await rowOf(placed)).id}/address`, {
      as: admin,
      body: { ...newAddress, ...philadelphia, refund, ...body },
    })

  it('refunds what its check showed, once, and the order counts as taxed there', async () => {
    const placed = await buy()
    const { id } = await rowOf(placed)
    const checked = await call('POST', `/api/admin/orders/${id}/address/check`, {
      as: admin,
      body: { ...newAddress, ...philadelphia },
    })
    expect(checked.body).toMatchObject({ refund: '2.56' })
    expect((await move(placed, '2.56')).status).toBe(200)
    expect((await move(placed, '2.56')).status).toBe(200)
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '256', status: 'completed' }])
    expect(await rowOf(placed)).toMatchObject({ shipping_address_zip: '19103', taxed_state: null })
    expect((await cancel(placed)).body.refunded).toBe('37.99')
  })

  it('refuses another amount than the one shown, and then changes nothing', async () => {
    const placed = await buy()
    expect(await move(placed, '2.55')).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect(await refundsOf(placed)).toEqual([])
    expect((await rowOf(placed)).shipping_address_zip).not.toBe('19103')
  })

  it('leaves the total as it was paid without a refund', async () => {
    const placed = await buy()
    expect((await move(placed, '0.00')).status).toBe(200)
    expect(await refundsOf(placed)).toEqual([])
    expect((await rowOf(placed)).taxed_state).toBe('CA')
  })

  it('says so if PayPal refuses the refund of the address that is saved', async () => {
    const placed = await buy()
    await sandbox.fault({
      provider: 'paypal',
      match: { path: '/v2/payments/captures' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] },
      times: 1,
    })
    const { status, body } = await move(placed, '2.56')
    expect(status).toBe(409)
    expect(body.error).toMatch(/^The address was changed, but \$2\.56 wasn’t refunded\./)
    expect((await rowOf(placed)).shipping_address_zip).toBe('19103')
  })
})

describe('canceling an order', () => {
  it('refunds it in full only once, even when the buyer clicks several times', async () => {
    const placed = await buy()
    const answers = await Promise.all([cancel(placed), cancel(placed), cancel(placed)])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
    expect(answers[0]?.body.refunded).toBe('40.55')
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '4055', status: 'completed' }])
    expect((await rowOf(placed)).status).toBe('refunded')
    const types = (await eventsOf(placed)).map(({ type }) => type)
    expect(types.filter((type) => type === 'cancelled')).toHaveLength(1)
    expect((await change(placed)).status).toBe(409)
  })

  it('sends no email that a change made just before is printed, and a receipt that doesn’t say so either', async () => {
    const email = `canceled-${randomUUID()}@example.com`
    const placed = await buy(undefined, makeCheckout(tee, { customer: { ...customer, email } }))
    expect((await change(placed)).status).toBe(200)
    expect((await cancel(placed)).status).toBe(200)
    await runWaitingJobs()
    const { id } = await rowOf(placed)
    const resent = await call('POST', `/api/admin/orders/${id}/resend`, {
      as: admin,
      body: { mail: 'order-received' },
    })
    expect(resent.status).toBe(200)
    await runWaitingJobs()
    const mails = await sandbox.mails(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Thank you, Wren. Here’s your receipt.',
      `Your order was refunded. Order ${placed.orderNumber}`,
      'Thank you, Wren. Here’s your receipt.',
    ])
    for (const { text } of mails)
      expect(text).not.toMatch(/we’ll print|waiting to be printed|when it ships/)
    expect(mails[1]?.text).toContain(
      `Order ${placed.orderNumber} is canceled, so we won’t print or ship it.`,
    )
  })

  it('cancels it immediately and refunds it later when PayPal fails', async () => {
    const placed = await buy()
    await sandbox.fault({
      provider: 'paypal',
      match: { path: '/v2/payments/captures' },
      fault: 'status',
      status: 500,
      times: 99,
    })
    expect((await cancel(placed)).body).toMatchObject({ refunded: '40.55', isPending: true })
    expect((await rowOf(placed)).status).toBe('cancelled')
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '4055', status: 'pending' }])
    await sandbox.clearFaults()
    expect((await cancel(placed)).body.refunded).toBe('40.55')
    expect(await refundsOf(placed)).toEqual([{ amount_cents: '4055', status: 'completed' }])
  })

  it('neither cancels nor refunds it once printing has begun', async () => {
    const placed = await buy()
    await startPrinting(placed)
    expect(await cancel(placed)).toMatchObject({ status: 409 })
    expect(await refundsOf(placed)).toEqual([])
    expect((await rowOf(placed)).status).toBe('paid')
  })

  it('refunds only what was not refunded before', async () => {
    const placed = await buy()
    const owner = await makePerson('super_admin')
    const { id } = await rowOf(placed)
    await call('POST', `/api/admin/orders/${id}/refund`, {
      as: owner,
      body: { amount: '10.00', reason: 'A kindness', refundId: randomUUID() },
    })
    const refunded = (await refundsOf(placed)).reduce(
      (sum, row) => sum + Number(row.amount_cents),
      0,
    )
    expect(Number((await cancel(placed)).body.refunded) * 100).toBeCloseTo(4055 - refunded)
  })

  it('is not possible for another customer', async () => {
    const placed = await buy(wren)
    expect((await cancel(placed, sol)).status).toBe(404)
  })
})

describe('swapping an item', () => {
  const swap = async (placed: Placed, wanted: { size: string; color: string }) => {
    const [item] = await rowsOf<{ id: string }>(sql`
      select i.id from orders_items i join orders o on o.id = i._parent_id where o.order_number = ${placed.orderNumber}`)
    return call<Failed>('PUT', `/api/orders/${placed.orderNumber}/items/${item?.id}`, {
      body: { key: placed.key, ...wanted },
    })
  }
  const itemOf = async (placed: Placed) =>
    (
      await rowsOf<{ size: string; sku: string; unit_price_cents: string }>(sql`
        select i.size, i.sku, i.unit_price_cents from orders_items i join orders o on o.id = i._parent_id where o.order_number = ${placed.orderNumber}`)
    )[0]

  const setOwnPrice = (product: Product, size: string, cents: number) =>
    rowsOf(
      sql`update products_variants set price_override_cents = ${cents} where _parent_id = ${product.id} and size = ${size}`,
    )
  /** Buys a size M for $20.00 (regular price $32.00) in a sale that has since ended. */
  const buyOnEndedSale = async () => {
    const product = await makeProduct({
      sizesAvailable: ['M', 'L'],
      colorsAvailable: ['Pine'],
      salePriceCents: 2000,
    })
    const placed = await buy(undefined, makeCheckout(product, { amount: '27.59' }))
    await rowsOf(sql`
      update products set sale_starts_at = now() - interval '2 hours', sale_ends_at = now() - interval '1 second'
       where id = ${product.id}`)
    return { placed, product }
  }
  const offered = async (placed: Placed) => {
    const [offer] = await listSwapOptions(await getTestPayload(), placed)
    return (offer?.variants ?? []).map(({ size, extraCents }) => ({ size, extraCents }))
  }

  it('works for another size at the same price', async () => {
    const placed = await buy()
    expect((await swap(placed, { size: 'L', color: 'Pine' })).status).toBe(200)
    expect(await itemOf(placed)).toMatchObject({ size: 'L', sku: expect.stringMatching('-L$') })
    expect((await eventsOf(placed)).at(-1)).toEqual({
      type: 'item_changed',
      actor: 'buyer',
      message: 'Fern Tee: Pine, M is now Pine, L',
    })
  })

  it('names only the size of a product without colors', async () => {
    const product = await makeProduct({ name: 'Fern Tee', sizesAvailable: ['M', 'L'] })
    const placed = await buy(undefined, makeCheckout(product))
    await rowsOf(sql`update products_variants set color = null where _parent_id = ${product.id}`)
    await rowsOf(sql`update orders_items set color = 'Default' where product_id = ${product.id}`)
    expect((await swap(placed, { size: 'L', color: 'Default' })).status).toBe(200)
    expect((await eventsOf(placed)).at(-1)?.message).toBe('Fern Tee: M is now L')
  })

  it('keeps the sale price of an item after the sale has ended', async () => {
    const { placed } = await buyOnEndedSale()
    const before = await rowOf(placed)
    expect(await offered(placed)).toEqual([
      { size: 'M', extraCents: 0 },
      { size: 'L', extraCents: 0 },
    ])
    expect((await swap(placed, { size: 'L', color: 'Pine' })).status).toBe(200)
    expect(await itemOf(placed)).toMatchObject({ size: 'L', unit_price_cents: '2000' })
    expect((await rowOf(placed)).total_cents).toBe(before.total_cents)
    expect(await refundsOf(placed)).toEqual([])
  })

  it('is rejected after the sale when the new size has a higher regular price', async () => {
    const { placed, product } = await buyOnEndedSale()
    await setOwnPrice(product, 'L', 3500)
    expect(await offered(placed)).toContainEqual({ size: 'L', extraCents: 300 })
    expect((await swap(placed, { size: 'L', color: 'Pine' })).body.error).toMatch(
      'costs $3.00 more',
    )
    expect((await itemOf(placed))?.size).toBe('M')
  })

  it('is rejected when the original size was deleted and the new one costs more than was paid', async () => {
    const { placed, product } = await buyOnEndedSale()
    await rowsOf(sql`delete from products_variants where _parent_id = ${product.id} and size = 'M'`)
    expect((await swap(placed, { size: 'L', color: 'Pine' })).body.error).toMatch(
      'costs $12.00 more',
    )
    expect((await itemOf(placed))?.size).toBe('M')
  })

  it('is rejected for a missing size, a more expensive size, and after printing has begun', async () => {
    const placed = await buy()
    expect((await swap(placed, { size: 'XXL', color: 'Pine' })).status).toBe(409)
    await rowsOf(
      sql`update products_variants set price_override_cents = 3500 where _parent_id = ${tee.id} and size = 'L'`,
    )
    expect((await swap(placed, { size: 'L', color: 'Pine' })).body.error).toMatch(
      'costs $3.00 more',
    )
    await rowsOf(
      sql`update products_variants set price_override_cents = null where _parent_id = ${tee.id}`,
    )
    await startPrinting(placed)
    expect((await swap(placed, { size: 'L', color: 'Pine' })).status).toBe(409)
    expect((await itemOf(placed))?.size).toBe('M')
  })
})

it('delays automatic submission so that the buyer has time to change the order', async () => {
  const settings = { printfulAutoSubmit: true, printfulWaitMinutes: 45 }
  const owner = await makePerson('super_admin')
  expect((await call('PUT', '/api/admin/settings', { as: owner, body: settings })).status).toBe(200)
  const placed = await buy()
  const { id } = await rowOf(placed)
  const [job] = await rowsOf<{ minutes: number }>(sql`
    select round(extract(epoch from run_at - now()) / 60)::integer as minutes from graphile_worker.jobs where key = ${`submit-order:${id}`}`)
  expect(job?.minutes).toBe(45)
})
