// @core
import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { toDiscountFormValues, toDiscountRequest } from '@/admin/discounts/discount-form-values'
import { settleFromProvider } from '@/modules/checkout/actions/capture-payment'
import type { AdminDiscount } from '@/modules/discounts/schemas'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string; total: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }
type Checked = {
  totals: { subtotal: string; discount: string; shipping: string; tax: string; total: string }
  discounts: { name: string; code: string | null; isForShipping: boolean }[]
  codeMessage: string | null
}

const sandbox = useSandbox()
let owner: TestPerson
let editor: TestPerson
let shopper: TestPerson
let tee: Product
let tote: Product
beforeAll(async () => {
  await getTestPayload()
  ;[owner, editor, shopper] = await Promise.all([
    makePerson('super_admin'),
    makePerson('editor'),
    makePerson('customer'),
  ])
  tee = await makeProduct({ name: 'Fern Tee' })
  tote = await makeProduct({ name: 'Fern Tote' })
})
afterEach(async () => {
  await rowsOf(sql`update discounts set is_active = false`)
})

let count = 0
const makeDiscount = async (body: Record<string, unknown> = {}): Promise<AdminDiscount> => {
  count += 1
  const answer = await call<AdminDiscount>('POST', '/api/admin/discounts', {
    as: owner,
    body: { name: `Discount ${count}`, kind: 'percent', percent: 25, ...body },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const items = (product = tee) => [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }]
const check = async (body: Record<string, unknown> = {}, as?: TestPerson): Promise<Checked> =>
  (
    await call<Checked>('POST', '/api/cart/check', {
      as,
      body: { items: items(), place: { stateCode: 'CA', zip: '93023' }, ...body },
    })
  ).body
const place = (discountCode: string, amount: string, as?: TestPerson) =>
  call<Placed & Failed>('POST', '/order', {
    as,
    body: { ...makeCheckout(tee, { amount }), discountCode },
  })
/** Places an order and approves its payment at PayPal. */
const placeAndApprove = async (discountCode: string, amount = '31.91', as?: TestPerson) => {
  const { status, body } = await place(discountCode, amount, as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await sandbox.approve(body.id)
  return body
}
const capture = ({ id, key }: Placed) =>
  call<{ status: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })

describe('a discount code', () => {
  it('lowers the totals of the cart, the order, and the PayPal payment by the same amount', async () => {
    const { id, name } = await makeDiscount({ code: 'Spring 26' })
    expect(await check({ discountCode: ' spring26 ' })).toMatchObject({
      totals: {
        subtotal: '32.00',
        discount: '8.00',
        shipping: '5.99',
        tax: '1.92',
        total: '31.91',
      },
      discounts: [{ name, code: 'SPRING26', isForShipping: false }],
      codeMessage: null,
    })

    const placed = await placeAndApprove('spring26')
    expect((await capture(placed)).body).toMatchObject({ status: 'COMPLETED' })
    const [order] = await (
      await getTestPayload()
    )
      .find({
        collection: 'orders',
        where: { orderNumber: { equals: placed.orderNumber } },
        depth: 0,
      })
      .then(({ docs }) => docs)
    expect(order).toMatchObject({
      subtotalCents: 3200,
      discountCents: 800,
      totalCents: 3191,
      items: [{ discountCents: 800 }],
      discounts: [{ discount: id, name, code: 'SPRING26', isForShipping: false }],
      status: 'paid',
    })
    const sent = (await sandbox.calls()).find(
      (request) =>
        request.path.startsWith('/v2/checkout/orders') &&
        JSON.stringify(request.body).includes(placed.orderNumber),
    )
    expect(JSON.stringify(sent?.body)).toContain(
      '"discount":{"currency_code":"USD","value":"8.00"}',
    )
    expect(
      (await call<AdminDiscount>('GET', `/api/admin/discounts/${id}`, { as: owner })).body.uses,
    ).toBe(1)
  })

  it.each([
    ['unknown', 'NOBODY', null, 'We don’t recognize this code. Please check the spelling.'],
    [
      'a gift card’s',
      'ABCD-EFGH-JKMN-PQRS',
      null,
      'This looks like a gift card’s code. Please enter it under “Use a gift card.”',
    ],
    ['expired', 'OVER', { startsAt: '2026-01-01T00:00:00Z' }, 'This code is no longer valid.'],
    ['not yet valid', 'LATER', { startsAt: '2099-01-01T00:00:00Z' }, 'This code isn’t valid yet.'],
    ['inactive', 'OFF-NOW', { isActive: false }, 'This code is no longer valid.'],
    [
      'below the minimum subtotal',
      'FIFTY',
      { minimumSubtotal: 50 },
      'This code is for orders of $50.00 or more.',
    ],
    [
      'limited per customer, as a guest',
      'ONCE-EACH',
      { maxUsesPerCustomer: 1 },
      'Please sign in to use this code.',
    ],
    [
      'for first orders, as a guest',
      'FIRST',
      { firstOrderOnly: true },
      'Please sign in to use this code.',
    ],
  ])(
    'is rejected with a reason in the cart and at checkout: %s',
    async (_, code, body, message) => {
      if (body) await makeDiscount({ code, ...body })
      if (code === 'OVER')
        await rowsOf(
          sql`update discounts set ends_at = '2026-02-01' where starts_at = '2026-01-01'`,
        )
      expect(await check({ discountCode: code })).toMatchObject({
        totals: { discount: '0.00', total: '40.55' },
        discounts: [],
        codeMessage: message,
      })
      expect(await place(code, '40.55')).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { discountCode: message } },
      })
    },
  )

  it('for one product is rejected when the product is not in the cart', async () => {
    await makeDiscount({ code: 'TOTES', scope: 'products', productIds: [tote.id] })
    expect((await check({ discountCode: 'TOTES' })).codeMessage).toBe(
      'This code doesn’t apply to anything in your cart.',
    )
    expect((await check({ discountCode: 'TOTES', items: items(tote) })).totals.discount).toBe(
      '8.00',
    )
  })

  it('is rejected at checkout when the total does not include it', async () => {
    await makeDiscount({ code: 'SEEN' })
    expect(await place('SEEN', '40.55')).toMatchObject({
      status: 409,
      body: { code: 'totals_changed' },
    })
  })

  it('respects its usage limit even when two buyers pay at the same time', async () => {
    await makeDiscount({ code: 'LAST-ONE', maxUses: 1 })
    const both = [await placeAndApprove('LAST-ONE'), await placeAndApprove('LAST-ONE')]
    const captured = await Promise.all(both.map(capture))
    expect(captured.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(captured.find(({ status }) => status === 409)?.body.code).toBe('totals_changed')
    const { captures } = await sandbox.ledger()
    const numbers = both.map(({ orderNumber }) => orderNumber)
    expect(
      captures.filter((entry) => numbers.some((number) => JSON.stringify(entry).includes(number))),
    ).toHaveLength(1)
    expect((await check({ discountCode: 'LAST-ONE' })).codeMessage).toBe(
      'This code has reached its usage limit.',
    )
  })

  it('is not used up by an unpaid checkout', async () => {
    await makeDiscount({ code: 'PATIENT', maxUses: 1 })
    await placeAndApprove('PATIENT')
    expect((await check({ discountCode: 'PATIENT' })).codeMessage).toBeNull()
  })

  it('counts no more once its order was canceled, however and whenever that was refunded, but counts after other refunds', async () => {
    const payload = await getTestPayload()
    await makeDiscount({ code: 'BACK-AGAIN', maxUses: 1 })
    const message = async () => (await check({ discountCode: 'BACK-AGAIN' })).codeMessage
    const idOf = async ({ orderNumber }: Placed) => {
      const [row] = await rowsOf<{ id: number }>(
        sql`select id from orders where order_number = ${orderNumber}`,
      )
      return row?.id ?? 0
    }
    const refund = async (placed: Placed) => {
      const { body } = await call<{ status: string }>(
        'POST',
        `/api/admin/orders/${await idOf(placed)}/refund`,
        { as: owner, body: { amount: '31.91', reason: 'Late', refundId: randomUUID() } },
      )
      expect(body.status).toBe('completed')
    }
    const setStatus = async (placed: Placed, status: string) =>
      expect(
        await call('PUT', `/api/admin/orders/${await idOf(placed)}`, {
          as: owner,
          body: { status, reason: 'They asked' },
        }),
      ).toMatchObject({ status: 200 })

    const byBuyer = await placeAndApprove('BACK-AGAIN')
    await capture(byBuyer)
    expect(await message()).toBe('This code has reached its usage limit.')
    const { orderNumber, key } = byBuyer
    const canceled = await call('POST', `/api/orders/${orderNumber}/cancel`, { body: { key } })
    expect(canceled.status).toBe(200)
    expect(
      await rowsOf(sql`select status from orders where order_number = ${orderNumber}`),
    ).toEqual([{ status: 'refunded' }])
    expect(await message()).toBeNull()

    const byStaff = await placeAndApprove('BACK-AGAIN')
    await capture(byStaff)
    await setStatus(byStaff, 'cancelled')
    expect(await message()).toBeNull()
    await refund(byStaff)
    expect(await message()).toBeNull()

    const { body: late } = await place('BACK-AGAIN', '31.91')
    await sandbox.approve(late.id, 'pending')
    await capture(late)
    await setStatus(late, 'cancelled')
    expect(await message()).toBeNull()
    const [payment] = await rowsOf<{ id: string }>(
      sql`select provider_id as id from payments where order_id = ${await idOf(late)}`,
    )
    await sandbox.completeCapture(payment?.id ?? '')
    const lateOrder = { id: await idOf(late), paypalOrderId: late.id }
    await settleFromProvider({ payload, payments: getProviders().payments }, lateOrder)
    expect(await message()).toBe('This code has reached its usage limit.')
    await refund(late)
    expect(await message()).toBeNull()

    const undone = await placeAndApprove('BACK-AGAIN')
    await capture(undone)
    await setStatus(undone, 'cancelled')
    await setStatus(undone, 'paid')
    expect(await message()).toBe('This code has reached its usage limit.')
    await refund(undone)
    expect(await message()).toBe('This code has reached its usage limit.')
  })

  it('with a limit of one use per customer works once per account', async () => {
    await makeDiscount({ code: 'MINE', maxUsesPerCustomer: 1 })
    expect((await check({ discountCode: 'MINE' }, shopper)).codeMessage).toBeNull()
    await capture(await placeAndApprove('MINE', '31.91', shopper))
    expect((await check({ discountCode: 'MINE' }, shopper)).codeMessage).toBe(
      'You’ve already used this code.',
    )
  })

  it('for first orders is rejected for an account that has ordered', async () => {
    await makeDiscount({ code: 'WELCOME', firstOrderOnly: true })
    expect((await check({ discountCode: 'WELCOME' }, shopper)).codeMessage).toBe(
      'This code is only for first orders.',
    )
    const other = await makePerson('customer')
    expect((await check({ discountCode: 'WELCOME' }, other)).codeMessage).toBeNull()
  })

  it('for first orders lowers one order, even when its customer pays in two tabs at the same time', async () => {
    await makeDiscount({ code: 'HELLO-YOU', firstOrderOnly: true })
    for (const isAtOnce of [false, true]) {
      const other = await makePerson('customer')
      const tabs = [
        await placeAndApprove('HELLO-YOU', '31.91', other),
        await placeAndApprove('HELLO-YOU', '31.91', other),
      ]
      const [first, second] = isAtOnce
        ? await Promise.all(tabs.map(capture))
        : [await capture(tabs[0] as Placed), await capture(tabs[1] as Placed)]
      const answers = [first?.body, second?.body]
      expect(answers.filter((body) => body?.status === 'COMPLETED')).toHaveLength(1)
      expect(answers.filter((body) => body?.code === 'totals_changed')).toHaveLength(1)
    }
  })
})

