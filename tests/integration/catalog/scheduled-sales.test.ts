import {
  makeCategory,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import type { Payload } from 'payload'

import { runJob } from '@/jobs/tasks'
import { getProduct } from '@/modules/catalog/queries/get-product'
import { searchProducts } from '@/modules/catalog/queries/search-products'
import { defaultProductSearch } from '@/modules/catalog/rules/product-search'
import type { Product } from '@/payload-types'
import { invalidationChannel } from '@/platform/cache-tags'

type Saved = {
  salePrice: string | null
  saleStartsAt: string | null
  saleEndsAt: string | null
  saleState: string | null
  fields?: Record<string, string>
}

useSandbox()
let payload: Payload
let owner: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  owner = await makePerson('super_admin')
})

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const inDays = (days: number): string => inHours(days * 24)
/** Creates a product that has been for sale at $32.00 for 90 days. */
const makeOldProduct = (data: Partial<Product> = {}): Promise<Product> =>
  makeProduct({ createdAt: inDays(-90), ...data })
const change = async (id: number, body: Record<string, unknown>): Promise<Saved> =>
  (await call<Saved>('PUT', `/api/admin/products/${id}`, { as: owner, body })).body
const priceOf = async (id: number) => {
  const [page, api, cart] = await Promise.all([
    getProduct(payload, id),
    call<{ salePrice: string | null; variants: { price: string }[] }>('GET', `/api/products/${id}`),
    call<{ lines: { unitPrice: string }[] }>('POST', '/api/cart/check', {
      body: { items: [{ productId: id, size: 'M', color: 'Pine', quantity: 1 }] },
    }),
  ])
  return {
    page: page?.priceCents,
    was: page?.wasCents,
    api: [api.body.salePrice, api.body.variants[0]?.price],
    cart: cart.body.lines[0]?.unitPrice,
  }
}
const full = { page: 3200, was: null, api: [null, '32.00'], cart: '32.00' }
const reduced = { page: 2000, was: 3200, api: ['20.00', '20.00'], cart: '20.00' }

