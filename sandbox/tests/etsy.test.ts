import { createHash } from 'node:crypto'

import { type Harness, type Json, startHarness } from './harness'

const KEY = 'sandboxetsykeystring0001:sandbox-etsy-secret'
const SHOP = '/v3/application/shops/23456789'
let harness: Harness
let token: string
beforeAll(async () => {
  harness = await startHarness('etsy', { 'x-api-key': KEY })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.control('POST', '/reset')
  await harness.controlProvider('POST', '/settings', { limits: false })
  token = (await harness.controlProvider('POST', '/tokens')).access_token
})

const get = (path: string, headers: Record<string, string> = {}) =>
  harness.call('GET', path, { headers })
const mine = (path: string, bearer = token) => get(path, { authorization: `Bearer ${bearer}` })
const listings = async (query: string): Promise<Json[]> =>
  (await mine(`${SHOP}/listings?${query}`)).body.results

test('the API key requires its secret on every call, even with a token', async () => {
  expect((await get('/v3/application/openapi-ping')).body).toEqual({
    application_id: expect.any(Number),
  })
  const half = await get('/v3/application/openapi-ping', {
    'x-api-key': 'sandboxetsykeystring0001',
  })
  expect([half.status, half.body.error]).toEqual([
    403,
    'Shared secret is required in x-api-key header.',
  ])
  expect(
    (await get('/v3/application/openapi-ping', { 'x-api-key': 'a:b:c' })).body.error,
  ).toContain("format 'keystring:shared_secret'")
  expect((await get('/v3/application/openapi-ping', { 'x-api-key': 'a:b' })).status).toBe(401)
  expect((await mine('/v3/application/users/me')).body).toEqual({
    user_id: 81234567,
    shop_id: 23456789,
  })
  expect((await get('/v3/application/users/me')).status).toBe(401)
})

const VERIFIER = 'a-verifier-that-is-long-enough-to-be-accepted-0123456789'
const connect = async (choice: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandboxetsykeystring0001',
    redirect_uri: 'https://shop.example/etsy',
    scope: 'shops_r listings_r',
    state: 's-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  const page = await get(`/oauth/connect?${query}`)
  if (page.status !== 200)
    return { page, params: new URL(page.headers.get('location') ?? 'x:').searchParams }
  const fields = Object.fromEntries(
    [...(page.body as string).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name ?? '', value ?? ''],
    ),
  )
  const response = await harness.call('POST', '/oauth/connect', { form: { ...fields, choice } })
  return { page, params: new URL(response.headers.get('location') ?? '').searchParams }
}
const grant = (form: Record<string, string>) =>
  harness.call('POST', '/v3/public/oauth/token', {
    form: { client_id: 'sandboxetsykeystring0001', ...form },
  })

test('consent leads to a code and a token that starts with the user id', async () => {
  const { params } = await connect('allow')
  expect(params.get('state')).toBe('s-1')
  const code = params.get('code') ?? ''
  const { status, body } = await grant({
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://shop.example/etsy',
    code_verifier: VERIFIER,
  })
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^81234567\./),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^81234567\./),
    },
  ])
  expect((await mine('/v3/application/users/me', body.access_token)).status).toBe(200)
  expect(
    (
      await grant({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://shop.example/etsy',
        code_verifier: VERIFIER,
      })
    ).body.error,
  ).toBe('invalid_grant')
})

test('declining, a wrong challenge, scope, redirect URL, or verifier is rejected', async () => {
  expect((await connect('refuse')).params.get('error')).toBe('access_denied')
  expect((await connect('allow', { code_challenge_method: 'plain' })).params.get('error')).toBe(
    'invalid_request',
  )
  expect((await connect('allow', { scope: 'everything' })).params.get('error')).toBe(
    'invalid_scope',
  )
  const stranger = await get(
    '/oauth/connect?response_type=code&client_id=sandboxetsykeystring0001&redirect_uri=http://evil.example/',
  )
  expect([stranger.status, stranger.body]).toEqual([
    400,
    expect.stringContaining('The requested redirect URL is not permitted'),
  ])
  const wrong = (await connect('allow')).params.get('code') ?? ''
  expect(
    (
      await grant({
        grant_type: 'authorization_code',
        code: wrong,
        redirect_uri: 'https://shop.example/etsy',
        code_verifier: `${VERIFIER}x`,
      })
    ).status,
  ).toBe(400)
})

