import { makeCategory, makeProduct } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

import type { ProductResponse } from '@/modules/catalog/schemas/products'
import type { Product } from '@/payload-types'

let recovery: { id: number }
let plain: Product
let onSale: Product
const names = (body: unknown): string[] => (body as ProductResponse[]).map(({ name }) => name)
const list = async (query = '') => call<ProductResponse[]>('GET', `/api/products${query}`)

beforeAll(async () => {
  await getTestPayload()
  recovery = await makeCategory({ name: 'Recovery', slug: 'recovery' })
  plain = await makeProduct({
    name: 'Homing Tee',
    basePriceCents: 2400,
    category: recovery.id,
    tags: ['birds', 'sober'],
    description: 'A swallow on its way.',
  })
  onSale = await makeProduct({
    name: 'Ridge Hoodie',
    basePriceCents: 6250,
    salePriceCents: 4990,
    isFeatured: true,
    designInspiration: 'A ridge at dusk.',
    printfulProductId: 'pf-77',
  })
  await makeProduct({ name: 'Hidden Tee', isActive: false, isFeatured: true })
  await makeProduct({ name: 'Unpriced Tee', basePriceCents: null })
  await makeProduct({
    name: 'Long Coat',
    basePriceCents: 8000,
    sizesAvailable: [],
    colorsAvailable: [],
  })
})

it('lists products for sale, newest first, with money as decimal strings and integer IDs', async () => {
  const { status, body } = await list('?consolidated=true')
  expect(status).toBe(200)
  expect(names(body)).toEqual(['Long Coat', 'Ridge Hoodie', 'Homing Tee'])
  expect(body[2]).toEqual({
    id: plain.id,
    name: 'Homing Tee',
    description: 'A swallow on its way.',
    basePrice: '24.00',
    salePrice: null,
    categoryId: recovery.id,
    tags: ['birds', 'sober'],
    sizesAvailable: ['S', 'M'],
    colorsAvailable: ['Pine', 'Bone'],
    colorImages: {},
    images: [],
    isActive: true,
    isFeatured: false,
    designInspiration: null,
    canvaDesignUrl: null,
    seoTitle: null,
    seoDescription: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    printfulProductId: null,
  })
  expect(body[1]).toMatchObject({
    basePrice: '62.50',
    salePrice: '49.90',
    categoryId: null,
    isFeatured: true,
    printfulProductId: 'pf-77',
  })
})

it('lists available variants with prices unless they are consolidated', async () => {
  const payload = await getTestPayload()
  await payload.update({
    collection: 'products',
    id: plain.id,
    data: {
      variants: (plain.variants ?? []).map((variant) => ({
        ...variant,
        available: variant.color === 'Pine',
        priceOverrideCents: variant.size === 'M' ? 2600 : null,
      })),
    },
  })
  const { body } = await call<ProductResponse>('GET', `/api/products/${plain.id}`)
  expect(body.variants).toEqual([
    { size: 'S', color: 'Pine', sku: expect.any(String) as string, price: '24.00' },
    { size: 'M', color: 'Pine', sku: expect.any(String) as string, price: '26.00' },
  ])
  expect(body).not.toHaveProperty('cost')
  const coat = (await list('?search=coat')).body[0]
  expect(coat?.variants).toEqual([
    { size: null, color: null, sku: expect.any(String) as string, price: '80.00' },
  ])
  expect(
    (await call<ProductResponse>('GET', `/api/products/${plain.id}?consolidated=true`)).body
      .variants,
  ).toBeUndefined()
})

