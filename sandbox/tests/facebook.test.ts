import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'

import { type Harness, type Json, startHarness } from './harness'

let harness: Harness
let host: Server
let hostUrl: string
let user: string
let page: { id: string; access_token: string }
beforeAll(async () => {
  harness = await startHarness('facebook')
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const webp = await sharp(png).webp().toBuffer()
  const files: Record<string, Buffer> = { '/a.png': png, '/b.png': png, '/c.webp': webp }
  host = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  await harness.stop()
  host.close()
})
beforeEach(async () => {
  await harness.control('POST', '/reset')
  user = (await harness.controlProvider('POST', '/tokens')).access_token
  page = (await get('/me/accounts?fields=id,name,access_token', user)).body.data[0]
})

const get = (path: string, token = page.access_token) =>
  harness.call('GET', `/v26.0${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
const post = (path: string, form: Record<string, string>, token = page.access_token) =>
  harness.call('POST', `/v26.0${path}`, { form: { access_token: token, ...form } })
const problem = (answer: { status: number; body: Json }) => [
  answer.status,
  answer.body.error?.code,
  answer.body.error?.error_subcode,
]

const authorize = async (choice: string) => {
  const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement']
  const query = new URLSearchParams({
    client_id: 'sandbox-app',
    redirect_uri: 'https://shop.example/fb',
    state: 's-1',
    scope: scopes.join(','),
  })
  expect((await harness.call('GET', `/v26.0/dialog/oauth?${query}`)).status).toBe(200)
  const body = new URLSearchParams({
    redirect_uri: 'https://shop.example/fb',
    state: 's-1',
    choice,
  })
  for (const scope of scopes) body.append('scope', scope)
  return new URL(
    (await harness.call('POST', '/v26.0/dialog/oauth', { body })).headers.get('location') ?? '',
  )
}
const exchange = (more: Record<string, string>) =>
  harness.call(
    'GET',
    `/v26.0/oauth/access_token?${new URLSearchParams({ client_id: 'sandbox-app', client_secret: 'sandbox-secret', ...more })}`,
  )

test('consent leads to a short-lived token, a long-lived one, and Pages with their own tokens', async () => {
  expect((await authorize('refuse')).searchParams.get('error_reason')).toBe('user_denied')
  const url = await authorize('allow')
  expect(url.hash).toBe('#_=_')
  const code = { redirect_uri: 'https://shop.example/fb', code: url.searchParams.get('code') ?? '' }
  const short = (await exchange(code)).body
  expect(short).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) })
  expect(problem(await exchange(code))).toEqual([400, 100, 36009])
  const long = (
    await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token })
  ).body
  expect(long.expires_in).toBe(5_183_944)
  const first = await get(
    '/me/accounts?fields=id,name,access_token,picture&limit=100',
    long.access_token,
  )
  expect(first.body.data.map((one: Json) => one.name)).toEqual(['Dayfern', 'Dayfern Community'])
  const second = await get(
    `/me/accounts?fields=id,name,access_token&limit=100&after=${first.body.paging.cursors.after}`,
    long.access_token,
  )
  expect([second.body.data.length, second.body.paging.next]).toEqual([1, undefined])
  expect(
    problem(
      await post(
        `/${second.body.data[0].id}/feed`,
        { message: 'x' },
        second.body.data[0].access_token,
      ),
    ),
  ).toEqual([403, 10, undefined])
  await harness.control('POST', '/clock', { offsetMs: 61 * 86_400_000 })
  expect(problem(await get('/me', long.access_token))).toEqual([400, 190, 463])
  expect((await get('/me', first.body.data[0].access_token)).body.name).toBe('Dayfern')
})

test('text and a link become a post; duplicates, invalid links, and user tokens are rejected', async () => {
  const { body } = await post(`/${page.id}/feed?fields=id,permalink_url`, {
    message: 'New tees',
    link: 'https://dayfern.example/products',
  })
  expect(body).toMatchObject({
    id: expect.stringMatching(new RegExp(`^${page.id}_\\d+$`)),
    permalink_url: expect.stringContaining('facebook.com'),
  })
  expect(
    problem(
      await post(`/${page.id}/feed`, {
        message: 'New tees',
        link: 'https://dayfern.example/products',
      }),
    ),
  ).toEqual([400, 506, undefined])
  expect(
    problem(
      await post(`/${page.id}/feed`, { message: 'x', link: 'https://www.facebook.com/dayfern' }),
    ),
  ).toEqual([400, 100, 1609008])
  expect(problem(await post(`/${page.id}/feed`, {}))).toEqual([400, 100, undefined])
  expect(problem(await post(`/${page.id}/feed`, { message: 'x' }, user))).toEqual([
    403,
    200,
    undefined,
  ])
  expect(problem(await post('/123/feed', { message: 'x' }))).toEqual([400, 100, 33])
  expect((await get(`/${page.id}/feed`)).body.data).toHaveLength(1)
  expect(
    (await harness.call('DELETE', `/v26.0/${body.id}?access_token=${page.access_token}`)).body,
  ).toEqual({ success: true })
  expect(problem(await get(`/${body.id}`))).toEqual([400, 100, 33])
})

test('one photo is posted directly, several can be attached, and WebP is rejected', async () => {
  const one = await post(`/${page.id}/photos`, { url: `${hostUrl}/a.png`, caption: 'One' })
  expect(one.body).toEqual({ id: expect.any(String), post_id: expect.stringContaining(page.id) })
  const hidden = async (file: string) =>
    (await post(`/${page.id}/photos`, { url: `${hostUrl}${file}`, published: 'false' })).body
  const ids = [await hidden('/a.png'), await hidden('/b.png')]
  expect(ids[0].post_id).toBeUndefined()
  const attached = {
    attached_media: JSON.stringify(ids.map(({ id }) => ({ media_fbid: id }))),
    message: 'Two',
  }
  expect((await post(`/${page.id}/feed`, attached)).status).toBe(200)
  expect(problem(await post(`/${page.id}/feed`, { ...attached, message: 'Again' }))).toEqual([
    400, 100, 1366051,
  ])
  expect(problem(await post(`/${page.id}/photos`, { url: `${hostUrl}/c.webp` }))).toEqual([
    400, 100, 1366046,
  ])
  expect((await post(`/${page.id}/photos`, { url: `${hostUrl}/none.png` })).status).toBe(400)
})

test('a post can be scheduled from ten minutes to thirty days ahead', async () => {
  const soon = Math.floor(Date.now() / 1_000)
  const plan = (at: number | string, message: string) =>
    post(`/${page.id}/feed`, { message, published: 'false', scheduled_publish_time: String(at) })
  expect((await plan(soon + 300, 'too soon')).status).toBe(400)
  expect((await plan(soon + 31 * 86_400, 'too late')).status).toBe(400)
  expect((await plan(new Date((soon + 3_600) * 1_000).toISOString(), 'in an hour')).status).toBe(
    200,
  )
  expect((await get(`/${page.id}/scheduled_posts`)).body.data).toEqual([
    expect.objectContaining({ message: 'in an hour' }),
  ])
  expect((await get(`/${page.id}/feed`)).body).toEqual({ data: [] })
  await harness.control('POST', '/clock', { offsetMs: 3_700_000 })
  expect((await get(`/${page.id}/scheduled_posts`)).body.data).toEqual([])
  expect((await get(`/${page.id}/feed`)).body.data).toHaveLength(1)
})

test('a video is processed before it is ready', async () => {
  const { id } = (
    await post(`/${page.id}/videos`, {
      file_url: 'https://shop.example/film.mp4',
      description: 'A film',
    })
  ).body
  expect((await get(`/${id}?fields=status`)).body.status.video_status).toBe('processing')
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  expect((await get(`/${id}?fields=status`)).body.status.video_status).toBe('ready')
})

test('posts have counts and current insights, and retired metrics are rejected', async () => {
  const { id } = (await post(`/${page.id}/feed`, { message: 'Counted' })).body
  const summary = await get(
    `/${id}?fields=permalink_url,shares,likes.summary(true).limit(0),comments.summary(true).limit(0),reactions.summary(true).limit(0)`,
  )
  expect(summary.body).toMatchObject({
    likes: { summary: { total_count: expect.any(Number) } },
    permalink_url: expect.any(String),
  })
  const insights = await get(
    `/${id}/insights?metric=post_total_media_view_unique,post_reactions_by_type_total,post_clicks`,
  )
  expect(insights.body.data[0].values[0].value).toEqual(expect.any(Number))
  expect(problem(await get(`/${id}/insights?metric=post_impressions`))).toEqual([
    400,
    100,
    undefined,
  ])
  const days = await get(
    `/${page.id}/insights?metric=page_media_view,page_daily_follows&period=day`,
  )
  expect(days.body.data[0].values[0].value).toEqual({
    total: expect.any(Number),
    ads: expect.any(Number),
  })
})

test('a lost response still means a post, and ended tokens and old versions are rejected', async () => {
  await harness.fault({ fault: 'reset-after', match: { method: 'POST' } })
  await expect(post(`/${page.id}/feed`, { message: 'Lost answer' })).rejects.toThrow()
  expect((await get(`/${page.id}/feed`)).body.data).toEqual([
    expect.objectContaining({ message: 'Lost answer' }),
  ])
  await harness.controlProvider('POST', '/tokens/end', {})
  expect(problem(await get('/me'))).toEqual([400, 190, 460])
  expect(problem(await harness.call('GET', `/v20.0/me?access_token=${user}`))).toEqual([
    400,
    2635,
    undefined,
  ])
})