test('a refresh returns new tokens and revokes the old refresh token', async () => {
  const { refresh_token } = await harness.controlProvider('POST', '/tokens')
  const { body } = await harness.call('POST', '/v3/public/oauth/token', {
    json: { grant_type: 'refresh_token', client_id: 'sandboxetsykeystring0001', refresh_token },
  })
  expect(body.refresh_token).not.toBe(refresh_token)
  const again = await grant({ grant_type: 'refresh_token', refresh_token })
  expect([again.status, again.body]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'refresh_token is revoked' },
  ])
  expect(
    (await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status,
  ).toBe(200)
})

test('an access token expires after an hour, and calls require its scopes', async () => {
  await harness.control('POST', '/clock', { offsetMs: 3_601_000 })
  const late = await mine(`${SHOP}/listings`)
  expect([late.status, late.body]).toEqual([
    401,
    { error: 'invalid_token', error_description: 'access token is expired' },
  ])
  const { access_token } = await harness.controlProvider('POST', '/tokens', { scopes: ['shops_r'] })
  expect((await mine(`${SHOP}/listings`, access_token)).status).toBe(403)
  await harness.controlProvider('POST', '/tokens/revoke')
  expect((await mine('/v3/application/users/me', access_token)).status).toBe(401)
})

test('lists 150 listings in pages of at most 100, with images and inventory on request', async () => {
  const first = await mine(`${SHOP}/listings?limit=100&includes=Images,Inventory,Videos`)
  expect([first.body.count, first.body.results.length]).toEqual([150, 100])
  const rest = await listings('limit=100&offset=100')
  expect(rest).toHaveLength(50)
  expect(new Set([...first.body.results, ...rest].map((one: Json) => one.listing_id)).size).toBe(
    150,
  )
  expect((await listings('')).length).toBe(25)
  expect((await mine(`${SHOP}/listings?limit=101`)).status).toBe(400)
  expect((await mine(`${SHOP}/listings?includes=Everything`)).status).toBe(400)
  const [shirt] = first.body.results
  expect(shirt).toMatchObject({
    title: expect.stringContaining('Shirt'),
    has_variations: true,
    price: { amount: 2599, divisor: 100, currency_code: 'USD' },
  })
  expect(shirt.inventory.products).toHaveLength(15)
  expect(shirt.inventory.products[4]).toMatchObject({
    offerings: [{ price: { amount: 2899 } }],
    property_values: [
      { property_id: 200, values: ['Red'] },
      { property_id: 100, values: ['2XL'] },
    ],
  })
  expect((await fetch(shirt.images[0].url_fullxfull)).headers.get('content-type')).toBe(
    'image/jpeg',
  )
  expect(rest[0].images).toBeUndefined()
})

test('includes unusual listings', async () => {
  const all = await listings('limit=100&includes=Images&includes=Inventory')
  expect(all[4].title).toContain('Don&#39;t')
  expect(all[6].inventory).toBeNull()
  expect((await mine(`/v3/application/listings/${all[6].listing_id}/inventory`)).status).toBe(404)
  expect(all[7].inventory.products.some((product: Json) => !product.offerings[0].is_enabled)).toBe(
    true,
  )
  expect(all[8].images).toEqual([])
  expect(all[10].price).toEqual({ amount: 2400, divisor: 1, currency_code: 'JPY' })
  expect(all[12].inventory.products[0].property_values[0].property_name).toBe('Shirt colour')
  const deleted = (query: string) =>
    mine(`/v3/application/listings/${all[13].listing_id}/inventory${query}`).then(
      ({ body }) => body.products.filter((one: Json) => one.is_deleted).length,
    )
  expect([await deleted(''), await deleted('?show_deleted=true')]).toEqual([0, 1])
  expect(all[18].rich_description).toContain('<script>')
  expect((await listings('state=sold_out')).map((one) => one.quantity)).toEqual([0, 0, 0, 0, 0, 0])
  expect((await listings('state=inactive')).map((one) => one.state)).toContain('removed_by_etsy')
  expect((await mine(`${SHOP}/listings?state=lost`)).status).toBe(400)
})

test('search needs no token, has no includes, and is empty if the shop is hidden', async () => {
  const open = await get(`${SHOP}/listings/active?includes=Images`)
  expect([open.body.count, open.body.results[0].images]).toEqual([150, undefined])
  await harness.controlProvider('POST', '/settings', { hiddenFromSearch: true })
  expect((await get(`${SHOP}/listings/active`)).body).toEqual({ count: 0, results: [] })
  expect((await mine(`${SHOP}/listings`)).body.count).toBe(150)
})