/** Moves a sale as if time had passed, without the triggers that run on a save. */
const moveSale = async (
  id: number,
  startsAt: string,
  endsAt: string | null,
  pricedAt = new Date().toISOString(),
): Promise<void> => {
  const client = await payload.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      'update products set sale_starts_at = $2, sale_ends_at = $3, priced_at = $4 where id = $1',
      [id, startsAt, endsAt, pricedAt],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

describe('a scheduled sale', () => {
  it('has the same price on the page, in the API, and in the cart before, during, and after it', async () => {
    const { id } = await makeOldProduct({
      salePriceCents: 2000,
      saleStartsAt: inHours(1),
      saleEndsAt: inHours(2),
    })
    expect(await priceOf(id)).toEqual(full)
    await moveSale(id, inHours(-1), inHours(1))
    expect(await priceOf(id)).toEqual(reduced)
    await moveSale(id, inHours(-2), inHours(-1))
    expect(await priceOf(id)).toEqual(full)
  })

  it('includes its start time and excludes its end time', async () => {
    const [row] = await rowsOf<Record<string, number | null>>(sql`select
      running_sale(2000, now(), null) as at_start,
      running_sale(2000, now() + interval '1 millisecond', null) as before,
      running_sale(2000, now() - interval '1 day', now() + interval '1 millisecond') as last,
      running_sale(2000, now() - interval '1 day', now()) as at_end`)
    expect(row).toEqual({ at_start: 2000, before: null, last: 2000, at_end: null })
  })

  it('that ended before the order is placed leads to an error with the new price', async () => {
    const product = await makeOldProduct({ salePriceCents: 2000, saleEndsAt: inHours(1) })
    expect(await priceOf(product.id)).toMatchObject({ cart: '20.00' })
    await moveSale(product.id, inHours(-2), inHours(-1))
    const answer = await call('POST', '/order', {
      body: makeCheckout(product, { amount: '27.59' }),
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'totals_changed', lines: [{ status: 'ok', unitPrice: '32.00' }] },
    })
  })

  it('does not affect variants with their own price', async () => {
    const { id, variants } = await makeOldProduct({ salePriceCents: 2000 })
    await payload.update({
      collection: 'products',
      id,
      data: {
        variants: (variants ?? []).map((variant) =>
          variant.size === 'M' && variant.color === 'Pine'
            ? { ...variant, priceOverrideCents: 3600 }
            : variant,
        ),
      },
    })
    expect(await priceOf(id)).toMatchObject({ page: 2000, cart: '36.00' })
  })

  it('updates its pages and the price filter when it starts and ends', async () => {
    const name = 'Boundary Tee'
    const { id } = await makeOldProduct({ name, salePriceCents: 2000, saleStartsAt: inHours(1) })
    const heard: string[] = []
    const client = await payload.db.pool.connect()
    client.on('notification', ({ payload: tags }) => heard.push(String(tags)))
    await client.query(`listen ${invalidationChannel}`)
    const found = async (): Promise<number> =>
      (
        await searchProducts(payload, {
          ...defaultProductSearch,
          search: 'boundary',
          price: 'under-25',
        })
      ).total
    const run = async (): Promise<boolean> => {
      heard.length = 0
      await runJob(payload, 'refresh-sale-prices', {})
      await client.query('select 1')
      return heard.some((tags) => tags.includes(`"product:${id}"`) && tags.includes('"products"'))
    }
    expect([await run(), await found()]).toEqual([false, 0])
    // The sale started while the worker was off, so one run makes up for it.
    await moveSale(id, inHours(-1), null)
    expect([await run(), await run(), await found()]).toEqual([true, false, 1])
    // The sale ended a moment ago, so a second run updates pages that were being rendered.
    await moveSale(id, inHours(-1), inHours(-0.01))
    expect([await run(), await run(), await found()]).toEqual([true, true, 0])
    // A whole sale passed while the worker was off. Pages that were rendered meanwhile may show its price.
    await moveSale(id, inHours(-3), inHours(-2), inHours(-4))
    expect([await run(), await run(), await found()]).toEqual([true, false, 0])
    client.release(true)
  })
})

describe('a price of 0', () => {
  it.each([
    [
      'of the product',
      (id: number) => sql`update products set base_price_cents = 0 where id = ${id}`,
    ],
    [
      'of a sale',
      (id: number) =>
        sql`update products set sale_price_cents = 0, sale_starts_at = now() where id = ${id}`,
    ],
    [
      'of a size',
      (id: number) =>
        sql`update products_variants set price_override_cents = 0 where _parent_id = ${id} and size = 'M' and color = 'Pine'`,
    ],
  ])('%s doesn’t sell anything at $0.00', async (_, setPrice) => {
    const product = await makeOldProduct()
    await rowsOf(setPrice(product.id))
    const isChosen = ({ size, color }: { size: string | null; color: string | null }) =>
      size === 'M' && color === 'Pine'
    const page = await getProduct(payload, product.id)
    const api = await call<{ variants: { size: string; color: string }[] }>(
      'GET',
      `/api/products/${product.id}`,
    )
    expect([page?.variants.find(isChosen)?.available, api.body.variants.some(isChosen)]).toEqual([
      false,
      false,
    ])
    const order = await call('POST', '/order', { body: makeCheckout(product, { amount: '0.00' }) })
    expect(order).toMatchObject({
      status: 409,
      body: { code: 'totals_changed', lines: [{ status: 'unavailable', unitPrice: null }] },
    })
    expect(await rowsOf(sql`select 1 from orders_items where product_id = ${product.id}`)).toEqual(
      [],
    )
  })
})