describe('the limit of a discount', () => {
  const deleteCode = async ({ id }: { id: number }): Promise<void> => {
    const path = `/api/admin/discounts/${id}/codes`
    const { body } = await call<{ id: number }[]>('GET', path, { as: owner })
    await call('DELETE', `${path}/${body[0]?.id}`, { as: owner })
  }
  it.each<[string, (discount: AdminDiscount) => Promise<unknown>]>([
    ['its code was deleted', deleteCode],
    ['it ended', ({ id }) => rowsOf(sql`update discounts set ends_at = now() where id = ${id}`)],
    [
      'it was turned off',
      ({ id }) => rowsOf(sql`update discounts set is_active = false where id = ${id}`),
    ],
  ])('holds for an order that was placed before %s', async (_, change) => {
    const code = `LAST-${randomUUID().slice(0, 8)}`
    const discount = await makeDiscount({ code, maxUses: 1 })
    const [first, second] = [await placeAndApprove(code), await placeAndApprove(code)]
    expect((await capture(first)).body.status).toBe('COMPLETED')
    await change(discount)
    expect((await capture(second)).body.code).toBe('totals_changed')
  })
})

describe('an automatic discount', () => {
  it('applies without a code unless a better code is entered', async () => {
    const automatic = await makeDiscount({ isAutomatic: true, percent: 10 })
    await makeDiscount({ code: 'BETTER', percent: 20 })
    await makeDiscount({ code: 'WORSE', percent: 5 })
    expect(await check()).toMatchObject({
      totals: { discount: '3.20' },
      discounts: [{ name: automatic.name, code: null }],
    })
    expect((await check({ discountCode: 'BETTER' })).totals.discount).toBe('6.40')
    expect(await check({ discountCode: 'WORSE' })).toMatchObject({
      totals: { discount: '3.20' },
      codeMessage: 'Your order already has a better discount. Codes can’t be combined with it.',
    })
  })

  it('can make shipping free in addition to a code', async () => {
    const shipping = await makeDiscount({ isAutomatic: true, kind: 'free_shipping' })
    await makeDiscount({ code: 'BOTH', percent: 50 })
    expect(await check({ discountCode: 'BOTH' })).toMatchObject({
      totals: { discount: '16.00', shipping: '0.00', tax: '1.28', total: '17.28' },
      discounts: [
        { code: 'BOTH', isForShipping: false },
        { name: shipping.name, isForShipping: true },
      ],
    })
  })

  it('for free shipping says that it isn’t needed where shipping is free already', async () => {
    await makeDiscount({ code: 'POSTFREE', kind: 'free_shipping' })
    await makeDiscount({
      code: 'POSTTOTES',
      kind: 'free_shipping',
      scope: 'products',
      productIds: [tote.id],
    })
    const two = [{ ...items()[0], quantity: 2 }]
    expect(await check({ discountCode: 'POSTFREE' })).toMatchObject({
      totals: { shipping: '0.00' },
      codeMessage: null,
    })
    expect((await check({ items: two, discountCode: 'POSTFREE' })).codeMessage).toBe(
      'Shipping is already free, so you don’t need this code.',
    )
    expect((await check({ items: two, discountCode: 'POSTTOTES' })).codeMessage).toBe(
      'This code doesn’t apply to anything in your cart.',
    )
  })

  it('still applies to a placed order after it ends', async () => {
    const { id } = await makeDiscount({ isAutomatic: true })
    const { body: placed } = await call<Placed>('POST', '/order', {
      body: makeCheckout(tee, { amount: '31.91' }),
    })
    await sandbox.approve(placed.id)
    await rowsOf(sql`update discounts set ends_at = now() where id = ${id}`)
    expect((await capture(placed)).status).toBe(200)
  })
})

