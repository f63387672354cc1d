import { type Harness, type Json, startHarness } from './harness'

const AUTH = { authorization: 'Bearer sandbox-printful-token' }
let harness: Harness
beforeAll(async () => {
  harness = await startHarness('printful', AUTH)
})
afterAll(() => harness.stop())
beforeEach(() => harness.control('POST', '/reset'))

const get = (path: string, headers?: Record<string, string>) =>
  harness.call('GET', path, { headers })
const allProducts = async (): Promise<Json[]> =>
  (await get('/store/products?limit=100')).body.result
const product = async (number: number) =>
  (await get(`/store/products/${(await allProducts())[number].id}`)).body.result

test('a missing, wrong, or expired token gets 401 in the v1 format', async () => {
  for (const authorization of ['', 'Bearer nobody', 'Basic c2FuZGJveA==']) {
    const response = await get('/store/products', { authorization })
    expect([response.status, response.body.code, typeof response.body.result]).toEqual([
      401,
      401,
      'string',
    ])
    expect(response.body.error).toMatchObject({
      reason: 'Unauthorized',
      message: expect.any(String),
    })
  }
  await harness.controlProvider('POST', '/tokens/expire', {})
  expect((await get('/stores')).status).toBe(401)
  await harness.controlProvider('POST', '/tokens/expire', { expired: false })
  expect((await get('/stores')).status).toBe(200)
})

test('tokens are limited to their scopes', async () => {
  expect(
    (
      await harness.call('PUT', '/store/products/1', {
        json: {},
        headers: { authorization: 'Bearer sandbox-printful-read' },
      })
    ).status,
  ).toBe(403)
  expect(
    (await get('/store/products', { authorization: 'Bearer sandbox-printful-orders-only' })).status,
  ).toBe(403)
  expect(
    (await get('/stores', { authorization: 'Bearer sandbox-printful-orders-only' })).status,
  ).toBe(403)
  expect((await get('/oauth/scopes')).body.result.scopes).toContainEqual(
    expect.objectContaining({ scope: 'orders' }),
  )
})

test('an account token must name a store, and only the native one has products', async () => {
  const authorization = 'Bearer sandbox-printful-account'
  expect(
    (await get('/stores', { authorization })).body.result.map((store: Json) => store.type),
  ).toEqual(['native', 'shopify'])
  expect((await get('/store/products', { authorization })).status).toBe(400)
  expect(
    (await get('/store/products', { authorization, 'x-pf-store-id': '13500001' })).status,
  ).toBe(200)
  expect(
    (await get('/store/products', { authorization, 'x-pf-store-id': '13500002' })).status,
  ).toBe(400)
  expect((await get('/store/products', { authorization, 'x-pf-store-id': '1' })).status).toBe(403)
  expect((await get('/store/products', { 'x-pf-store-id': '13500001' })).status).toBe(200)
})

test('lists eighty products in pages, each once', async () => {
  const first = await get('/store/products')
  expect(first.body).toMatchObject({ code: 200, paging: { total: 80, offset: 0, limit: 20 } })
  const ids: number[] = []
  for (let offset = 0; offset < 80; offset += 30)
    ids.push(
      ...(await get(`/store/products?offset=${offset}&limit=30`)).body.result.map(
        (one: Json) => one.id,
      ),
    )
  expect(new Set(ids).size).toBe(80)
  expect((await get('/store/products?limit=5000')).body.paging.limit).toBe(100)
  expect((await get('/store/products?limit=many')).status).toBe(431)
  expect((await get('/store/products?status=lost')).body.error.api_error_code).toBe('PR-6')
  expect((await get('/store/products?status=ignored')).body.result).toHaveLength(1)
})

