import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { listSavedContent, listSavedProducts } from '@/modules/accounts/queries/saved-items'
import type { Content, Product } from '@/payload-types'

type Saved = { products: number[]; content: number[] }
let wren: TestPerson
let sol: TestPerson
let tees: Product[]
let retired: Product
let reflection: Content
let draft: Content

const makeReflection = async (slug: string, status: 'published' | 'draft'): Promise<Content> =>
  (await getTestPayload()).create({
    collection: 'content',
    data: {
      title: slug,
      slug,
      contentType: 'reflection',
      status,
      excerpt: 'A few words.',
    } as never,
  })
const saveItem = (as: TestPerson, kind: 'products' | 'content', id: number) =>
  call<Saved>('PUT', `/api/account/saved/${kind}/${id}`, { as })
const removeItem = (as: TestPerson, kind: 'products' | 'content', id: number) =>
  call<Saved>('DELETE', `/api/account/saved/${kind}/${id}`, { as })
const saved = async (as: TestPerson): Promise<Saved> =>
  (await call<Saved>('GET', '/api/account/saved', { as })).body
const idOf = (index: number): number => tees[index]?.id ?? 0

beforeAll(async () => {
  await getTestPayload()
  ;[wren, sol] = await Promise.all([makePerson('customer'), makePerson('customer')])
  tees = [await makeProduct(), await makeProduct(), await makeProduct()]
  retired = await makeProduct({ isActive: false })
  reflection = await makeReflection('what-stays', 'published')
  draft = await makeReflection('not-yet', 'draft')
})
beforeEach(() => rowsOf(sql`truncate saved_items`))

it('saves products and content for each user, newest first', async () => {
  expect((await saveItem(wren, 'products', idOf(0))).body).toEqual({
    products: [idOf(0)],
    content: [],
  })
  await saveItem(wren, 'products', idOf(1))
  await saveItem(wren, 'content', reflection.id)
  await saveItem(sol, 'products', idOf(2))
  expect(await saved(wren)).toEqual({ products: [idOf(1), idOf(0)], content: [reflection.id] })
  expect(await saved(sol)).toEqual({ products: [idOf(2)], content: [] })
  const payload = await getTestPayload()
  expect((await listSavedProducts(payload, wren.user.id, 10)).map(({ id }) => id)).toEqual([
    idOf(1),
    idOf(0),
  ])
  expect((await listSavedContent(payload, wren.user.id, 10)).map(({ title }) => title)).toEqual([
    'what-stays',
  ])
})

it('saves an item only once when requests arrive at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => saveItem(wren, 'products', idOf(0))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await rowsOf(sql`select product_id from saved_items`)).toEqual([{ product_id: idOf(0) }])
})

it('responds 404 for items that visitors cannot see, and 400 for invalid ids', async () => {
  const refused = await call<{ error: string }>(
    'PUT',
    `/api/account/saved/products/${retired.id}`,
    { as: wren },
  )
  expect(refused.status).toBe(404)
  expect(refused.body.error).toContain('This product')
  expect((await saveItem(wren, 'products', 999_999)).status).toBe(404)
  expect((await saveItem(wren, 'content', draft.id)).status).toBe(404)
  expect((await call('PUT', '/api/account/saved/products/abc', { as: wren })).status).toBe(400)
  expect((await call('PUT', '/api/account/saved/products/999999999999', { as: wren })).status).toBe(
    400,
  )
  expect(await saved(wren)).toEqual({ products: [], content: [] })
})

it('removes only the user’s own items and succeeds if the item was not saved', async () => {
  await saveItem(wren, 'products', idOf(0))
  await removeItem(sol, 'products', idOf(0))
  expect((await saved(wren)).products).toEqual([idOf(0)])
  expect((await removeItem(wren, 'products', idOf(0))).body.products).toEqual([])
  expect((await removeItem(wren, 'products', idOf(0))).status).toBe(200)
})

it('hides an inactive product and shows it again when it is active', async () => {
  const payload = await getTestPayload()
  await saveItem(wren, 'products', idOf(0))
  await payload.update({ collection: 'products', id: idOf(0), data: { isActive: false } })
  expect((await saved(wren)).products).toEqual([])
  await payload.update({ collection: 'products', id: idOf(0), data: { isActive: true } })
  expect((await saved(wren)).products).toEqual([idOf(0)])
})

describe('merging items saved on a device', () => {
  const merge = (body: unknown) =>
    call<Saved>('POST', '/api/account/saved/merge', { as: wren, body })

  it('adds them to the account’s items without losses or duplicates', async () => {
    await saveItem(wren, 'products', idOf(0))
    const { status, body } = await merge({
      products: [idOf(0), idOf(1), idOf(1)],
      content: [reflection.id],
    })
    expect(status).toBe(200)
    expect([...body.products].sort()).toEqual([idOf(0), idOf(1)].sort())
    expect(body.content).toEqual([reflection.id])
    expect((await merge({ products: [idOf(0), idOf(1)] })).body).toEqual(body)
  })

  it('skips items that visitors cannot see', async () => {
    expect(
      (await merge({ products: [999_999, retired.id, idOf(2)], content: [draft.id, 999_999] }))
        .body,
    ).toEqual({ products: [idOf(2)], content: [] })
  })

  it.each([
    [{ products: ['1'] }],
    [{ products: [0] }],
    [{ products: [1.5] }],
    [{ products: [2 ** 31] }],
    [{ products: Array(501).fill(1) }],
    [{ products: [], user: 1 }],
    [[1]],
  ])('rejects %j', async (body) => {
    expect((await merge(body)).status).toBe(400)
    expect(await saved(wren)).toEqual({ products: [], content: [] })
  })
})

it('rejects the 501st product with a message', async () => {
  await rowsOf(
    sql`insert into products (name, slug, base_price_cents, is_active) select 'Many ' || n, 'many-' || n, 100, true from generate_series(1, 501) n`,
  )
  const many = await rowsOf<{ id: number }>(
    sql`select id from products where slug like 'many-%' order by id`,
  )
  await call('POST', '/api/account/saved/merge', {
    as: wren,
    body: { products: many.slice(0, 500).map(({ id }) => id) },
  })
  expect((await saved(wren)).products).toHaveLength(500)
  expect(await saveItem(wren, 'products', many[500]?.id ?? 0)).toMatchObject({
    status: 409,
    body: { error: 'You can save up to 500 items. Remove one first.' },
  })
  expect((await saveItem(wren, 'products', many[0]?.id ?? 0)).status).toBe(200)
})

it('deletes saved items together with the account', async () => {
  const leaving = await makePerson('customer')
  await saveItem(leaving, 'products', idOf(0))
  await rowsOf(sql`delete from users where id = ${leaving.user.id}`)
  expect(await rowsOf(sql`select 1 from saved_items where user_id = ${leaving.user.id}`)).toEqual(
    [],
  )
})