describe('staff', () => {
  it('can create single-use codes in bulk and list, export, and delete them', async () => {
    const { id } = await makeDiscount()
    const path = `/api/admin/discounts/${id}/codes`
    const { body: created } = await call<{ codes: string[] }>('POST', path, {
      as: owner,
      body: { count: 50, prefix: 'thanks' },
    })
    expect(new Set(created.codes).size).toBe(50)
    expect(created.codes.every((code) => /^THANKS-[A-Z2-9]{10}$/.test(code))).toBe(true)
    const [first = ''] = created.codes
    await capture(await placeAndApprove(first))
    expect((await check({ discountCode: first })).codeMessage).toBe(
      'This code has reached its usage limit.',
    )
    const { body: codes } = await call<{ id: number; code: string; uses: number }[]>('GET', path, {
      as: owner,
    })
    expect(codes).toHaveLength(50)
    expect(codes.find(({ code }) => code === first)?.uses).toBe(1)
    const csv = await call<string>('GET', `${path}/export`, { as: owner })
    expect(
      String(csv.body)
        .split('\n')
        .filter((row) => row.includes('THANKS-')),
    ).toHaveLength(50)
    const last = codes.at(-1)
    await call('DELETE', `${path}/${last?.id}`, { as: owner })
    expect((await check({ discountCode: last?.code })).codeMessage).toMatch(
      'don’t recognize this code',
    )
  })

  it('can type 1,000 as a limit, and a limit that can’t be read isn’t saved as no limit', async () => {
    const zone = 'America/New_York'
    const discount = await makeDiscount({ code: 'LIMITED' })
    const form = toDiscountFormValues(discount, zone)
    const path = `/api/admin/discounts/${discount.id}`
    const save = (maxUses: string) =>
      call<AdminDiscount & Failed>('PUT', path, {
        as: owner,
        body: toDiscountRequest({ ...form, maxUses }, [], zone),
      })
    expect((await save('a hundred')).body.fields).toEqual({ maxUses: 'Please enter a number.' })
    expect((await save('99,000,000')).body.fields).toEqual({
      maxUses: 'Please enter 1,000,000 or less.',
    })
    expect((await save('0')).body.fields).toEqual({ maxUses: 'Please enter at least 1.' })
    expect((await save('1.5')).body.fields).toEqual({ maxUses: 'Please enter a whole number.' })
    expect((await save('1,000')).body.maxUses).toBe(1000)
    expect((await save('')).body.maxUses).toBeNull()
    for (const body of [
      { code: 'MORE', maxUses: 'ten' },
      { count: 5, maxUses: '1e999' },
      { count: 5, prefix: 'FERN', maxUses: 'ten' },
    ])
      expect(
        (await call<Failed>('POST', `${path}/codes`, { as: owner, body })).body.fields,
      ).toEqual({ maxUses: 'Please enter a number.' })
    for (const body of [
      {},
      { maxUses: 1 },
      { code: 'MORE', count: 5 },
      { code: 'MORE', prefix: 'A' },
    ])
      expect(
        (await call<Failed>('POST', `${path}/codes`, { as: owner, body })).body.fields,
      ).toEqual({ body: 'Send either code or count.' })
  })

  it('count the uses of a code that was deleted for its first discount only', async () => {
    const first = await makeDiscount({ name: 'Spring 26', code: 'SPRINGAGAIN' })
    expect((await capture(await placeAndApprove('SPRINGAGAIN'))).status).toBe(200)
    const codesOf = async ({ id }: AdminDiscount) =>
      (
        await call<{ id: number; code: string; uses: number }[]>(
          'GET',
          `/api/admin/discounts/${id}/codes`,
          { as: owner },
        )
      ).body
    const [used] = await codesOf(first)
    expect(used).toMatchObject({ code: 'SPRINGAGAIN', uses: 1 })
    expect(
      (await call('DELETE', `/api/admin/discounts/${first.id}/codes/${used?.id}`, { as: owner }))
        .status,
    ).toBe(200)
    const second = await makeDiscount({ name: 'Spring 27' })
    await call('POST', `/api/admin/discounts/${second.id}/codes`, {
      as: owner,
      body: { code: 'SPRINGAGAIN', maxUses: 1 },
    })
    expect(await codesOf(second)).toMatchObject([{ code: 'SPRINGAGAIN', uses: 0 }])
    expect(await check({ discountCode: 'SPRINGAGAIN' })).toMatchObject({
      discounts: [{ name: 'Spring 27', code: 'SPRINGAGAIN' }],
      codeMessage: null,
    })
  })

  it('can’t give two discounts the same code', async () => {
    await makeDiscount({ code: 'TWICE' })
    expect(
      await call<Failed>('POST', '/api/admin/discounts', {
        as: owner,
        body: { name: 'Other', kind: 'percent', percent: 5, code: 'twice' },
      }),
    ).toMatchObject({ status: 400, body: { fields: { code: 'This code is already in use.' } } })
  })

  it.each([
    [{ kind: 'percent' }, 'percent'],
    [{ kind: 'percent', percent: 101 }, 'percent'],
    [{ kind: 'percent', percent: 0 }, 'percent'],
    [{ kind: 'amount' }, 'amount'],
    [{ kind: 'amount', amount: -1 }, 'amount'],
    [{ kind: 'percent', percent: 5, scope: 'products' }, 'productIds'],
    [{ kind: 'percent', percent: 5, scope: 'categories' }, 'categoryIds'],
    [
      {
        kind: 'percent',
        percent: 5,
        startsAt: '2027-02-01T00:00:00Z',
        endsAt: '2027-01-01T00:00:00Z',
      },
      'endsAt',
    ],
    [
      {
        kind: 'percent',
        percent: 5,
        startsAt: '2026-01-01T00:00:00Z',
        endsAt: '2026-02-01T00:00:00Z',
      },
      'endsAt',
    ],
    [{ kind: 'percent', percent: 5, code: 'a b' }, 'code'],
    [{ kind: 'percent', percent: 5, isAutomatic: true, code: 'NOPE' }, 'code'],
  ])('get a field error for %j', async (body, field) => {
    const answer = await call<Failed>('POST', '/api/admin/discounts', {
      as: owner,
      body: { name: 'Wrong', ...body },
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields ?? {})).toContain(field)
  })

  it('can’t overwrite each other’s changes or delete a discount used by an order', async () => {
    const discount = await makeDiscount({ code: 'KEPT-ONE' })
    const path = `/api/admin/discounts/${discount.id}`
    const body = { name: 'Renamed', kind: 'percent', percent: 30 }
    expect(
      (await call('PUT', path, { as: owner, body: { ...body, version: discount.updatedAt } }))
        .status,
    ).toBe(200)
    expect(
      await call('PUT', path, { as: owner, body: { ...body, version: discount.updatedAt } }),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    await placeAndApprove('KEPT-ONE', '30.18')
    expect(await call('DELETE', path, { as: owner })).toMatchObject({ status: 409 })
  })

  it('without permission can’t list, create, or delete discounts', async () => {
    const { id } = await makeDiscount()
    for (const [method, path] of [
      ['GET', '/api/admin/discounts'],
      ['POST', '/api/admin/discounts'],
      ['DELETE', `/api/admin/discounts/${id}`],
    ] as const)
      expect(
        (await call(method, path, { as: editor, ...(method === 'POST' ? { body: {} } : {}) }))
          .status,
      ).toBe(403)
  })
})

it('does not reveal to guests whether an email address has ordered before', async () => {
  await makeDiscount({ code: 'HELLO', firstOrderOnly: true })
  await rowsOf(sql`update orders set email = ${customer.email}`)
  const answers = [customer.email, 'never-here@example.com'].map(async (email) =>
    call<Failed>('POST', '/order', {
      body: { ...makeCheckout(tee, { customer: { ...customer, email } }), discountCode: 'HELLO' },
    }),
  )
  const [known, unknown] = await Promise.all(answers)
  expect(known?.body.error).toBe(unknown?.body.error)
  expect(known?.status).toBe(unknown?.status)
})

describe('a tax-exempt customer', () => {
  it('pays no sales tax while signed in until staff remove the certificate', async () => {
    const { body: placed } = await call<Placed>('POST', '/order', {
      as: shopper,
      body: makeCheckout(tee),
    })
    const [order] = await rowsOf<{ id: number }>(
      sql`select id from orders where order_number = ${placed.orderNumber}`,
    )
    const set = (certificate: string | null, as = owner) =>
      call<Failed>('PUT', `/api/admin/customers/${order?.id}/tax-certificate`, {
        as,
        body: { certificate },
      })
    expect((await set('OH-501-C3', editor)).status).toBe(403)
    expect((await set('OH-501-C3')).status).toBe(200)
    expect((await check({}, shopper)).totals).toMatchObject({ tax: '0.00', total: '37.99' })
    expect((await check()).totals.tax).toBe('2.56')
    const exempt = await call<Placed>('POST', '/order', {
      as: shopper,
      body: makeCheckout(tee, { amount: '37.99' }),
    })
    expect(exempt.status).toBe(200)
    expect(
      await rowsOf(
        sql`select tax_certificate from orders where order_number = ${exempt.body.orderNumber}`,
      ),
    ).toEqual([{ tax_certificate: 'OH-501-C3' }])
    expect((await set(null)).status).toBe(200)
    expect((await check({}, shopper)).totals.tax).toBe('2.56')
  })

  it('must have an account', async () => {
    const { body: placed } = await call<Placed>('POST', '/order', {
      body: makeCheckout(tee, { customer: { ...customer, email: 'guest@example.com' } }),
    })
    const [order] = await rowsOf<{ id: number }>(
      sql`select id from orders where order_number = ${placed.orderNumber}`,
    )
    expect(
      await call('PUT', `/api/admin/customers/${order?.id}/tax-certificate`, {
        as: owner,
        body: { certificate: 'X' },
      }),
    ).toMatchObject({ status: 409 })
  })
})
