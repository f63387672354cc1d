import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { agreeAt, connectAs, resetConnections } from '@tests/support/service-connections'
import type { Payload } from 'payload'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { OAuthResultNotice } from '@/admin/integrations/oauth-result-notice'
import {
  getAccountTokens,
  renewOAuthAccounts,
  withAccountTokens,
} from '@/modules/integrations/actions/oauth-accounts'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getSystemHealth } from '@/modules/shop/queries/system-health'
import { countToDo } from '@/modules/shop/queries/to-do'
import { readCredentials, switchConnection } from '@/platform/connections/credentials'
import type { OAuthIntegration } from '@/platform/connections/definitions'
import { getProviders, type Providers } from '@/providers'

const { control, reset, callsTo, moveClock, fault } = useSandbox()
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

describe('connecting through the provider’s authorization page', () => {
  it.each<[OAuthIntegration, string, string, number]>([
    ['etsy', 'DayfernStudio', '23456789', 90],
    ['instagram', '@dayfern.shop', '17841400000000042', 60],
    ['tiktok', '@dayfern.shop', '-000dayfernOpenIdWithCase7Kq2', 180],
  ])(
    '%s: stores the connection with its account and expiration date, without revealing the token',
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

  it('uses PKCE for Etsy and exchanges the code only once', async () => {
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

  it('connects Etsy even if the request for its scopes fails', async () => {
    await fault({
      provider: 'etsy',
      match: { method: 'POST', path: '/v3/application/scopes' },
      fault: 'status',
      status: 400,
      times: 1,
    })
    expect((await agreeAt('etsy', admin)).searchParams.get('connected')).toBe('1')
  })

  it('says so when an Etsy account has no shop, instead of asking to try again', async () => {
    await fault({
      provider: 'etsy',
      match: { path: '/v3/application/users/me' },
      fault: 'status',
      status: 200,
      body: { user_id: 1 },
    })
    const end = await agreeAt('etsy', admin)
    expect(end.searchParams.get('refused')).toBe('no-shop')
    expect(await tokensOf('etsy')).toBeNull()
    const query = Object.fromEntries(end.searchParams)
    expect(renderToStaticMarkup(createElement(OAuthResultNotice, { query }))).toContain(
      'Sign in to Etsy with the account that has your shop, then connect again.',
    )
  })

  it('accepts Instagram’s other response format', async () => {
    await control('instagram', 'POST', '/settings', { wrapped: true })
    await agreeAt('instagram', editor)
    expect(await getConnection(payload, 'instagram')).toMatchObject({
      state: 'connected',
      connectedAs: '@dayfern.shop',
    })
  })

  it('stores nothing if the user declines', async () => {
    for (const service of ['etsy', 'instagram', 'tiktok'] as const) {
      expect((await agreeAt(service, admin, { refuse: true })).searchParams.get('refused')).toBe(
        'declined',
      )
      expect(await tokensOf(service)).toBeNull()
    }
  })

  it('requires the permissions for the import but not the optional ones', async () => {
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

  it('treats TikTok errors with status 200 as errors', async () => {
    await control('tiktok', 'POST', '/settings', { errorsAs200: true })
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

  it('lets an editor connect Instagram and TikTok but not Etsy', async () => {
    expect((await agreeAt('instagram', editor)).searchParams.get('connected')).toBe('1')
    expect((await agreeAt('tiktok', editor)).searchParams.get('connected')).toBe('1')
    expect((await call('GET', '/api/admin/connect/etsy', { as: editor })).status).toBe(403)
    expect((await test('etsy', editor)).status).toBe(403)
  })
})

describe('pasting an Instagram token', () => {
  const paste = (token: string, as = editor) =>
    call<Record<string, unknown>>('POST', '/api/admin/connections/instagram/token', {
      as,
      body: { token },
    })

  it('renews an old token, keeps a new one, and exchanges a short-lived one', async () => {
    const made = async (settings: Record<string, unknown>) =>
      (await control<{ access_token: string }>('instagram', 'POST', '/tokens', settings))
        .access_token
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

  it('rejects an invalid token with a field error and stores nothing', async () => {
    const answer = await paste('IGAA-this-is-no-token-of-anybody')
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { token: 'Instagram doesn’t accept this token.' },
    ])
    expect(await tokensOf('instagram')).toBeNull()
  })
})

describe('connection test', () => {
  it('returns the account name and counts of each service', async () => {
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

  it('returns a cached result for half a minute unless a new one is requested', async () => {
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

  it('reports a missing connection as a result, not as an error', async () => {
    expect((await test('tiktok', editor)).body).toEqual({
      success: false,
      message: 'TikTok isn’t connected yet. Connect it first.',
    })
  })

  it.each([
    [401, { error: 'API key not found or not active, or incorrect shared secret for API key.' }],
    [403, { error: 'Shared secret is required in x-api-key header.' }],
    [403, { error: "Invalid API key: should be in the format 'keystring:shared_secret'." }],
  ])('distinguishes wrong Etsy keys (%i) from an expired sign-in', async (status, body) => {
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
    // The screens show it as a connection that needs attention.
    expect((await getConnection(payload, 'etsy')).lastError).toMatch(/Check both under Your Apps/)
    await control('etsy', 'POST', '/tokens/revoke', {})
    expect((await test('etsy', admin)).body).toEqual({
      success: false,
      message: expect.stringMatching(/Sign in again/) as string,
    })
    expect((await getConnection(payload, 'etsy')).lastError).toMatch(/Sign in again/)
  })

  it('explains what to do about missing Instagram permissions and ended tokens', async () => {
    await agreeAt('instagram', editor)
    await control('instagram', 'POST', '/tokens/scopes', { scopes: [] })
    expect((await test('instagram', editor)).body.message).toMatch(
      /^Instagram needs more permissions: .*[a-z]{3}.*\. Sign in again and allow every permission\.$/,
    )
    await control('instagram', 'POST', '/tokens/end', { subcode: 460 })
    expect((await test('instagram', editor)).body.message).toMatch(
      /no longer accepts .* Sign in again/,
    )
  })
})

describe('automatic token renewal', () => {
  it('happens once for five simultaneous calls, which all use the new token', async () => {
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

  it('happens when the service rejects a token early, and the call is repeated', async () => {
    await agreeAt('etsy', admin)
    await control('etsy', 'POST', '/tokens/expire', {})
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

  it('fails when the refresh token is revoked, and the admin asks for a new connection', async () => {
    await agreeAt('tiktok', admin)
    await control('tiktok', 'POST', '/tokens/revoke', {})
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

  it('leaves an account alone that was disconnected or replaced meanwhile', async () => {
    const renewWhile = (change: () => Promise<unknown>) => {
      const real = getProviders()
      const providers: Providers = {
        ...real,
        oauth: {
          ...real.oauth,
          etsy: (keys) => {
            const gateway = real.oauth.etsy(keys)
            const refresh: typeof gateway.refresh = async (tokens) => {
              const renewed = await gateway.refresh(tokens)
              await change()
              return renewed
            }
            return { ...gateway, refresh }
          },
        },
      }
      return getAccountTokens({ payload, providers }, 'etsy', { force: true })
    }
    await agreeAt('etsy', admin)
    const other = { accessToken: 'of the other shop', scopes: ['shops_r', 'listings_r'] }
    const renewed = await renewWhile(() =>
      connectAs('etsy', admin, { id: '1', name: 'OtherStudio' }, other),
    )
    expect(renewed.accessToken).toBe(other.accessToken)
    expect(await tokensOf('etsy')).toMatchObject(other)

    await agreeAt('etsy', admin)
    const disconnect = () => switchConnection(payload, admin.user, 'etsy', false)
    await expect(renewWhile(disconnect)).rejects.toThrow('not signed in')
    expect((await getConnection(payload, 'etsy')).state).toBe('off')
    expect(await tokensOf('etsy')).toBeNull()
  })

  it('is retried after a temporary Etsy error', async () => {
    await agreeAt('etsy', admin)
    await control('etsy', 'POST', '/tokens/expire', {})
    await fault({
      provider: 'etsy',
      match: { path: '/v3/public/oauth/token' },
      fault: 'status',
      status: 500,
      body: { error: 'Server Error' },
    })
    expect((await test('etsy', admin)).body.success).toBe(true)
  })

  it('happens daily for an Instagram token that is a week old', async () => {
    const { access_token: token } = await control<{ access_token: string }>(
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

  it('happens before unused refresh tokens expire, and one failure does not stop the others', async () => {
    for (const service of ['etsy', 'tiktok'] as const) {
      await agreeAt(service, admin)
      const before = await tokensOf(service)
      await connectAs(service, admin, shop, {
        ...before,
        accessToken: before?.accessToken ?? '',
        refreshExpiresAt: inDays(20),
      })
    }
    await control('etsy', 'POST', '/tokens/revoke', {})
    await renewOAuthAccounts({ payload, providers: getProviders() })
    expect((await getConnection(payload, 'etsy')).lastError).toMatch(/Sign in again/)
    expect(
      Math.round(
        (Date.parse((await getConnection(payload, 'tiktok')).expiresAt ?? '') - Date.now()) / day,
      ),
    ).toBe(180)
  })

  it('is not possible for an expired token, which is reported', async () => {
    await agreeAt('instagram', editor)
    await moveClock(61 * day)
    expect((await test('instagram', editor)).body.message).toMatch(/Sign in again/)
  })
})