test('a product has variants with prices, images, and ids larger than 32 bits', async () => {
  const { sync_product, sync_variants } = await product(0)
  expect(sync_product).toMatchObject({
    name: 'One Day at a Time Unisex Tee',
    variants: 18,
    synced: 18,
    is_ignored: false,
  })
  expect(sync_variants).toHaveLength(18)
  const [variant] = sync_variants
  expect(variant).toMatchObject({
    retail_price: '28.00',
    currency: 'USD',
    size: 'S',
    color: 'Black',
    synced: true,
    availability_status: 'active',
    sync_product_id: sync_product.id,
  })
  expect(variant.id).toBeGreaterThan(2 ** 32)
  const preview = variant.files.find((file: Json) => file.type === 'preview')
  const picture = await fetch(preview.preview_url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
  expect(
    (await get(`/store/products/@${sync_product.external_id}`)).body.result.sync_product.id,
  ).toBe(sync_product.id)
  expect((await get(`/store/variants/${variant.id}`)).body.result.sync_variant.id).toBe(variant.id)
  expect((await get('/store/products/1')).body).toMatchObject({ code: 404, result: 'Not Found' })
  expect((await get(`/products/variant/${variant.variant_id}`)).body.result.variant).toMatchObject({
    price: '11.69',
    availability_status: [{ region: 'US', status: 'in_stock' }, expect.anything()],
  })
})

test('includes products that are discontinued, out of stock, without a price or size, unsynced, or in euros', async () => {
  expect(
    (await product(12)).sync_variants.every(
      (one: Json) => one.availability_status === 'discontinued',
    ),
  ).toBe(true)
  expect(
    (await product(16)).sync_variants.some(
      (one: Json) => one.availability_status === 'out_of_stock',
    ),
  ).toBe(true)
  expect((await product(21)).sync_variants[0].retail_price).toBeNull()
  expect((await product(22)).sync_variants[0].retail_price).toBe('0.00')
  expect((await product(25)).sync_variants[0].currency).toBe('EUR')
  expect((await product(28)).sync_variants[0]).toMatchObject({ size: null, color: null })
  const unsynced = (await product(9)).sync_product
  expect(unsynced.synced).toBeLessThan(unsynced.variants)
  const waiting = (await product(33)).sync_variants[0].files.find(
    (file: Json) => file.type === 'preview',
  )
  expect(waiting).toMatchObject({ status: 'waiting', preview_url: null })
})

test('includes images that redirect to a private address, never end, contain HTML, or are missing', async () => {
  const previewOf = async (number: number) =>
    (await product(number)).sync_variants[0].files[1].preview_url as string
  expect((await harness.call('GET', await previewOf(41))).headers.get('location')).toContain(
    '169.254.169.254',
  )
  const endless = await fetch(await previewOf(43))
  const reader = endless.body?.getReader()
  let bytes = 0
  while (bytes < 300_000) bytes += (await reader?.read())?.value?.length ?? 0
  await reader?.cancel()
  expect((await harness.call('GET', await previewOf(44))).body).toContain('<script>')
  expect((await harness.call('GET', (await product(46)).sync_product.thumbnail_url)).status).toBe(
    404,
  )
})

test('an update with variants deletes those that are left out', async () => {
  const { sync_product, sync_variants } = await product(0)
  const [retained] = sync_variants
  const named = await harness.call('PUT', `/store/products/${sync_product.id}`, {
    json: { sync_product: { name: 'Renamed' } },
  })
  expect(named.body.result).toMatchObject({ name: 'Renamed', variants: 18 })
  const response = await harness.call('PUT', `/store/products/${sync_product.id}`, {
    json: { sync_variants: [{ id: retained.id, retail_price: 31.5 }] },
  })
  expect(response.body.result.variants).toBe(1)
  const left = (await get(`/store/products/${sync_product.id}`)).body.result.sync_variants
  expect(left).toEqual([
    expect.objectContaining({ id: retained.id, retail_price: '31.50', sku: retained.sku }),
  ])
})

test('a rejected update changes nothing, and a variant without an id is created', async () => {
  const { sync_product, sync_variants } = await product(0)
  const path = `/store/products/${sync_product.id}`
  const refused = await harness.call('PUT', path, {
    json: {
      sync_product: { name: 'Half' },
      sync_variants: [{ id: sync_variants[0].id, retail_price: '1.00' }, { id: 1 }],
    },
  })
  expect([refused.status, refused.body.error.api_error_code]).toEqual([400, 'PR-1'])
  expect((await get(path)).body.result).toMatchObject({
    sync_product: { name: sync_product.name, variants: 18 },
    sync_variants: [{ retail_price: '28.00' }, ...Array.from({ length: 17 }, () => ({}))],
  })
  const recreated = {
    external_id: sync_variants[0].external_id,
    variant_id: 71_001,
    retail_price: '28.00',
    files: [{ url: 'https://shop.example/art.png' }],
  }
  await harness.call('PUT', path, { json: { sync_variants: [recreated] } })
  const [fresh] = (await get(path)).body.result.sync_variants
  expect([fresh.external_id, fresh.id === sync_variants[0].id]).toEqual([
    sync_variants[0].external_id,
    false,
  ])
})

test('a single variant can be changed, and an unknown one gets 404', async () => {
  const { sync_product, sync_variants } = await product(0)
  expect(
    (
      await harness.call('PUT', `/store/variants/${sync_variants[3].id}`, {
        json: { retail_price: '30.00' },
      })
    ).body.result.retail_price,
  ).toBe('30.00')
  expect((await get(`/store/products/${sync_product.id}`)).body.result.sync_variants).toHaveLength(
    18,
  )
  expect((await harness.call('PUT', '/store/variants/1', { json: {} })).status).toBe(404)
})

test('a new product is returned without its variants, and its files are processed later', async () => {
  await harness.controlProvider('POST', '/settings', { filesMs: 600_000 })
  const json = {
    sync_product: { name: 'New Tee', external_id: 'ours-1' },
    sync_variants: [
      {
        variant_id: 71_001,
        retail_price: '21.00',
        files: [{ url: 'https://shop.example/art.png' }],
      },
    ],
  }
  const created = await harness.call('POST', '/store/products', { json })
  expect(created.status).toBe(200)
  expect(created.body.result).toMatchObject({ external_id: 'ours-1', variants: 1 })
  expect(created.body.result.sync_variants).toBeUndefined()
  const [variant] = (await get('/store/products/@ours-1')).body.result.sync_variants
  expect(variant.files[0]).toMatchObject({ status: 'waiting', preview_url: null })
  await harness.control('POST', '/clock', { offsetMs: 700_000 })
  expect(
    (await get(`/store/variants/${variant.id}`)).body.result.sync_variant.files[0].status,
  ).toBe('ok')
  expect(
    (
      await harness.call('POST', '/store/products', {
        json: { sync_product: { name: 'x' }, sync_variants: [{ files: [] }] },
      })
    ).body.error.api_error_code,
  ).toBe('PR-1')
})

test('product updates are limited to ten a minute, with a one-minute lockout', async () => {
  const [{ id }] = await allProducts()
  const put = () => harness.call('PUT', `/store/products/${id}`, { json: { sync_product: {} } })
  for (let times = 0; times < 10; times += 1) expect((await put()).status).toBe(200)
  const refused = await put()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null])
  expect(refused.body.result).toMatch(/Please try again after \d+ seconds/)
  await harness.control('POST', '/clock', { offsetMs: 61_000 })
  expect((await put()).status).toBe(200)
})