describe('saving a sale', () => {
  it('starts it now if there is no start date, and later saves keep that date', async () => {
    const { id } = await makeOldProduct()
    const first = await change(id, { salePrice: 20 })
    expect(first).toMatchObject({ salePrice: '20.00', saleEndsAt: null, saleState: 'running' })
    expect(Date.now() - Date.parse(first.saleStartsAt ?? '')).toBeLessThan(120_000)
    await moveSale(id, inDays(-3), null)
    const again = await change(id, { salePrice: 18, saleStartsAt: null, saleEndsAt: inDays(3) })
    expect(Date.parse(again.saleStartsAt ?? '')).toBeLessThan(Date.now() - 2 * 86_400_000)
    expect(await priceOf(id)).toMatchObject({ page: 1800, was: 3200 })
  })

  it('starts now if it had ended, and crosses out the price of the days before it started again', async () => {
    const product = await makeOldProduct({ salePriceCents: 2000, saleStartsAt: inDays(-80) })
    const { id } = product
    const [start, end] = [inDays(-80), inDays(-70)]
    /** The product cost $40.00 before that sale, and costs $30.00 since it ended. */
    const endSale = async (): Promise<void> => {
      await moveSale(id, start, end)
      await rowsOf(sql`update products set base_price_cents = 3000 where id = ${id}`)
      await rowsOf(sql`delete from product_prices where product_id = ${id}`)
      await rowsOf(sql`insert into product_prices (product_id, changed_at, is_active, base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
        values (${id}, ${inDays(-90)}, true, 4000, 2000, ${start}, ${end}), (${id}, ${inDays(-60)}, true, 3000, 2000, ${start}, ${end})`)
    }
    await endSale()
    const prolonged = { saleStartsAt: start, saleEndsAt: inDays(3) }
    // The form may be sent again before it shows the new start.
    for (const sent of [prolonged, prolonged, { ...prolonged, saleEndsAt: null }]) {
      const { saleStartsAt, saleState } = await change(id, sent)
      expect(saleState).toBe('running')
      expect(Date.now() - Date.parse(saleStartsAt ?? '')).toBeLessThan(120_000)
      expect(await priceOf(id)).toMatchObject({ page: 2000, was: 3000 })
    }
    await endSale()
    const csv = `slug,saleEndsAt\n${product.slug},${inDays(3)}\n`
    await call('POST', '/api/admin/products/import', { as: owner, body: { csv, dryRun: false } })
    expect(await priceOf(id)).toMatchObject({ page: 2000, was: 3000 })
  })

  it('keeps the schedule when other fields change and removes it with the price', async () => {
    const { id } = await makeOldProduct()
    const [saleStartsAt, saleEndsAt] = [inDays(1), inDays(2)]
    await change(id, { salePrice: 20, saleStartsAt, saleEndsAt })
    expect(await change(id, { seoTitle: 'Soft' })).toMatchObject({
      saleStartsAt,
      saleEndsAt,
      saleState: 'planned',
    })
    expect(await change(id, { salePrice: null })).toMatchObject({
      salePrice: null,
      saleStartsAt: null,
      saleEndsAt: null,
      saleState: null,
    })
  })

  it.each([
    ['before its start', { saleStartsAt: inDays(2), saleEndsAt: inDays(1) }],
    ['at its start', { saleStartsAt: '2027-01-01T00:00:00Z', saleEndsAt: '2027-01-01T00:00:00Z' }],
    ['in the past', { saleEndsAt: inDays(-1) }],
  ])('is rejected with an end %s', async (_, schedule) => {
    const { id } = await makeOldProduct()
    const refusal = await change(id, { salePrice: 20, ...schedule })
    expect(refusal.fields).toEqual({ saleEndsAt: 'The end must be after the start.' })
    expect(await priceOf(id)).toEqual(full)
  })

  it('works through export and import, which rejects lines with an invalid end', async () => {
    const product = await makeOldProduct({ salePriceCents: 2000, saleStartsAt: inDays(1) })
    const file = await call<string>('GET', `/api/admin/products/export?search=${product.slug}`, {
      as: owner,
    })
    const csv = String(file.body)
    expect(csv).toContain(new Date(product.saleStartsAt ?? '').toISOString())
    const load = (text: string) =>
      call<{
        updated: number
        unchanged: number
        refused: number
        rows: { errors: { field: string }[] }[]
      }>('POST', '/api/admin/products/import', { as: owner, body: { csv: text, dryRun: false } })
    expect((await load(csv)).body).toMatchObject({ updated: 0, unchanged: 1, refused: 0 })
    const wrong = await load(`slug,saleEndsAt\n${product.slug},${inHours(1)}\n`)
    expect(wrong.body).toMatchObject({
      updated: 0,
      refused: 1,
      rows: [{ errors: [{ field: 'saleEndsAt' }] }],
    })
    const right = await load(`slug,saleEndsAt\n${product.slug},${inDays(2)}\n`)
    expect(right.body).toMatchObject({ updated: 1, refused: 0 })
    const { slug } = await makeOldProduct()
    for (const row of [
      `${slug},20,,`,
      `${slug},20,${inDays(-9)},${inDays(3)}`,
      `${slug},,,${inDays(3)}`,
    ]) {
      const repeated = `slug,salePrice,saleStartsAt,saleEndsAt\n${row}\n`
      expect((await load(repeated)).body).toMatchObject({ updated: 1, refused: 0 })
      expect((await load(repeated)).body).toMatchObject({ updated: 0, unchanged: 1 })
    }
  })

  it('records price changes permanently, no matter how they are written', async () => {
    const { id } = await makeOldProduct()
    await change(id, { basePrice: 30 })
    await payload.update({ collection: 'products', id, data: { basePriceCents: 2800 } })
    await rowsOf(sql`update products set base_price_cents = 2600 where id = ${id}`)
    await change(id, { name: 'Not a price' })
    expect(
      await rowsOf(
        sql`select base_price_cents as cents from product_prices where product_id = ${id} order by id`,
      ),
    ).toEqual([3200, 3000, 2800, 2600].map((cents) => ({ cents })))
    await expect(
      rowsOf(sql`update product_prices set base_price_cents = 9900 where product_id = ${id}`),
    ).rejects.toThrow()
  })
})