it.each([
  ['featured=true&consolidated=true', ['Ridge Hoodie']],
  ['category=recovery', ['Homing Tee']],
  ['category=all&price=all', ['Long Coat', 'Ridge Hoodie', 'Homing Tee']],
  ['category=nowhere', []],
  ['price=under-25', ['Homing Tee']],
  ['price=25-50', ['Ridge Hoodie']],
  ['price=over-50', ['Long Coat']],
  ['sort=price-low', ['Homing Tee', 'Ridge Hoodie', 'Long Coat']],
  ['sort=price-high', ['Long Coat', 'Ridge Hoodie', 'Homing Tee']],
  ['sort=name', ['Homing Tee', 'Long Coat', 'Ridge Hoodie']],
  ['search=swallow', ['Homing Tee']],
  ['search=ridge%20hoodi', ['Ridge Hoodie']],
  ['search=hidden', []],
])('?%s finds %j', async (query, expected) => {
  expect(names((await list(`?${query}`)).body)).toEqual(expected)
})

it('paginates with X-Total-Count and Link headers that keep the query', async () => {
  const { headers, body } = await list('?sort=name&limit=1&page=2')
  expect(names(body)).toEqual(['Long Coat'])
  expect(headers.get('x-total-count')).toBe('3')
  expect(headers.get('link')).toBe(
    [
      '</api/products?sort=name&limit=1&page=1>; rel="first"',
      '</api/products?sort=name&limit=1&page=1>; rel="prev"',
      '</api/products?sort=name&limit=1&page=3>; rel="next"',
      '</api/products?sort=name&limit=1&page=3>; rel="last"',
    ].join(', '),
  )
  const beyond = await list('?page=9')
  expect([beyond.status, beyond.body, beyond.headers.get('x-total-count')]).toEqual([200, [], '3'])
})

it.each([
  ['limit=101', 'limit'],
  ['limit=0', 'limit'],
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['sort=cheapest', 'sort'],
  ['price=1-2', 'price'],
  ['featured=yes', 'featured'],
  ['category=A%20B', 'category'],
  ['search=a%00b', 'search'],
  ['colour=pine', 'colour'],
])('?%s returns 400 with an error for %s', async (query, field) => {
  const { status, body } = await call<{ code: string; fields: Record<string, string> }>(
    'GET',
    `/api/products?${query}`,
  )
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid', [field]])
})

it.each(['999999', '0', 'abc', '1.5'])(
  'returns 404 or 400 with an error body for product %s',
  async (id) => {
    const { status, body } = await call('GET', `/api/products/${id}`)
    expect(status).toBe(id === '999999' ? 404 : 400)
    expect(body).toEqual(
      expect.objectContaining({
        error: expect.any(String) as string,
        code: expect.any(String) as string,
      }),
    )
  },
)

it('hides inactive products', async () => {
  const payload = await getTestPayload()
  const {
    docs: [hidden],
  } = await payload.find({ collection: 'products', where: { name: { equals: 'Hidden Tee' } } })
  expect((await call('GET', `/api/products/${hidden?.id}`)).status).toBe(404)
  expect(JSON.stringify((await list('?limit=100')).body)).not.toMatch(/Hidden/)
})

it('allows caching for a minute and returns 304 when nothing changed', async () => {
  const first = await call('GET', `/api/products/${onSale.id}`)
  expect(first.headers.get('cache-control')).toBe('public, max-age=60')
  expect(first.headers.get('set-cookie')).toBeNull()
  const again = await call('GET', `/api/products/${onSale.id}`, {
    headers: { 'if-none-match': `"other", ${first.headers.get('etag')}` },
  })
  expect([again.status, again.body]).toEqual([304, ''])
  await (
    await getTestPayload()
  ).update({ collection: 'products', id: onSale.id, data: { name: 'Ridge Hoodie II' } })
  expect(
    (
      await call('GET', `/api/products/${onSale.id}`, {
        headers: { 'if-none-match': String(first.headers.get('etag')) },
      })
    ).status,
  ).toBe(200)
})

it('lists the categories by name', async () => {
  expect((await call('GET', '/api/categories')).body).toEqual([
    { id: recovery.id, name: 'Recovery', slug: 'recovery' },
  ])
})
