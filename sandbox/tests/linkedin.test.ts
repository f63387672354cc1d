import { type Harness, type Json, startHarness } from './harness'

const PERSON = 'urn:li:person:dAyf3rnP3r'
const ORGANIZATION = 'urn:li:organization:98765432'
let harness: Harness
let token: string
beforeAll(async () => {
  harness = await startHarness('linkedin')
})
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.control('POST', '/reset')
  token = (await harness.controlProvider('POST', '/tokens')).access_token
})

const headers = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  'linkedin-version': '202610',
  'x-restli-protocol-version': '2.0.0',
  ...more,
})
const call = (method: string, path: string, json?: unknown, more?: Record<string, string>) =>
  harness.call(method, path, { headers: headers(more), ...(json !== undefined && { json }) })
const aPost = (more: object = {}) => ({
  author: ORGANIZATION,
  commentary: 'Hello',
  visibility: 'PUBLIC',
  distribution: {
    feedDistribution: 'MAIN_FEED',
    targetEntities: [],
    thirdPartyDistributionChannels: [],
  },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
})
const post = (more: object = {}) => call('POST', '/rest/posts', aPost(more))
const shown = async (): Promise<string[]> =>
  (await harness.controlProvider('GET', '/ledger')).posts.map((one: Json) => one.commentary)

