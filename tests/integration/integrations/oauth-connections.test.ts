import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { agreeAt, connectAs, resetConnections } from '@tests/support/service-connections'
import type { Payload } from 'payload'

import {
  getAccountTokens,
  renewOAuthAccounts,
  withAccountTokens,
} from '@/modules/integrations/actions/oauth-accounts'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getSystemHealth } from '@/modules/shop/queries/system-health'
import { countToDo } from '@/modules/shop/queries/to-do'
import { readCredentials } from '@/platform/connections/credentials'
import type { OAuthIntegration } from '@/platform/connections/definitions'
import { getProviders } from '@/providers'

const { lever, reset, callsTo, moveClock, fault } = useSandbox()
let payload: Payload
let admin: TestPerson
let editor: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  admin = await makePerson('admin')
  editor = await makePerson('editor')
})
beforeEach(async () => {
  await reset()
  await resetConnections()
})

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()
const tokensOf = async (service: OAuthIntegration) =>
  (await readCredentials(payload.db.drizzle, service))?.tokens ?? null
const test = async (service: OAuthIntegration, as: TestPerson, again = true) =>
  call<{ success: boolean; message: string } & Record<string, unknown>>(
    'GET',
    `/api/admin/${service}/test${again ? '?again=true' : ''}`,
    { as },
  )
const shop = { id: '23456789', name: 'DayfernStudio' }

describe('connecting through the service’s own page', () => {
  it.each<[OAuthIntegration, string, string, number]>([
    ['etsy', 'DayfernStudio', '23456789', 90],
    ['instagram', '@dayfern.shop', '17841400000000042', 60],
    ['tiktok', '@dayfern.shop', '-000dayfernOpenIdWithCase7Kq2', 180],
  ])(
    '%s: agreed, kept, and it is known whose account it is and how long it holds',
    async (service, name, id, days) => {
      const end = await agreeAt(service, admin)
      expect([end.pathname, end.search]).toEqual([
        `/admin/${service}-import`,
        `?service=${service}&connected=1`,
      ])
      const view = await getConnection(payload, service)
      expect(view).toMatchObject({
        state: 'connected',
        connectedAs: name,
        accountId: id,
        lastError: null,
      })
      expect(Math.round((Date.parse(view.expiresAt ?? '') - Date.now()) / day)).toBe(days)
      const [noted] = await rowsOf<{ details: string }>(
        sql`select action, actor_id::integer, details::text from audit_events where action = 'connection.connected' order by id desc limit 1`,
      )
      expect(noted).toMatchObject({ action: 'connection.connected', actor_id: admin.user.id })
      const secret = (await tokensOf(service))?.accessToken ?? 'none'
      expect(JSON.stringify([view, noted])).not.toContain(secret)
    },
  )

  it('Etsy is asked with PKCE, and no code is exchanged twice', async () => {
    await agreeAt('etsy', admin)
    const calls = await callsTo('etsy')
    expect(calls.find(({ path }) => path.startsWith('/oauth/connect'))?.path).toMatch(
      /code_challenge_method=S256/,
    )
    expect(
      calls
        .filter(({ path }) => path.startsWith('/v3/public/oauth/token'))
        .map(({ status }) => status),
    ).toEqual([200])
  })

  it('Etsy is connected also if it doesn’t say what the seller agreed to', async () => {
    await fault({
      provider: 'etsy',
      match: { method: 'POST', path: '/v3/application/scopes' },
      fault: 'status',
      status: 400,
      times: 1,
    })
    expect((await agreeAt('etsy', admin)).searchParams.get('connected')).toBe('1')
  })

  it('Instagram’s other shape of answers is understood', async () => {
    await lever('instagram', 'POST', '/settings', { wrapped: true })
    await agreeAt('instagram', editor)
    expect(await getConnection(payload, 'instagram')).toMatchObject({
      state: 'connected',
      connectedAs: '@dayfern.shop',
    })
  })

  it('no is no, and nothing is kept', async () => {
    for (const service of ['etsy', 'instagram', 'tiktok'] as const) {
      expect((await agreeAt(service, admin, { refuse: true })).searchParams.get('refused')).toBe(
        'declined',
      )
      expect(await tokensOf(service)).toBeNull()
    }
  })

  it('without what the import needs it is not connected, and that is said; without the extras it is', async () => {
    expect(
      (await agreeAt('tiktok', admin, { scopes: ['user.info.profile'] })).searchParams.get(
        'refused',
      ),
    ).toBe('incomplete')
    expect(await tokensOf('tiktok')).toBeNull()
    expect(
      (await agreeAt('tiktok', admin, { scopes: ['video.list'] })).searchParams.get('connected'),
    ).toBe('1')
    expect((await test('tiktok', admin)).body).toEqual({
      success: true,
      message: 'Connected as Dayfern.',
      userInfo: {
        display_name: 'Dayfern',
        video_count: null,
        likes_count: null,
        follower_count: null,
        bio_description: null,
      },
    })
  })

  it('TikTok’s refusals that come with 200 are refusals', async () => {
    await lever('tiktok', 'POST', '/settings', { errorsAs200: true })
    await fault({
      provider: 'tiktok',
      match: { path: '/v2/oauth/token' },
      fault: 'status',
      status: 200,
      body: {
        error: 'invalid_grant',
        error_description: 'Authorization code is expired.',
        log_id: 'x',
      },
    })
    expect((await agreeAt('tiktok', admin)).searchParams.get('refused')).toBe('failed')
    expect(await tokensOf('tiktok')).toBeNull()
  })

  it('an editor connects Instagram and TikTok, and not Etsy', async () => {
    expect((await agreeAt('instagram', editor)).searchParams.get('connected')).toBe('1')
    expect((await agreeAt('tiktok', editor)).searchParams.get('connected')).toBe('1')
    expect((await call('GET', '/api/admin/connect/etsy', { as: editor })).status).toBe(403)
    expect((await test('etsy', editor)).status).toBe(403)
  })
})

