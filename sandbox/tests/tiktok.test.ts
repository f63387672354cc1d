import { createHash } from 'node:crypto'

import { type Harness, type Json, startHarness } from './harness'

const FIELDS =
  'id,title,video_description,create_time,cover_image_url,share_url,embed_link,duration,height,width,like_count,view_count,is_aigc'
let harness: Harness
let token: string
beforeAll(async () => {
  harness = await startHarness('tiktok')
})
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.control('POST', '/reset')
  token = (await harness.controlProvider('POST', '/tokens')).access_token
})

const headers = () => ({ authorization: `Bearer ${token}` })
const list = (json: object = {}, fields = FIELDS) =>
  harness.call('POST', `/v2/video/list/?fields=${fields}`, { json, headers: headers() })
const user = (fields: string) =>
  harness.call('GET', `/v2/user/info/?fields=${fields}`, { headers: headers() })
const outcome = (response: { status: number; body: Json }) => [
  response.status,
  response.body.error.code,
]

const VERIFIER = 'a-third-verifier-that-is-long-enough-to-be-accepted-0123456'
const authorize = async (choice: string, keep: string[] = ['user.info.basic', 'video.list']) => {
  const query = new URLSearchParams({
    client_key: 'sandbox-app',
    response_type: 'code',
    scope: 'user.info.basic,user.info.stats,video.list',
    redirect_uri: 'https://shop.example/tiktok',
    state: 's-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  expect((await harness.call('GET', `/v2/auth/authorize/?${query}`)).status).toBe(200)
  const body = new URLSearchParams({
    client_key: 'sandbox-app',
    redirect_uri: 'https://shop.example/tiktok',
    state: 's-1',
    code_challenge: query.get('code_challenge') ?? '',
    choice,
  })
  for (const scope of keep) body.append('scope', scope)
  const response = await harness.call('POST', '/v2/auth/authorize/', { body })
  return new URL(response.headers.get('location') ?? '').searchParams
}
const grant = (form: Record<string, string>) =>
  harness.call('POST', '/v2/oauth/token/', {
    form: { client_key: 'sandbox-app', client_secret: 'sandbox-secret', ...form },
  })

test('users can deselect scopes on the consent page, and tokens rotate', async () => {
  const params = await authorize('allow')
  const code = params.get('code') ?? ''
  expect([params.get('scopes'), code]).toEqual([
    'user.info.basic,video.list',
    expect.stringMatching(/\*.*!/),
  ])
  const { body } = await grant({
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://shop.example/tiktok',
    code_verifier: VERIFIER,
  })
  expect(body).toMatchObject({
    expires_in: 7_200,
    refresh_expires_in: 15_552_000,
    scope: 'user.info.basic,video.list',
    token_type: 'Bearer',
    open_id: expect.any(String),
  })
  const next = await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
  expect(next.body.refresh_token).not.toBe(body.refresh_token)
  expect(
    (await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body,
  ).toMatchObject({ error: 'invalid_grant', log_id: expect.any(String) })
})

test('canceling returns an error, and OAuth errors have status 400 or 200', async () => {
  expect((await authorize('refuse')).get('error')).toBe('access_denied')
  expect((await grant({ grant_type: 'authorization_code', code: 'nonsense' })).status).toBe(400)
  await harness.controlProvider('POST', '/settings', { errorsAs200: true, accessSeconds: 86_400 })
  const odd = await grant({ grant_type: 'authorization_code', code: 'nonsense' })
  expect([odd.status, odd.body.error, odd.body.access_token]).toEqual([
    200,
    'invalid_grant',
    undefined,
  ])
  expect((await harness.controlProvider('POST', '/tokens')).expires_in).toBe(86_400)
})

test('user info returns the requested fields, or nothing if one scope is missing', async () => {
  expect((await user('open_id,display_name,follower_count')).body).toEqual({
    data: {
      user: { open_id: expect.any(String), display_name: 'Dayfern', follower_count: 12_480 },
    },
    error: { code: 'ok', message: '', log_id: expect.any(String) },
  })
  token = (await harness.controlProvider('POST', '/tokens', { scopes: ['user.info.basic'] }))
    .access_token
  expect(outcome(await user('open_id,follower_count'))).toEqual([401, 'scope_permission_missed'])
  expect(outcome(await list())).toEqual([401, 'scope_not_authorized'])
  expect(outcome(await user(''))).toEqual([400, 'invalid_params'])
  token = 'act.nonsense'
  expect(outcome(await user('open_id'))).toEqual([401, 'access_token_invalid'])
})

test('lists ninety videos in pages of twenty with a cursor in milliseconds', async () => {
  const seen = new Set<string>()
  let cursor: number | undefined
  let pages = 0
  for (let more = true; more; pages += 1) {
    const { data } = (await list({ max_count: 20, ...(cursor !== undefined && { cursor }) })).body
    for (const video of data.videos) seen.add(video.id)
    more = data.has_more
    cursor = data.cursor
  }
  expect([seen.size, pages]).toEqual([90, 5])
  expect(cursor).toBeGreaterThan(1_000_000_000_000)
  expect((await list()).body.data.videos).toHaveLength(10)
  expect(outcome(await list({ max_count: 21 }))).toEqual([400, 'invalid_params'])
  expect(outcome(await list({}, 'id,shoe_size'))).toEqual([400, 'invalid_params'])
})

test('videos have covers that expire after six hours, and some are unusual', async () => {
  const { videos } = (await list({ max_count: 20 })).body.data
  expect(videos[0]).toMatchObject({
    title: 'Ninety days',
    share_url: expect.stringContaining('utm_'),
    embed_link: expect.stringContaining('/player/v1/'),
    width: 576,
  })
  expect(videos[0].create_time).toBeLessThan(2_000_000_000)
  expect(videos[3]).toMatchObject({ title: '', video_description: '' })
  expect(videos[6].cover_image_url).toContain('elsewhere')
  expect(videos[16].cover_image_url).toBe('')
  expect((await fetch(videos[0].cover_image_url)).headers.get('content-type')).toBe('image/jpeg')
  await harness.control('POST', '/clock', { offsetMs: 6 * 3_600_000 + 1_000 })
  expect((await fetch(videos[0].cover_image_url)).status).toBe(403)
  expect(outcome(await list())).toEqual([401, 'access_token_invalid'])
})

test('videos can be queried by id, at most twenty', async () => {
  const { videos } = (await list({ max_count: 2 })).body.data
  const query = (ids: string[]) =>
    harness.call('POST', '/v2/video/query/?fields=id,view_count', {
      json: { filters: { video_ids: ids } },
      headers: headers(),
    })
  expect((await query([videos[1].id, '1'])).body.data.videos).toEqual([
    { id: videos[1].id, view_count: expect.any(Number) },
  ])
  expect(outcome(await query(Array.from({ length: 21 }, () => '1')))).toEqual([
    400,
    'invalid_params',
  ])
})

test('calls are limited per minute and path, and a revoked token is rejected', async () => {
  await harness.controlProvider('POST', '/settings', { callsPerMinute: 2 })
  await list()
  await list()
  expect(outcome(await list())).toEqual([429, 'rate_limit_exceeded'])
  expect((await user('open_id')).status).toBe(200)
  expect(
    (
      await harness.call('POST', '/v2/oauth/revoke/', {
        form: { client_key: 'sandbox-app', client_secret: 'wrong', token },
      })
    ).body.error,
  ).toBe('invalid_client')
  await harness.call('POST', '/v2/oauth/revoke/', {
    form: { client_key: 'sandbox-app', client_secret: 'sandbox-secret', token },
  })
  expect(outcome(await user('open_id'))).toEqual([401, 'access_token_invalid'])
  await harness.fault({ fault: 'status', status: 500 })
  expect(outcome(await user('open_id'))).toEqual([500, 'internal_error'])
})
