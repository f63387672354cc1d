import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'

import { type Harness, type Json, startHarness } from './harness'

const TOKEN = 'IGAA-sandbox-instagram-token'
const FIELDS =
  'id,caption,media_type,media_product_type,media_url,permalink,thumbnail_url,timestamp,like_count,comments_count,children{id,media_type,media_url}'
let harness: Harness
let host: Server
let hostUrl: string
beforeAll(async () => {
  harness = await startHarness('instagram')
  const picture = (width: number, height: number, format: 'jpeg' | 'png') =>
    sharp({ create: { width, height, channels: 3, background: '#456' } })
      [format]()
      .toBuffer()
  const files: Record<string, Buffer> = {
    '/ok.jpg': await picture(800, 800, 'jpeg'),
    '/tall.jpg': await picture(400, 1200, 'jpeg'),
    '/art.png': await picture(800, 800, 'png'),
  }
  host = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404, { 'content-type': 'image/jpeg' }).end(file)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  await harness.stop()
  host.close()
})
beforeEach(() => harness.control('POST', '/reset'))

const get = (path: string, token = TOKEN) =>
  harness.call('GET', `/v26.0${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
const media = async (query = ''): Promise<Json> =>
  (await get(`/me/media?fields=${FIELDS}${query}`)).body
const problem = (answer: { status: number; body: Json }) => [
  answer.status,
  answer.body.error?.code,
  answer.body.error?.error_subcode,
]

const authorize = async (
  choice: string,
  scope = 'instagram_business_basic,instagram_business_content_publish',
  keep = (one: string) => one !== '',
) => {
  const query = new URLSearchParams({
    client_id: 'sandbox-app',
    redirect_uri: 'https://shop.example/ig',
    response_type: 'code',
    scope,
    state: 's-1',
  })
  const page = await harness.call('GET', `/oauth/authorize?${query}`)
  if (page.status !== 200) return { page, url: undefined }
  const body = new URLSearchParams({
    redirect_uri: 'https://shop.example/ig',
    state: 's-1',
    choice,
  })
  for (const one of scope.split(',').filter(keep)) body.append('scope', one)
  const answer = await harness.call('POST', '/oauth/authorize', { body })
  return { page, url: new URL(answer.headers.get('location') ?? '') }
}
const exchange = (code: string, more: Record<string, string> = {}) =>
  harness.call('POST', '/oauth/access_token', {
    form: {
      client_id: 'sandbox-app',
      client_secret: 'sandbox-secret',
      grant_type: 'authorization_code',
      redirect_uri: 'https://shop.example/ig',
      code,
      ...more,
    },
  })

test('consent leads to a code, a short-lived token, and a long-lived token that can be renewed after a day', async () => {
  const { url } = await authorize('allow')
  expect([url?.searchParams.get('state'), url?.hash]).toEqual(['s-1', '#_'])
  const code = url?.searchParams.get('code') ?? ''
  const short = await exchange(code)
  expect(short.body).toEqual({
    access_token: expect.any(String),
    user_id: 17_841_400_000_000_042,
    permissions: ['instagram_business_basic', 'instagram_business_content_publish'],
  })
  expect((await exchange(code)).status).toBe(400)
  const long = await harness.call(
    'GET',
    `/access_token?grant_type=ig_exchange_token&client_secret=sandbox-secret&access_token=${short.body.access_token}`,
  )
  expect(long.body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 5_184_000,
  })
  const refresh = () =>
    harness.call(
      'GET',
      `/refresh_access_token?grant_type=ig_refresh_token&access_token=${long.body.access_token}`,
    )
  expect((await refresh()).body.error.message).toContain('24 hours')
  await harness.control('POST', '/clock', { offsetMs: 25 * 3_600_000 })
  expect((await refresh()).body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 5_184_000,
  })
  expect((await refresh()).body.access_token).not.toBe(long.body.access_token)
  expect(problem(await get('/me', short.body.access_token))).toEqual([400, 190, 463])
})

test('declining, unknown scopes, codes, and secrets are rejected', async () => {
  expect((await authorize('refuse')).url?.searchParams.get('error')).toBe('access_denied')
  expect((await authorize('allow', 'business_basic')).page.status).toBe(400)
  expect((await exchange('nonsense')).body).toEqual({
    error_type: 'OAuthException',
    code: 400,
    error_message: expect.any(String),
  })
  expect((await exchange('x', { client_secret: 'wrong' })).status).toBe(400)
})

test('the profile is flat or wrapped, has text ids, and rejects unknown fields and old versions', async () => {
  const path = '/me?fields=id,user_id,username,account_type,media_count,profile_picture_url'
  expect((await get(path)).body).toMatchObject({
    id: '24871234567890123',
    user_id: '17841400000000042',
    username: 'dayfern.shop',
    account_type: 'BUSINESS',
    media_count: 120,
  })
  await harness.controlProvider('POST', '/settings', { wrapped: true })
  expect((await get(path)).body.data[0].username).toBe('dayfern.shop')
  expect(problem(await get('/me?fields=id,shoe_size'))).toEqual([400, 100, undefined])
  expect(
    (await harness.call('GET', '/v26.0/me', { headers: { authorization: `Bearer ${TOKEN}` } }))
      .status,
  ).toBe(200)
  expect(problem(await harness.call('GET', `/v20.0/me?access_token=${TOKEN}`))).toEqual([
    400,
    2635,
    undefined,
  ])
})

test('lists 120 posts with cursors, including a short page that is not the last', async () => {
  const sizes: number[] = []
  const seen = new Set<string>()
  let page = await media()
  for (;;) {
    sizes.push(page.data.length)
    for (const one of page.data) seen.add(one.id)
    if (!page.paging.next) break
    expect(page.paging.next).toContain(`${harness.base}/v26.0/`)
    page = await media(`&after=${page.paging.cursors.after}`)
  }
  expect(sizes).toEqual([25, 18, 25, 25, 25, 2])
  expect(seen.size).toBe(120)
  expect(problem(await get('/me/media?after=nonsense'))).toEqual([400, 100, undefined])
})

test('albums have children, videos have covers, and some posts are unusual', async () => {
  const { data } = await media()
  expect(data[0]).toMatchObject({
    media_type: 'IMAGE',
    timestamp: '2026-11-20T09:30:00+0000',
    permalink: expect.stringContaining('https://www.instagram.com/p/'),
  })
  expect(data[9]).toMatchObject({
    media_type: 'CAROUSEL_ALBUM',
    children: { data: expect.any(Array) },
  })
  expect(data[9].media_url).toBeUndefined()
  expect(new Set(data[13].children.data.map((child: Json) => child.media_type))).toEqual(
    new Set(['IMAGE', 'VIDEO']),
  )
  expect('caption' in data[3]).toBe(false)
  expect(data[6]).toMatchObject({ media_type: 'VIDEO', thumbnail_url: expect.any(String) })
  expect('media_url' in data[6]).toBe(false)
  expect(data[8].caption).toContain('يوم')
  expect('like_count' in data[19]).toBe(false)
  expect(data[12].media_url).toContain('elsewhere')
})

test('image links are signed and expire', async () => {
  const { data } = await media()
  expect((await fetch(data[0].media_url)).headers.get('content-type')).toBe('image/jpeg')
  expect((await fetch(data[11].media_url)).status).toBe(403)
  expect((await fetch(data[0].media_url.replace(/signature=../, 'signature=00'))).status).toBe(403)
  await harness.control('POST', '/clock', { offsetMs: 7 * 3_600_000 })
  expect((await fetch(data[0].media_url)).status).toBe(403)
})

test('ended tokens, missing permissions, and throttling are reported', async () => {
  await harness.controlProvider('POST', '/tokens/scopes', {
    scopes: ['instagram_business_manage_comments'],
  })
  expect(problem(await get('/me/media'))).toEqual([403, 10, undefined])
  await harness.controlProvider('POST', '/tokens/end', { subcode: 460 })
  expect(problem(await get('/me'))).toEqual([400, 190, 460])
  expect(problem(await get('/me', 'nonsense'))).toEqual([400, 190, undefined])
  await harness.fault({ fault: 'status', status: 429 })
  const throttled = await get('/me')
  expect([
    throttled.body.error.code,
    JSON.parse(throttled.headers.get('x-app-usage') ?? '{}').call_count,
  ]).toEqual([4, 100])
  await harness.fault({
    fault: 'status',
    status: 400,
    body: { error: { code: 368, message: 'blocked' } },
  })
  expect(problem(await get('/me'))).toEqual([400, 368, undefined])
  const calls = (await harness.control('GET', '/calls?provider=instagram')).calls as Json[]
  expect(calls.every((call) => !JSON.stringify(call).includes(TOKEN))).toBe(true)
})

test('every call counts toward the hourly limit, which the headers report', async () => {
  await harness.controlProvider('POST', '/settings', { callsPerHour: 4 })
  const usage = (headers: Headers) => JSON.parse(headers.get('x-app-usage') ?? '{}').call_count
  const used: number[] = []
  for (const path of ['/me', '/me/media', '/nobody', '/me'])
    used.push(usage((await get(path)).headers))
  expect(used).toEqual([25, 50, 75, 100])
  const over = await get('/me')
  const [business] = Object.values(
    JSON.parse(over.headers.get('x-business-use-case-usage') ?? '{}') as Record<string, Json[]>,
  ).flat()
  expect([problem(over), usage(over.headers), business]).toEqual([
    [400, 4, undefined],
    100,
    {
      type: 'instagram',
      call_count: 100,
      total_time: 25,
      total_cputime: 25,
      estimated_time_to_regain_access: 60,
    },
  ])
  await harness.control('POST', '/clock', { offsetMs: 3_600_000 })
  expect((await get('/me')).status).toBe(200)
})

test('single posts, album children, and stories can be requested, and edges without subfields return ids', async () => {
  const { data } = await media()
  const [child] = data[1].children.data as Json[]
  expect((await get(`/${child.id}?fields=id,media_type,media_url,timestamp`)).body).toMatchObject({
    id: child.id,
    media_type: 'IMAGE',
    media_url: expect.any(String),
  })
  expect(problem(await get(`/${child.id}?fields=id,permalink`))).toEqual([400, 100, undefined])
  expect((await get(`/${data[1].id}?fields=children`)).body.children.data[0]).toEqual({
    id: child.id,
  })
  expect((await get('/me/stories')).body).toEqual({ data: [] })
})

test('insights support current metrics only and leave out missing ones', async () => {
  const { data } = await media()
  const ask = (id: string, metric: string) => get(`/${id}/insights?metric=${metric}`)
  expect((await ask(data[0].id, 'views,reach,saved')).body.data[0]).toMatchObject({
    name: 'views',
    period: 'lifetime',
    values: [{ value: expect.any(Number) }],
  })
  expect((await ask(data[2].id, 'views,saved')).body.data).toHaveLength(1)
  expect(problem(await ask(data[0].id, 'impressions'))).toEqual([400, 100, undefined])
  expect(
    (await get('/me/insights?metric=follower_count,reach&period=day')).body.data[0].values,
  ).toHaveLength(2)
  expect(
    (await get('/me/insights?metric=likes,views&metric_type=total_value&period=day')).body.data[0]
      .total_value.value,
  ).toEqual(expect.any(Number))
  expect(problem(await get('/123/insights?metric=views'))).toEqual([400, 100, 33])
})

const container = (form: Record<string, string>) =>
  harness.call('POST', '/v26.0/me/media', { form: { access_token: TOKEN, ...form } })
const publish = (creation_id: string) =>
  harness.call('POST', '/v26.0/me/media_publish', { form: { access_token: TOKEN, creation_id } })
const statusOf = async (id: string) => (await get(`/${id}?fields=status_code,status`)).body

test('an image becomes a container and then the newest post', async () => {
  const { body } = await container({
    image_url: `${hostUrl}/ok.jpg`,
    caption: 'Hello #shop',
    alt_text: 'A tee',
  })
  // The clock is set back, so that the image isn’t ready no matter how long the calls take.
  await harness.control('POST', '/clock', { offsetMs: -60_000 })
  expect((await statusOf(body.id)).status_code).toBe('IN_PROGRESS')
  expect(problem(await publish(body.id))).toEqual([400, 9007, 2207027])
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  expect((await statusOf(body.id)).status_code).toBe('FINISHED')
  const { id } = (await publish(body.id)).body
  expect((await get(`/${id}?fields=permalink,caption`)).body).toMatchObject({
    id,
    caption: 'Hello #shop',
    permalink: expect.stringContaining('/p/'),
  })
  expect((await media()).data[0].id).toBe(id)
  expect((await statusOf(body.id)).status_code).toBe('PUBLISHED')
  expect((await publish(body.id)).status).toBe(400)
  expect((await get('/me/content_publishing_limit?fields=config,quota_usage')).body).toEqual({
    data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }],
  })
})

test('invalid images, long captions, and other media types are rejected', async () => {
  expect(problem(await container({ image_url: `${hostUrl}/art.png` }))).toEqual([400, 100, 2207005])
  expect(problem(await container({ image_url: `${hostUrl}/tall.jpg` }))).toEqual([
    400, 36003, 2207009,
  ])
  expect(problem(await container({ image_url: `${hostUrl}/none.jpg` }))).toEqual([
    400, 9004, 2207052,
  ])
  expect(
    problem(await container({ image_url: `${hostUrl}/ok.jpg`, caption: 'x'.repeat(2_201) })),
  ).toEqual([400, 100, 2207010])
  expect(problem(await container({ caption: 'only words' }))).toEqual([400, 100, 2207009])
  expect(problem(await container({ media_type: 'VIDEO', video_url: `${hostUrl}/x.mp4` }))).toEqual([
    400,
    100,
    undefined,
  ])
})

test('carousels need at least two items, videos can fail, containers expire, and posts have a daily quota', async () => {
  const item = async () =>
    (await container({ image_url: `${hostUrl}/ok.jpg`, is_carousel_item: 'true' })).body
      .id as string
  const items = [await item(), await item()]
  expect(problem(await container({ media_type: 'CAROUSEL', children: items[0] ?? '' }))).toEqual([
    400, 100, 2207028,
  ])
  const album = (
    await container({ media_type: 'CAROUSEL', children: items.join(','), caption: 'Two' })
  ).body.id
  const film = (await container({ media_type: 'REELS', video_url: `${hostUrl}/none.mp4` })).body.id
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  expect(await statusOf(film)).toMatchObject({
    status_code: 'ERROR',
    status: expect.stringContaining('2207'),
  })
  expect((await publish(album)).status).toBe(200)
  await harness.controlProvider('POST', '/settings', { quota: 1 })
  const next = (await container({ image_url: `${hostUrl}/ok.jpg` })).body.id
  await harness.control('POST', '/clock', { offsetMs: 2_000 })
  expect(problem(await publish(next))).toEqual([400, 9, 2207042])
  await harness.control('POST', '/clock', { offsetMs: 25 * 3_600_000 })
  expect((await statusOf(next)).status_code).toBe('EXPIRED')
})

test('a post exists although the response to its publication was lost', async () => {
  const { body } = await container({ image_url: `${hostUrl}/ok.jpg`, caption: 'Lost answer' })
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  await harness.fault({ fault: 'reset-after', match: { path: '/v26.0/me/media_publish' } })
  await expect(publish(body.id)).rejects.toThrow()
  expect((await media()).data[0].caption).toBe('Lost answer')
})