describe('a token that Meta’s pages made', () => {
  const paste = (token: string, as = editor) =>
    call<Record<string, unknown>>('POST', '/api/admin/connections/instagram/token', {
      as,
      body: { token },
    })

  it('is renewed when it is old enough, kept as it is when not, and exchanged when it is a short one', async () => {
    const made = async (settings: Record<string, unknown>) =>
      (await lever<{ access_token: string }>('instagram', 'POST', '/tokens', settings)).access_token
    for (const [settings, isKept] of [
      [{ kind: 'long', ageMs: 2 * day, lifeMs: 10 * day }, false],
      [{ kind: 'long', ageMs: 0 }, true],
      [{ kind: 'short', ageMs: 0 }, false],
    ] as const) {
      const token = await made(settings)
      const answer = await paste(token)
      expect([answer.status, answer.body.state, answer.body.connectedAs]).toEqual([
        200,
        'connected',
        '@dayfern.shop',
      ])
      const kept = await tokensOf('instagram')
      expect([settings, kept?.accessToken === token]).toEqual([settings, isKept])
      expect(Date.parse(kept?.expiresAt ?? '') - Date.now()).toBeGreaterThan(58 * day)
      expect(JSON.stringify(answer.body)).not.toContain(kept?.accessToken)
    }
  })

  it('that is none is refused with its field, and nothing is kept', async () => {
    const answer = await paste('IGAA-this-is-no-token-of-anybody')
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { token: 'Instagram doesn’t accept this token.' },
    ])
    expect(await tokensOf('instagram')).toBeNull()
  })
})

