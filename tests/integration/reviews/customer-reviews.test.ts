import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getProduct } from '@/modules/catalog/queries/get-product'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { listReviewableProducts } from '@/modules/reviews/queries/customer-reviews'
import { receivedStatuses } from '@/modules/reviews/rules'
import type { Product } from '@/payload-types'
import { withTransaction } from '@/platform/transaction'

type Review = {
  id: number
  productId: number
  author: string
  rating: number
  title: string
  body: string
  status: string
}
let wren: TestPerson
let sol: TestPerson
let tee: Product

const line = (product: Product) => ({
  product: product.id,
  name: product.name,
  size: 'M',
  color: 'Pine',
  unitPriceCents: 3200,
  quantity: 1,
})
const buy = (who: TestPerson, product: Product, status: OrderStatus = 'delivered') =>
  makeOrder({ customer: who.user.id, status, items: [line(product)] })
const words = { rating: 5, title: 'Soft', body: 'It feels right.' }
const write = (as: TestPerson, product: Product, changes: Record<string, unknown> = {}) =>
  call<Review[]>('POST', '/api/account/reviews', {
    as,
    body: { productId: product.id, ...words, ...changes },
  })
const own = async (as: TestPerson): Promise<Review[]> =>
  (await call<Review[]>('GET', '/api/account/reviews', { as })).body

beforeAll(async () => {
  await getTestPayload()
  ;[wren, sol] = await Promise.all([makePerson('customer'), makePerson('customer')])
  tee = await makeProduct()
})
beforeEach(() => rowsOf(sql`truncate reviews, orders cascade`))

it.each(['paid', 'processing', 'shipped', 'delivered'] as const)(
  'accepts a review from a buyer whose order is %s and hides it until approval',
  async (status) => {
    const order = await buy(wren, tee, status)
    expect(await listReviewableProducts(await getTestPayload(), wren.user.id)).toEqual([
      { productId: tee.id, name: tee.name, image: null, orderNumber: order.orderNumber },
    ])
    const answer = await write(wren, tee)
    expect(answer).toMatchObject({
      status: 201,
      body: [
        {
          productId: tee.id,
          productName: tee.name,
          author: 'Test C.',
          rating: 5,
          title: 'Soft',
          body: 'It feels right.',
          status: 'waiting',
        },
      ],
    })
    expect(await rowsOf(sql`select order_id, customer_id from reviews`)).toEqual([
      { order_id: order.id, customer_id: wren.user.id },
    ])
    expect((await getProduct(await getTestPayload(), tee.id))?.reviews).toEqual([])
    expect(await listReviewableProducts(await getTestPayload(), wren.user.id)).toEqual([])
  },
)

it.each([
  ['processing', 0],
  ['shipped', 1],
] as const)('suggests a review for %s orders: %i', async (status, count) => {
  await buy(wren, tee, status)
  const suggested = await listReviewableProducts(
    await getTestPayload(),
    wren.user.id,
    receivedStatuses,
  )
  expect(suggested).toHaveLength(count)
})

it.each(['pending', 'cancelled', 'refunded'] as const)(
  'rejects a review when the order is %s',
  async (status) => {
    await buy(wren, tee, status)
    expect(await write(wren, tee)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Only verified buyers') },
    })
    expect(await own(wren)).toEqual([])
  },
)

it('rejects a review from someone who didn’t buy the product or for a missing product', async () => {
  await buy(wren, tee)
  expect((await write(sol, tee)).status).toBe(403)
  expect(
    (
      await call('POST', '/api/account/reviews', {
        as: wren,
        body: { productId: 999_999, ...words },
      })
    ).status,
  ).toBe(403)
})

it('accepts one review per product, even for concurrent requests', async () => {
  await buy(wren, tee)
  await buy(wren, tee)
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => write(wren, tee))))
    .map(({ status }) => status)
    .sort()
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
  expect(await rowsOf(sql`select count(*)::int as n from reviews`)).toEqual([{ n: 1 }])
})

it.each([
  ['initial', 'Test C.'],
  ['first', 'Test'],
  ['nobody', 'A Dayfern customer'],
])('shows the name in the chosen format: %s', async (showAs, author) => {
  await buy(wren, tee)
  expect((await write(wren, tee, { showAs })).body).toMatchObject([{ author }])
})

it.each([
  [{ rating: 0 }, 'rating'],
  [{ rating: 6 }, 'rating'],
  [{ rating: 4.5 }, 'rating'],
  [{ rating: '5' }, 'rating'],
  [{ body: ' \n ' }, 'body'],
  [{ body: 'x'.repeat(4001) }, 'body'],
  [{ body: 'a\u0000b' }, 'body'],
  [{ title: 'x'.repeat(121) }, 'title'],
  [{ status: 'approved' }, 'status'],
  [{ showAs: 'everything' }, 'showAs'],
])('rejects %j with a field error', async (changes, field) => {
  await buy(wren, tee)
  const answer = await call<{ fields: Record<string, string> }>('POST', '/api/account/reviews', {
    as: wren,
    body: { productId: tee.id, ...words, ...changes },
  })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields)).toEqual([field])
  expect(await own(wren)).toEqual([])
})