describe('the price history', () => {
  type Price = Record<string, unknown>
  const prices = (id: number, query = '', as: TestPerson | null = owner) =>
    call<Price[]>('GET', `/api/admin/products/${id}/prices${query}`, { as })

  it('lists what a product has cost, newest first, with its sales and whether it was active', async () => {
    const { id } = await makeOldProduct()
    await change(id, { basePrice: 30 })
    const [startsAt, endsAt] = [inDays(1), inDays(2)]
    await change(id, { salePrice: 20, saleStartsAt: startsAt, saleEndsAt: endsAt })
    await change(id, { isActive: false })
    await change(id, { name: 'Not a price' })
    const { body, headers } = await prices(id)
    const sale = { salePrice: '20.00', saleStartsAt: startsAt, saleEndsAt: endsAt }
    const noSale = { salePrice: null, saleStartsAt: null, saleEndsAt: null }
    expect(body).toMatchObject([
      { basePrice: '30.00', isActive: false, ...sale },
      { basePrice: '30.00', isActive: true, ...sale },
      { basePrice: '30.00', isActive: true, ...noSale },
      { basePrice: '32.00', isActive: true, ...noSale },
    ])
    const times = body.map(({ changedAt }) => Date.parse(String(changedAt)))
    expect(times).toEqual([...times].sort((one, other) => other - one))
    expect(headers.get('x-total-count')).toBe('4')
    expect((await prices(id, '?limit=2&page=2')).body).toEqual(body.slice(2))
  })

  it('of a product that doesn’t exist isn’t found, and other parameters are rejected', async () => {
    const { id } = await makeOldProduct()
    expect((await prices(999_999)).status).toBe(404)
    for (const query of ['?page=0', '?limit=x', '?from=2031-01-01'])
      expect([query, (await prices(id, query)).status]).toEqual([query, 400])
    expect((await prices(id, '', null)).status).toBe(401)
  })
})