describe('the recorded tests', () => {
  it('Etsy names the shop; Instagram user name and posts; TikTok the account', async () => {
    for (const service of ['etsy', 'instagram', 'tiktok'] as const) await agreeAt(service, admin)
    expect((await test('etsy', admin)).body).toEqual({
      success: true,
      message: 'Connected to DayfernStudio, 150 active listings.',
    })
    expect((await test('instagram', editor)).body).toEqual({
      success: true,
      message: 'Connected as @dayfern.shop, 120 posts.',
      username: 'dayfern.shop',
      postCount: 120,
    })
    expect((await test('tiktok', editor)).body).toEqual({
      success: true,
      message: 'Connected as @dayfern.shop, 90 videos.',
      userInfo: {
        display_name: 'Dayfern',
        video_count: 90,
        likes_count: 250_114,
        follower_count: 12_480,
        bio_description: 'Quiet clothes for people in recovery 🌿',
      },
    })
  })

  it('a good answer is given again for half a minute without asking, unless somebody wants it anew', async () => {
    await agreeAt('instagram', editor)
    await test('instagram', editor)
    const before = (await callsTo('instagram')).length
    expect((await test('instagram', editor, false)).body).toMatchObject({
      success: true,
      postCount: 120,
    })
    expect((await callsTo('instagram')).length).toBe(before)
    await test('instagram', editor)
    expect((await callsTo('instagram')).length).toBeGreaterThan(before)
  })

  it('not connected is an answer, not an error', async () => {
    expect((await test('tiktok', editor)).body).toEqual({
      success: false,
      message: 'TikTok isn’t connected yet. Connect it first.',
    })
  })

  it.each([
    [401, { error: 'API key not found or not active, or incorrect shared secret for API key.' }],
    [403, { error: 'Shared secret is required in x-api-key header.' }],
    [403, { error: "Invalid API key: should be in the format 'keystring:shared_secret'." }],
  ])('wrong keys of Etsy (%i) are told apart from a sign-in that ran out', async (status, body) => {
    await agreeAt('etsy', admin)
    await fault({
      provider: 'etsy',
      match: { path: '/v3/application/openapi-ping' },
      fault: 'status',
      status,
      body,
    })
    expect((await test('etsy', admin)).body).toEqual({
      success: false,
      message: expect.stringMatching(/doesn’t accept the keystring and shared secret/) as string,
    })
    await lever('etsy', 'POST', '/tokens/revoke', {})
    expect((await test('etsy', admin)).body).toEqual({
      success: false,
      message: expect.stringMatching(/Sign in again/) as string,
    })
    expect((await getConnection(payload, 'etsy')).lastError).toMatch(/Sign in again/)
  })

  it('permissions taken back and ended tokens of Instagram say what to do', async () => {
    await agreeAt('instagram', editor)
    await lever('instagram', 'POST', '/tokens/scopes', { scopes: [] })
    expect((await test('instagram', editor)).body.message).toMatch(/allow every permission/)
    await lever('instagram', 'POST', '/tokens/end', { subcode: 460 })
    expect((await test('instagram', editor)).body.message).toMatch(
      /no longer accepts .* Sign in again/,
    )
  })
})

