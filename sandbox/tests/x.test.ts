import { createHash } from 'node:crypto'

import { type Harness, type Json, startHarness } from './harness'

let harness: Harness
let token: string
beforeAll(async () => {
  harness = await startHarness('x')
})
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.control('POST', '/reset')
  token = (await harness.controlProvider('POST', '/tokens')).access_token
})

const auth = (bearer = token) => ({ authorization: `Bearer ${bearer}` })
const post = (json: object, bearer = token) =>
  harness.call('POST', '/2/tweets', { json, headers: auth(bearer) })
const get = (path: string) => harness.call('GET', path, { headers: auth() })
const ledger = () => harness.controlProvider('GET', '/ledger')

const VERIFIER = 'another-verifier-that-is-long-enough-to-be-accepted-012345'
const authorize = async (choice: string, more: Record<string, string> = {}) => {
  const fields = {
    client_id: 'sandbox-app',
    redirect_uri: 'https://shop.example/x',
    scope: 'tweet.read tweet.write users.read offline.access',
    state: 's-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }
  const page = await harness.call(
    'GET',
    `/i/oauth2/authorize?${new URLSearchParams({ response_type: 'code', ...fields })}`,
  )
  if (page.status !== 200) return { page, params: new URLSearchParams() }
  const response = await harness.call('POST', '/i/oauth2/authorize', {
    form: { ...fields, choice },
  })
  return { page, params: new URL(response.headers.get('location') ?? '').searchParams }
}
const basic = {
  authorization: `Basic ${Buffer.from('sandbox-app:sandbox-secret').toString('base64')}`,
}
const grant = (form: Record<string, string>, headers: Record<string, string> = basic) =>
  harness.call('POST', '/2/oauth2/token', { form, headers })
const redeem = (code: string | null, verifier = VERIFIER) =>
  grant({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: 'https://shop.example/x',
    code_verifier: verifier,
  })

test('consent leads to a code that lasts thirty seconds and to tokens that rotate', async () => {
  const { body } = await redeem((await authorize('allow')).params.get('code'))
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 7200,
    scope: expect.stringContaining('tweet.write'),
    refresh_token: expect.any(String),
  })
  const next = await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
  expect(next.body.refresh_token).not.toBe(body.refresh_token)
  expect(
    (await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status,
  ).toBe(400)
  const { params } = await authorize('allow')
  await harness.control('POST', '/clock', { offsetMs: 31_000 })
  expect((await redeem(params.get('code'))).status).toBe(400)
})

test('declining returns an error, wrong secrets are rejected, and a refresh token requires its scope', async () => {
  expect((await authorize('refuse')).params.get('error')).toBe('access_denied')
  expect((await authorize('allow', { code_challenge: '' })).page.status).toBe(400)
  expect((await redeem((await authorize('allow')).params.get('code'), `${VERIFIER}x`)).status).toBe(
    400,
  )
  expect(
    (
      await grant(
        {},
        { authorization: `Basic ${Buffer.from('sandbox-app:wrong').toString('base64')}` },
      )
    ).status,
  ).toBe(401)
  expect(
    (await redeem((await authorize('allow', { scope: 'tweet.read' })).params.get('code'))).body
      .refresh_token,
  ).toBeUndefined()
})

test('a post returns 201 and costs more with a link than without', async () => {
  const response = await post({ text: 'One day at a time.' })
  expect([response.status, response.body.data.text]).toEqual([201, 'One day at a time.'])
  expect(response.headers.get('x-rate-limit-remaining')).toBe('99')
  await post({ text: 'New tees: https://dayfern.example/products?sort=new' })
  expect((await ledger()).spent.map((one: Json) => one.amount)).toEqual([0.015, 0.2])
  await harness.controlProvider('POST', '/settings', { creditsUsd: 0.1 })
  expect((await post({ text: 'Once more: dayfern.shop' })).body.type).toBe(
    'https://api.x.com/2/problems/usage-capped',
  )
  expect((await post({ text: 'Without a link' })).status).toBe(201)
})

test('the limit of 280 counts links as 23 and emoji as 2, but local URLs as text', async () => {
  expect((await post({ text: 'a'.repeat(280) })).status).toBe(201)
  expect((await post({ text: 'a'.repeat(281) })).status).toBe(400)
  expect((await post({ text: '語'.repeat(141) })).status).toBe(400)
  expect(
    (await post({ text: `${'b'.repeat(256)} https://dayfern.example/${'long'.repeat(40)}` }))
      .status,
  ).toBe(201)
  expect((await post({ text: `${'c'.repeat(257)} https://localhost:3000/x` })).status).toBe(400)
  expect((await post({ text: '👨‍👩‍👧'.repeat(140) })).status).toBe(201)
})