const FORM = {
  client_id: 'sandbox-app',
  redirect_uri: 'https://shop.example/li',
  state: 's-1',
  scope: 'openid profile w_member_social',
}
const authorize = async (choice: string) => {
  expect(
    (
      await harness.call(
        'GET',
        `/oauth/v2/authorization?${new URLSearchParams({ ...FORM, response_type: 'code' })}`,
      )
    ).body,
  ).toContain('June Vale')
  const response = await harness.call('POST', '/oauth/v2/authorization', {
    form: { ...FORM, choice },
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}
const grant = (form: Record<string, string>) =>
  harness.call('POST', '/oauth/v2/accessToken', {
    form: {
      client_id: 'sandbox-app',
      client_secret: 'sandbox-secret',
      redirect_uri: FORM.redirect_uri,
      ...form,
    },
  })

test('consent leads to a code and a token for sixty days that identifies the member', async () => {
  expect((await authorize('refuse')).get('error')).toBe('user_cancelled_authorize')
  const { body } = await grant({
    grant_type: 'authorization_code',
    code: (await authorize('allow')).get('code') ?? '',
  })
  expect(body).toMatchObject({
    expires_in: 5_184_000,
    refresh_token: expect.any(String),
    scope: 'openid,profile,w_member_social',
  })
  const who = await harness.call('GET', '/v2/userinfo', {
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(who.body).toMatchObject({ sub: 'dAyf3rnP3r', name: 'June Vale' })
  expect(who.body.email).toBeUndefined()
  expect(
    (await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status,
  ).toBe(200)
  await harness.controlProvider('POST', '/settings', { refreshTokens: false })
  expect(
    (
      await grant({
        grant_type: 'authorization_code',
        code: (await authorize('allow')).get('code') ?? '',
      })
    ).body.refresh_token,
  ).toBeUndefined()
  expect(
    (await grant({ grant_type: 'authorization_code', code: 'x', client_secret: 'wrong' })).status,
  ).toBe(401)
})

test('a post returns 201 without a body and with its id in a header', async () => {
  const response = await post()
  expect([response.status, response.body]).toEqual([201, ''])
  const urn = response.headers.get('x-restli-id') ?? ''
  expect(urn).toMatch(/^urn:li:share:\d+$/)
  expect((await call('GET', `/rest/posts/${encodeURIComponent(urn)}`)).body).toMatchObject({
    id: urn,
    author: ORGANIZATION,
    commentary: 'Hello',
  })
  expect((await call('DELETE', `/rest/posts/${encodeURIComponent(urn)}`)).status).toBe(204)
  expect((await call('GET', `/rest/posts/${encodeURIComponent(urn)}`)).status).toBe(404)
})

test('every call requires a supported version', async () => {
  const version = (value: string) =>
    call('POST', '/rest/posts', aPost(), { 'linkedin-version': value })
  expect((await version('')).status).toBe(400)
  expect((await version('202501')).body).toMatchObject({
    status: 426,
    message: expect.stringContaining('202501'),
  })
  expect((await version('202712')).status).toBe(426)
  expect(
    (await call('POST', '/rest/posts', aPost(), { 'x-restli-protocol-version': '' })).status,
  ).toBe(400)
  expect((await version('202611')).status).toBe(201)
})

test('missing fields are listed, and duplicates, other organizations, and long texts are rejected', async () => {
  const missing = await call('POST', '/rest/posts', { author: ORGANIZATION, commentary: 'x' })
  expect([missing.status, missing.body.message]).toEqual([
    422,
    expect.stringMatching(/visibility[\s\S]*distribution[\s\S]*lifecycleState/),
  ])
  await post()
  expect((await post()).body).toMatchObject({
    status: 422,
    message: expect.stringContaining('duplicate'),
  })
  expect((await post({ author: 'urn:li:organization:11111111' })).body).toMatchObject({
    status: 403,
    code: 'ACCESS_DENIED',
  })
  expect((await post({ commentary: 'x'.repeat(3_001) })).status).toBe(422)
  expect(
    (await call('POST', '/rest/posts', aPost({ author: PERSON, commentary: 'As myself' }))).status,
  ).toBe(201)
  token = (await harness.controlProvider('POST', '/tokens', { scopes: ['w_member_social'] }))
    .access_token
  expect((await post({ commentary: 'Not allowed' })).status).toBe(403)
  await harness.controlProvider('POST', '/tokens/revoke')
  expect((await post()).body).toMatchObject({ status: 401, code: 'REVOKED_ACCESS_TOKEN' })
})

test('an unescaped bracket in “little text” cuts off the post', async () => {
  await post({ commentary: 'New tee (in green) is here' })
  await post({ commentary: 'New mug \\(in green\\) is here' })
  await post({
    commentary: 'With @[Dayfern](urn:li:organization:98765432) and {hashtag|\\#|recovery}',
  })
  expect(await shown()).toEqual([
    'New tee ',
    'New mug (in green) is here',
    expect.stringContaining('{hashtag|#|recovery}'),
  ])
})

test('an image is registered, uploaded once, and usable when it is available', async () => {
  const { value } = (
    await call('POST', '/rest/images?action=initializeUpload', {
      initializeUploadRequest: { owner: ORGANIZATION },
    })
  ).body
  expect(value.image).toMatch(/^urn:li:image:C4E/)
  const use = () => post({ content: { media: { id: value.image, altText: 'A fern' } } })
  expect((await use()).status).toBe(422)
  const put = () =>
    harness.call('PUT', value.uploadUrl, { body: Buffer.alloc(500), headers: headers() })
  expect((await put()).status).toBe(201)
  expect((await put()).status).toBe(400)
  expect((await call('GET', `/rest/images/${encodeURIComponent(value.image)}`)).body.status).toBe(
    'PROCESSING',
  )
  await harness.control('POST', '/clock', { offsetMs: 1_000 })
  expect((await call('GET', `/rest/images/${encodeURIComponent(value.image)}`)).body.status).toBe(
    'AVAILABLE',
  )
  expect((await use()).status).toBe(201)
  expect(
    (
      await post({
        commentary: "Someone else's",
        author: PERSON,
        content: { media: { id: value.image } },
      })
    ).status,
  ).toBe(422)
  token = (await harness.controlProvider('POST', '/tokens', { scopes: ['w_member_social'] }))
    .access_token
  const mine = (
    await call('POST', '/rest/images?action=initializeUpload', {
      initializeUploadRequest: { owner: PERSON },
    })
  ).body.value.image
  expect((await call('GET', `/rest/images/${encodeURIComponent(mine)}`)).status).toBe(403)
})

test('organization and member statistics each require their scope', async () => {
  const urn = (await post()).headers.get('x-restli-id') ?? ''
  const share = encodeURIComponent(`List(${urn})`)
  const organization = await call(
    'GET',
    `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(ORGANIZATION)}&shares=${share}`,
  )
  expect(organization.body.elements[0]).toMatchObject({
    share: urn,
    totalShareStatistics: { impressionCount: expect.any(Number), engagement: expect.any(Number) },
  })
  // Only select developers get `r_member_social`.
  expect((await call('GET', `/v2/socialActions/${encodeURIComponent(urn)}`)).status).toBe(403)
  const member = (type: string) =>
    call(
      'GET',
      `/rest/memberCreatorPostAnalytics?q=entity&entity=(share:${encodeURIComponent(urn)})&queryType=${type}&aggregation=TOTAL`,
    )
  expect((await member('REACTION')).body.elements[0].count).toEqual(expect.any(Number))
  expect((await member('APPLAUSE')).status).toBe(422)
})

test('posts have a daily limit, faults use LinkedIn’s format, and a lost response still means a post', async () => {
  await harness.fault({ fault: 'reset-after', match: { method: 'POST', path: '/rest/posts' } })
  await expect(post()).rejects.toThrow()
  expect(await shown()).toEqual(['Hello'])
  await harness.controlProvider('POST', '/settings', { postsPerDay: 1 })
  expect((await post({ commentary: 'Second' })).status).toBe(429)
  await harness.fault({ fault: 'status', status: 426 })
  expect((await call('GET', '/v2/userinfo')).body).toMatchObject({
    status: 426,
    code: 'NONEXISTENT_VERSION',
  })
})