it('keeps the line breaks of a review', async () => {
  await buy(wren, tee)
  expect((await write(wren, tee, { body: 'First.\r\n\r\nSecond.' })).body[0]?.body).toBe(
    'First.\n\nSecond.',
  )
})

describe('a submitted review', () => {
  const idOfOwn = async (): Promise<number> => (await own(wren))[0]?.id ?? 0
  const approve = async (status: 'approved' | 'rejected' = 'approved') =>
    (await getTestPayload()).update({
      collection: 'reviews',
      id: await idOfOwn(),
      data: { status },
    })
  beforeEach(async () => {
    await buy(wren, tee)
    await write(wren, tee)
  })

  it('can be changed until it is approved', async () => {
    const id = await idOfOwn()
    const change = () =>
      call<Review[]>('PUT', `/api/account/reviews/${id}`, {
        as: wren,
        body: { rating: 4, body: 'A little large.', showAs: 'first' },
      })
    expect((await change()).body).toMatchObject([
      { rating: 4, title: '', body: 'A little large.', author: 'Test', status: 'waiting' },
    ])
    await approve()
    expect(await change()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('already approved and can’t be changed') },
    })
    await approve('rejected')
    expect(await change()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('isn’t shown and can’t be changed') },
    })
  })

  it('is shown and counted in the average once approved, until its author deletes it', async () => {
    const payload = await getTestPayload()
    await approve()
    expect(await getProduct(payload, tee.id)).toMatchObject({
      rating: { average: 5, count: 1 },
      reviews: [{ author: 'Test C.', body: 'It feels right.' }],
    })
    expect(
      (await call('DELETE', `/api/account/reviews/${await idOfOwn()}`, { as: wren })).body,
    ).toEqual([])
    expect(await getProduct(payload, tee.id)).toMatchObject({ rating: null, reviews: [] })
    expect((await write(wren, tee)).status).toBe(201)
  })

  it('is shown as rejected to its author, who can write another one', async () => {
    await approve('rejected')
    expect(await own(wren)).toMatchObject([{ status: 'rejected' }])
    await call('DELETE', `/api/account/reviews/${await idOfOwn()}`, { as: wren })
    expect((await write(wren, tee)).body).toMatchObject([{ status: 'waiting' }])
  })

  it('isn’t approved while its author is changing it', async () => {
    const admin = await makePerson('admin')
    const id = await idOfOwn()
    const [seen] = await rowsOf<{ at: string }>(sql`select updated_at as at from reviews`)
    const { decision } = await withTransaction(await getTestPayload(), async (_, tx) => {
      await tx.execute(sql`update reviews set body = 'Too small.', updated_at = now()`)
      const body = { status: 'approved', version: new Date(seen?.at ?? 0).toISOString() }
      const answer = call('PUT', `/api/admin/reviews/${id}`, { as: admin, body })
      await untilLocked()
      return { decision: answer }
    })
    expect(await decision).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await own(wren)).toMatchObject([{ body: 'Too small.', status: 'waiting' }])
  })

  it('can’t be changed or deleted by anyone else', async () => {
    const id = await idOfOwn()
    expect(
      (await call('PUT', `/api/account/reviews/${id}`, { as: sol, body: { rating: 1, body: 'x' } }))
        .status,
    ).toBe(404)
    expect((await call('DELETE', `/api/account/reviews/${id}`, { as: sol })).status).toBe(404)
    expect(await own(wren)).toMatchObject([{ rating: 5, body: 'It feels right.' }])
  })
})

it('logs creating, changing, and deleting a review without its text', async () => {
  await rowsOf(sql`truncate audit_events`)
  await buy(wren, tee)
  const [review] = (await write(wren, tee)).body
  const path = `/api/account/reviews/${review?.id}`
  await call('PUT', path, { as: wren, body: { rating: 4, body: 'A little large.' } })
  await call('PUT', path, { as: sol, body: { rating: 1, body: 'x' } })
  await call('DELETE', path, { as: sol })
  await call('DELETE', path, { as: wren })
  const entry = { actor: wren.user.id, subject: String(review?.id) }
  expect(
    await rowsOf(
      sql`select action, actor_id::integer as actor, subject_id as subject, details from audit_events where subject_type = 'review' order by id`,
    ),
  ).toEqual([
    { ...entry, action: 'review.created', details: null },
    { ...entry, action: 'review.updated', details: { fields: ['rating', 'title', 'body'] } },
    { ...entry, action: 'review.deleted', details: null },
  ])
})