describe('the price before a sale', () => {
  /** Price changes as [days ago, base, sale, sale starts (days ago), sale ends (days ago), active]. */
  type Change = [
    ago: number,
    base: number,
    sale?: number | null,
    starts?: number,
    ends?: number,
    active?: boolean,
  ]
  const lowestBefore = async (changes: Change[], daysAgo = 0): Promise<number | null> => {
    const { id } = await makeProduct()
    const now = Date.now()
    const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString()
    await rowsOf(sql`delete from product_prices where product_id = ${id}`)
    for (const [changed, base, sale = null, starts, ends, active = true] of changes)
      await rowsOf(sql`insert into product_prices (product_id, changed_at, is_active, base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
        values (${id}, ${ago(changed)}, ${active}, ${base}, ${sale}, ${starts === undefined ? null : ago(starts)}, ${ends === undefined ? null : ago(ends)})`)
    const [row] = await rowsOf<{ lowest: number | null }>(
      sql`select lowest_price_before(${id}, ${ago(daysAgo)}) as lowest`,
    )
    return row?.lowest ?? null
  }

  it.each<[string, Change[], number | null]>([
    ['is unknown without a history', [], null],
    ['is the only price if it never changed', [[90, 3200]], 3200],
    [
      'is the lowest price, not the latest',
      [
        [90, 3200],
        [20, 2800],
        [10, 4000],
      ],
      2800,
    ],
    [
      'ignores prices that ended more than 30 days ago',
      [
        [90, 1000],
        [31, 3200],
      ],
      3200,
    ],
    [
      'includes prices that ended less than 30 days ago',
      [
        [90, 1000],
        [29, 3200],
      ],
      1000,
    ],
    [
      'includes an earlier sale so that consecutive sales don’t look deeper',
      [[90, 3200, 2000, 20, 10]],
      2000,
    ],
    [
      'ignores a sale that was planned and canceled',
      [
        [90, 3200, 2000, 5, 1],
        [6, 3200],
      ],
      3200,
    ],
    ['is the sale price if a sale ran the whole time', [[90, 3200, 2000, 60]], 2000],
    [
      'ignores the time when the product was not for sale',
      [
        [20, 9900, null, undefined, undefined, false],
        [10, 3200],
      ],
      3200,
    ],
    [
      'is unknown if the product was never for sale',
      [[20, 9900, null, undefined, undefined, false]],
      null,
    ],
  ])('%s', async (_, changes, lowest) => {
    expect(await lowestBefore(changes)).toBe(lowest)
  })

  it('is the price charged before the sale, even if it changed since', async () => {
    expect(
      await lowestBefore(
        [
          [90, 3200],
          [5, 3200, 2000, 5],
          [2, 1500],
        ],
        5,
      ),
    ).toBe(3200)
  })

  it('is not struck through for a product that was always on sale or never cost more', async () => {
    const created = await makeProduct({ salePriceCents: 2000 })
    expect(await priceOf(created.id)).toMatchObject({ page: 2000, was: null })
    // The price is raised only to be "reduced" to what it was before.
    const { id } = await makeOldProduct({ basePriceCents: 2000 })
    await change(id, { basePrice: 40 })
    await change(id, { salePrice: 20 })
    expect(await priceOf(id)).toMatchObject({ page: 2000, was: null })
  })
})