test('another method gets 405, an unknown path gets 404, and products can be filtered by category', async () => {
  expect((await harness.call('PATCH', '/orders')).body).toEqual({
    code: 405,
    result: 'Method Not Allowed',
    error: { reason: 'MethodNotAllowed', message: 'Method Not Allowed' },
  })
  expect([
    (await harness.call('DELETE', '/store/products')).status,
    (await harness.call('POST', '/stores/13500001')).status,
    (await get('/nowhere')).status,
  ]).toEqual([405, 405, 404])
  expect((await get('/v2/nowhere')).headers.get('content-type')).toContain(
    'application/problem+json',
  )
  const {
    result: [tee],
  } = (await get('/products')).body
  const names = (
    await get(`/store/products?category_id=${tee.main_category_id}&limit=100`)
  ).body.result.map(({ name }: Json) => name)
  expect([names.length, names.every((name: string) => name.endsWith('Tee'))]).toEqual([10, true])
})

test('calls are limited to 120 a minute, and to 30 for the catalog without a token', async () => {
  const [first] = await Promise.all(Array.from({ length: 120 }, () => get('/stores')))
  expect([first?.status, first?.headers.get('x-ratelimit-limit')]).toEqual([200, '120'])
  const refused = await get('/stores')
  expect([
    refused.status,
    refused.headers.get('x-ratelimit-remaining'),
    Number(refused.headers.get('x-ratelimit-reset')),
  ]).toEqual([429, '0', expect.any(Number)])
  for (let times = 0; times < 30; times += 1)
    expect((await get('/products', { authorization: '' })).status).toBe(200)
  expect((await get('/products', { authorization: '' })).status).toBe(429)
  await harness.controlProvider('POST', '/settings', { limits: false })
  expect((await get('/stores')).status).toBe(200)
})

test('faults use Printful’s format, can cut the connection after the effect, and repeat a page', async () => {
  await harness.fault({ fault: 'status', status: 503 })
  expect((await get('/stores')).body).toMatchObject({
    code: 503,
    error: { reason: 'ServiceUnavailable' },
  })
  await harness.fault({ fault: 'repeat', match: { path: '/store/products' } })
  const first = (await get('/store/products?limit=5')).body.result
  await harness.fault({ fault: 'repeat', match: { path: '/store/products\\?' } })
  await get('/store/products?limit=5')
  await harness.control('DELETE', '/faults')
  await harness.fault({ fault: 'repeat', match: { path: '/store/products' } })
  expect((await get('/store/products?limit=5&offset=5')).body.result).toEqual(first)
  expect((await get('/store/products?limit=5&offset=5')).body.result).not.toEqual(first)
  const [{ id }] = await allProducts()
  await harness.fault({ fault: 'reset-after', match: { method: 'DELETE' } })
  await expect(harness.call('DELETE', `/store/products/${id}`)).rejects.toThrow()
  expect((await get(`/store/products/${id}`)).status).toBe(404)
})