test('duplicates, a second cashtag, unknown properties, empty posts, and invalid tokens are rejected', async () => {
  await post({ text: 'The same words' })
  expect((await post({ text: 'The same words' })).body).toMatchObject({
    status: 403,
    detail: 'You are not allowed to create a Tweet with duplicate content.',
  })
  expect((await post({ text: '$AB and $CD' })).status).toBe(403)
  expect((await post({ text: 'x', mood: 'calm' })).body.errors[0].message).toContain('mood')
  expect((await post({})).status).toBe(400)
  expect((await post({ text: 'x' }, 'nobody')).status).toBe(401)
  const { access_token } = await harness.controlProvider('POST', '/tokens', {
    scopes: ['tweet.read', 'users.read'],
  })
  expect((await post({ text: 'x' }, access_token)).status).toBe(403)
  expect((await post({ text: 'Late' })).headers.get('content-type')).toContain('json')
  await harness.control('POST', '/clock', { offsetMs: 7_201_000 })
  expect((await post({ text: 'Too late' })).status).toBe(401)
})

test('images can be uploaded as a form or base64, and a video is processed for a while', async () => {
  const body = new FormData()
  body.append('media', new Blob([Buffer.alloc(1_000)]), 'a.jpg')
  body.append('media_category', 'tweet_image')
  const picture = await harness.call('POST', '/2/media/upload', { body, headers: auth() })
  expect(picture.body.data).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    size: 1_000,
    expires_after_secs: expect.any(Number),
  })
  expect(
    (await post({ text: 'With a picture', media: { media_ids: [picture.body.data.id] } })).status,
  ).toBe(201)
  expect((await post({ text: 'With nothing', media: { media_ids: ['1'] } })).status).toBe(400)
  const film = (
    await harness.call('POST', '/2/media/upload', {
      json: { media: Buffer.alloc(64).toString('base64'), media_category: 'tweet_video' },
      headers: auth(),
    })
  ).body.data
  expect(film.processing_info.state).toBe('in_progress')
  expect((await post({ text: 'Film', media: { media_ids: [film.id] } })).status).toBe(400)
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  expect((await get(`/2/media/upload?media_id=${film.id}`)).body.data.processing_info.state).toBe(
    'succeeded',
  )
  expect((await post({ text: 'Film', media: { media_ids: [film.id] } })).status).toBe(201)
  const large = {
    json: { media_type: 'image/png', media_category: 'tweet_image', total_bytes: 6 * 1024 * 1024 },
    headers: auth(),
  }
  expect((await harness.call('POST', '/2/media/upload/initialize', large)).status).toBe(413)
})

test('a post is given back with short links, also for those without a scheme', async () => {
  await post({ text: 'Look: dayfern.shop, and https://dayfern.example/products' })
  expect((await get('/2/users/1834567890123456789/tweets')).body.data[0].text).toBe(
    'Look: https://t.co/short1, and https://t.co/short2',
  )
})

test('metrics can be read for many posts, and missing posts are reported next to the data', async () => {
  const { id } = (await post({ text: 'Counted' })).body.data
  const { status, body } = await get(
    `/2/tweets?ids=${id},999&tweet.fields=public_metrics,non_public_metrics`,
  )
  expect(status).toBe(200)
  expect(body.data[0]).toMatchObject({
    id,
    public_metrics: { like_count: expect.any(Number), impression_count: expect.any(Number) },
    non_public_metrics: expect.any(Object),
  })
  expect(body.errors[0]).toMatchObject({ value: '999', title: 'Not Found Error' })
  expect((await get(`/2/tweets?ids=${id}&tweet.fields=shoe_size`)).status).toBe(400)
  const renamed = (await get(`/2/tweets?ids=${id}&post.fields=public_metrics`)).body.data[0]
  expect(renamed.public_metrics.repost_count).toEqual(expect.any(Number))
  expect((await get('/2/users/1834567890123456789/tweets')).body).toMatchObject({
    data: [{ id }],
    meta: { result_count: 1 },
  })
  expect((await get('/2/users/1834567890123456789/tweets?max_results=4')).status).toBe(400)
  expect([
    (await get(`/2/tweets/${id}?tweet.fields=public_metrics`)).body.data.id,
    (await get('/2/tweets/999')).body.errors[0].value,
  ]).toEqual([id, '999'])
  expect((await harness.call('DELETE', `/2/tweets/${id}`, { headers: auth() })).body).toEqual({
    data: { deleted: true },
  })
  expect((await get(`/2/tweets?ids=${id}`)).body.data).toBeUndefined()
})

test('too many posts get 429 with the reset time, and a lost response still means a post', async () => {
  await harness.controlProvider('POST', '/settings', { postsPer15Minutes: 1 })
  await harness.fault({ fault: 'reset-after', match: { method: 'POST', path: '/2/tweets' } })
  await expect(post({ text: 'Lost' })).rejects.toThrow()
  expect((await ledger()).posts).toHaveLength(1)
  const refused = await post({ text: 'Second' })
  expect([refused.status, refused.headers.get('x-rate-limit-remaining')]).toEqual([429, '0'])
  expect(Number(refused.headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1_000)
})