describe('sales in the admin', () => {
  type Listed = {
    id: number
    state: string
    basePrice: string
    salePrice: string
    priceBefore: string | null
  }
  type Result = { started: number; skipped: { id: number; reason: string }[] }
  const start = (body: Record<string, unknown>) =>
    call<Result & { fields?: Record<string, string> }>('POST', '/api/admin/sales', {
      as: owner,
      body,
    })
  const listed = async (id: number) =>
    (await call<Listed[]>('GET', '/api/admin/sales', { as: owner })).body.find(
      (sale) => sale.id === id,
    )

  it('start for a whole category but skip products with a sale, without a price, or with no size at it', async () => {
    const category = (await makeCategory()).id
    const [odd, own, planned, unpriced] = await Promise.all([
      makeOldProduct({ category, basePriceCents: 3333 }),
      makeOldProduct({ category }),
      makeOldProduct({ category, salePriceCents: 3000, saleStartsAt: inDays(1) }),
      makeOldProduct({ category, basePriceCents: null }),
    ])
    await rowsOf(
      sql`update products_variants set price_override_cents = 3500 where _parent_id = ${own.id}`,
    )
    const body = { categoryIds: [category], percent: 15, endsAt: inDays(2) }
    const { body: result } = await start(body)
    expect(result.started).toBe(1)
    expect(Object.fromEntries(result.skipped.map(({ id, reason }) => [id, reason]))).toEqual({
      [planned.id]: 'It already has a sale.',
      [unpriced.id]: 'It has no price.',
      [own.id]: 'All of its sizes and colors have their own price.',
    })
    expect(await listed(odd.id)).toMatchObject({
      state: 'running',
      basePrice: '33.33',
      salePrice: '28.33',
      priceBefore: '33.33',
    })
    expect(await listed(planned.id)).toMatchObject({ state: 'planned', priceBefore: null })
    expect(await priceOf(odd.id)).toMatchObject({ page: 2833, was: 3333, cart: '28.33' })
    // A double click finds nothing left to start.
    expect((await start(body)).body.started).toBe(0)
  })

  it('start only once for a product when two tabs start one at the same time', async () => {
    const { id } = await makeOldProduct()
    const results = await Promise.all(
      [20, 30].map((percent) => start({ productIds: [id], percent })),
    )
    expect(results.map(({ body }) => body.started).sort()).toEqual([0, 1])
  })

  it('can be ended while running and canceled while planned', async () => {
    const [running, planned] = await Promise.all([makeOldProduct(), makeOldProduct()])
    await start({ productIds: [running.id], percent: 25 })
    await start({ productIds: [planned.id], percent: 25, startsAt: inDays(1) })
    for (const { id } of [running, planned]) {
      const end = () => call('DELETE', `/api/admin/sales/${id}`, { as: owner })
      expect([(await end()).status, (await end()).status]).toEqual([200, 404])
      expect(await priceOf(id)).toEqual(full)
      expect(await listed(id)).toBeUndefined()
    }
  })

  it('show no price before when the previous sale was cheaper', async () => {
    const { id } = await makeOldProduct()
    await start({ productIds: [id], percent: 50 })
    await call('DELETE', `/api/admin/sales/${id}`, { as: owner })
    // The first sale was two days ago.
    await rowsOf(sql`delete from product_prices where product_id = ${id}`)
    await rowsOf(sql`insert into product_prices (product_id, changed_at, is_active, base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
      values (${id}, ${inDays(-90)}, true, 3200, 1600, ${inDays(-3)}, ${inDays(-2)})`)
    await start({ productIds: [id], percent: 25 })
    expect(await priceOf(id)).toMatchObject({ page: 2400, was: null })
  })

  it.each([
    ['productIds', { percent: 20 }],
    ['percent', { productIds: [1], percent: 96 }],
    ['percent', { productIds: [1], percent: 0 }],
    ['endsAt', { productIds: [1], percent: 20, endsAt: inDays(-1) }],
    ['endsAt', { productIds: [1], percent: 20, startsAt: inDays(-2), endsAt: inDays(-1) }],
  ])('are rejected with an invalid %s', async (field, body) => {
    const { status, body: refusal } = await start(body)
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([400, [field]])
  })
})