describe('tokens are renewed by themselves', () => {
  it('five calls with an expired access token renew it once, and all go on with the new one', async () => {
    for (const service of ['etsy', 'tiktok'] as const) {
      await agreeAt(service, admin)
      const before = await tokensOf(service)
      await connectAs(service, admin, shop, {
        ...before,
        accessToken: before?.accessToken ?? '',
        expiresAt: new Date(Date.now() - 1000).toISOString(),
      })
      const tokens = await Promise.all(
        Array.from({ length: 5 }, () =>
          getAccountTokens({ payload, providers: getProviders() }, service),
        ),
      )
      expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1)
      expect(tokens[0]?.refreshToken).not.toBe(before?.refreshToken)
      const renewals = (await callsTo(service)).filter(
        ({ path, body }) =>
          path.includes('/oauth/token') && JSON.stringify(body ?? '').includes('refresh_token'),
      )
      expect([service, renewals.length]).toEqual([service, 1])
    }
  })

  it('a token that the service calls dead although it should live is renewed, and the call repeated', async () => {
    await agreeAt('etsy', admin)
    await lever('etsy', 'POST', '/tokens/expire', {})
    const found = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const credentials = await readCredentials(payload.db.drizzle, 'etsy')
        return withAccountTokens(
          { payload, providers: getProviders() },
          'etsy',
          ({ accessToken }) =>
            getProviders()
              .etsy(credentials?.keys as never)
              .myShop(accessToken),
        )
      }),
    )
    expect(found.map((one) => one?.name)).toEqual([
      'DayfernStudio',
      'DayfernStudio',
      'DayfernStudio',
    ])
    expect(
      (await callsTo('etsy')).filter(
        ({ path, body }) =>
          path.includes('/oauth/token') && JSON.stringify(body ?? '').includes('refresh_token'),
      ),
    ).toHaveLength(1)
  })

  it('when the refresh token is revoked, a person has to connect again, and the screen and the first one say so', async () => {
    await agreeAt('tiktok', admin)
    await lever('tiktok', 'POST', '/tokens/revoke', {})
    expect((await countToDo(payload)).expiringConnections).toBe(0)
    expect((await test('tiktok', admin)).body).toEqual({
      success: false,
      message: 'TikTok no longer accepts our sign-in. Sign in again.',
    })
    expect((await countToDo(payload)).expiringConnections).toBe(1)
    expect((await getSystemHealth(payload)).connections).toContainEqual(
      expect.objectContaining({
        name: 'tiktok',
        kind: 'integration',
        lastError: 'TikTok no longer accepts our sign-in. Sign in again.',
      }),
    )
    await agreeAt('tiktok', admin)
    expect((await countToDo(payload)).expiringConnections).toBe(0)
  })

  it('Etsy’s passing 500 at the renewal is tried again', async () => {
    await agreeAt('etsy', admin)
    await lever('etsy', 'POST', '/tokens/expire', {})
    await fault({
      provider: 'etsy',
      match: { path: '/v3/public/oauth/token' },
      fault: 'status',
      status: 500,
      body: { error: 'Server Error' },
    })
    expect((await test('etsy', admin)).body.success).toBe(true)
  })

  it('once a day Instagram’s token is renewed when it is a week old, and only then', async () => {
    const { access_token: token } = await lever<{ access_token: string }>(
      'instagram',
      'POST',
      '/tokens',
      { ageMs: 8 * day, lifeMs: 52 * day },
    )
    const account = { id: '17841400000000042', name: '@dayfern.shop' }
    await connectAs('instagram', editor, account, {
      accessToken: token,
      refreshToken: token,
      expiresAt: inDays(52),
      refreshExpiresAt: inDays(52),
      scopes: ['instagram_business_basic'],
    })
    await renewOAuthAccounts({ payload, providers: getProviders() })
    const renewed = await tokensOf('instagram')
    expect(renewed?.accessToken).not.toBe(token)
    expect(
      Math.round(
        (Date.parse((await getConnection(payload, 'instagram')).expiresAt ?? '') - Date.now()) /
          day,
      ),
    ).toBe(60)
    await renewOAuthAccounts({ payload, providers: getProviders() })
    expect((await tokensOf('instagram'))?.accessToken).toBe(renewed?.accessToken)
  })

  it('the others are renewed before their refresh token runs out for want of use; one that fails stops no other', async () => {
    for (const service of ['etsy', 'tiktok'] as const) {
      await agreeAt(service, admin)
      const before = await tokensOf(service)
      await connectAs(service, admin, shop, {
        ...before,
        accessToken: before?.accessToken ?? '',
        refreshExpiresAt: inDays(20),
      })
    }
    await lever('etsy', 'POST', '/tokens/revoke', {})
    await renewOAuthAccounts({ payload, providers: getProviders() })
    expect((await getConnection(payload, 'etsy')).lastError).toMatch(/Sign in again/)
    expect(
      Math.round(
        (Date.parse((await getConnection(payload, 'tiktok')).expiresAt ?? '') - Date.now()) / day,
      ),
    ).toBe(180)
  })

  it('a token that has really run out says so', async () => {
    await agreeAt('instagram', editor)
    await moveClock(61 * day)
    expect((await test('instagram', editor)).body.message).toMatch(/Sign in again/)
  })
})