test('search can be sorted with keywords, and other includes are supported', async () => {
  const search = async (query: string) =>
    ((await get(`${SHOP}/listings/active?limit=100${query}`)).body.results as Json[]).map(
      ({ price }) => price.amount as number,
    )
  const cheap = await search('&keywords=fern&sort_on=price&sort_order=asc')
  expect(cheap).toEqual([...cheap].sort((one, other) => one - other))
  expect(await search('&sort_on=price&sort_order=asc')).toEqual(await search(''))
  expect((await get(`${SHOP}/listings/active?keywords=fern&sort_on=luck`)).status).toBe(400)
  const [shirt] = await listings('limit=1&includes=Shipping,Shop,User,Translations,BuyerPrice')
  expect([
    shirt.shipping_profile.shipping_profile_id,
    shirt.shop.shop_name,
    shirt.user.user_id,
    shirt.translations['en-US'].title,
    shirt.buyer_price,
  ]).toEqual([shirt.shipping_profile_id, 'DayfernStudio', 81234567, shirt.title, null])
})

test('batches, single listings, variation images, sections, and categories can be read', async () => {
  const [one, two] = await listings('limit=2')
  const ids = `${one.listing_id},${two.listing_id}`
  expect(
    (await get(`/v3/application/listings/batch?listing_ids=${ids}&includes=Images`)).body.results[1]
      .images.length,
  ).toBeGreaterThan(0)
  expect(
    (await mine(`/v3/application/listings/batch/inventory?listing_ids=${ids}`)).body.count,
  ).toBe(2)
  expect((await mine(`/v3/application/listings/batch/inventory?listing_ids=${ids},1`)).status).toBe(
    404,
  )
  expect((await get(`/v3/application/listings/${one.listing_id}?includes=Inventory`)).status).toBe(
    400,
  )
  expect((await get(`/v3/application/listings/${one.listing_id}/images`)).body.count).toBe(1)
  expect(
    (await get(`${SHOP}/listings/${one.listing_id}/variation-images`)).body.results[0],
  ).toMatchObject({ property_id: 200, value: 'Red' })
  expect((await get(`${SHOP}/sections`)).body.results[0].title).toBe('Wear')
  expect(
    (await get('/v3/application/seller-taxonomy/nodes')).body.results[0].children[0].name,
  ).toBe('T-shirts')
  expect((await get('/v3/application/shops?shop_name=DayfernStudio')).body.count).toBe(1)
  expect((await get('/v3/application/users/81234567/shops')).body.shop_id).toBe(23456789)
  expect(
    (await harness.call('POST', '/v3/application/scopes', { form: { token } })).body.scopes,
  ).toEqual(['shops_r', 'listings_r'])
  expect((await harness.call('POST', '/v3/application/scopes', { json: { token } })).status).toBe(
    400,
  )
  expect((await get('/v3/application/shops/1')).body).toEqual({
    error: 'Could not find a Shop with that ID.',
  })
})

test('limits calls per second and per day and reports what is left', async () => {
  await harness.controlProvider('POST', '/settings', { limits: true, perSecond: 3, perDay: 5 })
  const ok = await get(SHOP)
  expect([ok.headers.get('x-limit-per-second'), ok.headers.get('x-remaining-today')]).toEqual([
    '3',
    '4',
  ])
  await get(SHOP)
  await get(SHOP)
  const fast = await get(SHOP)
  expect([fast.body, fast.headers.get('x-limit-per-second')]).toEqual([
    { error: 'Exceeded per second rate limit' },
    null,
  ])
  await harness.control('POST', '/clock', { offsetMs: 2_000 })
  await get(SHOP)
  const spent = await get(SHOP)
  expect([spent.status, spent.body.error]).toEqual([429, 'Exceeded daily rate limit'])
  expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(80_000)
})

test('can fail token requests in Etsy’s format and repeat a page', async () => {
  await harness.fault({ match: { path: '/v3/public/oauth/token' }, fault: 'status', status: 500 })
  expect((await grant({ grant_type: 'refresh_token', refresh_token: 'x' })).body).toEqual({
    error: 'Server Error',
  })
  const first = await listings('limit=10')
  await harness.fault({ match: { path: `${SHOP}/listings` }, fault: 'repeat' })
  expect(await listings('limit=10&offset=10')).toEqual(first)
})
