import { createHash, createHmac } from 'node:crypto'

import { type Harness, type Json, startHarness, type TestResponse } from './harness'

/** Tests the sign-in providers as a client that knows only their documentation. */
const VERIFIER = 'a-verifier-of-a-stranger-that-is-long-enough-to-be-accepted'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const BACK = 'https://shop.example/back'
const APP = { id: 'sandbox-stranger', secret: 'sandbox-secret' }

const decodeJwt = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const agree = async (
  harness: Harness,
  path: string,
  query: Record<string, string>,
  form: Record<string, string> = {},
): Promise<URLSearchParams> => {
  const address = `${path}?${new URLSearchParams(query)}`
  expect((await harness.call('GET', address)).status).toBe(200)
  const response = await harness.call('POST', address, {
    form: { person: 'riley', choice: 'agree', ...form },
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}

describe('Google', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness('google-sign-in')
  })
  afterAll(() => harness.stop())
  const codeFor = async (scope: string) =>
    (
      await agree(harness, '/o/oauth2/v2/auth', {
        client_id: APP.id,
        redirect_uri: BACK,
        response_type: 'code',
        scope,
        state: 's',
        nonce: 'n',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      })
    ).get('code') ?? ''
  const exchange = (
    code: string,
    headers: Record<string, string> = {},
    keys: Record<string, string> = { client_id: APP.id, client_secret: APP.secret },
  ) =>
    harness.call('POST', '/token', {
      headers,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: BACK,
        code_verifier: VERIFIER,
        ...keys,
      },
    })

  test('the token, claims, and user info match the documentation and the scopes', async () => {
    const { body } = await exchange(await codeFor('openid email profile'))
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: 3599,
      token_type: 'Bearer',
      id_token: expect.any(String),
      scope:
        'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    })
    const person = {
      sub: expect.stringMatching(/^\d{21}$/),
      email: 'riley.rivers@example.com',
      email_verified: true,
      name: 'Riley Rivers',
      given_name: 'Riley',
      family_name: 'Rivers',
      picture: expect.stringMatching(/^https:/),
    }
    expect(decodeJwt(body.id_token)).toEqual({
      ...person,
      iss: harness.base,
      aud: APP.id,
      azp: APP.id,
      nonce: 'n',
      iat: expect.any(Number),
      exp: expect.any(Number),
      at_hash: createHash('sha256')
        .update(body.access_token)
        .digest()
        .subarray(0, 16)
        .toString('base64url'),
    })
    const userinfo = () =>
      harness.call('GET', '/v1/userinfo', {
        headers: { authorization: `Bearer ${body.access_token}` },
      })
    expect((await userinfo()).body).toEqual(person)
    const revoke = () => harness.call('POST', '/revoke', { form: { token: body.access_token } })
    expect([
      (await revoke()).status,
      (await revoke()).body.error,
      (await userinfo()).status,
    ]).toEqual([200, 'invalid_token', 401])
  })

  test('credentials can be sent in the header, and missing scopes hide the email and name', async () => {
    const { status, body } = await exchange(
      await codeFor('openid'),
      { authorization: `Basic ${Buffer.from(`${APP.id}:${APP.secret}`).toString('base64')}` },
      {},
    )
    expect([status, body.scope, Object.keys(decodeJwt(body.id_token)).sort()]).toEqual([
      200,
      'openid',
      ['at_hash', 'aud', 'azp', 'exp', 'iat', 'iss', 'nonce', 'sub'],
    ])
    expect((await exchange('4/0Anothing')).body.error).toBe('invalid_grant')
    expect(
      (await exchange('4/0Anothing', {}, { client_id: APP.id, client_secret: 'wrong' })).status,
    ).toBe(401)
    expect((await harness.call('GET', '/nowhere')).status).toBe(404)
  })
})

describe('Facebook', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness('facebook-sign-in')
  })
  afterAll(() => harness.stop())
  const problem = ({ status, body }: TestResponse) => [
    status,
    body.error?.code,
    body.error?.error_subcode,
  ]

  test('the profile has the requested fields, and tokens can be inspected', async () => {
    const code =
      (
        await agree(
          harness,
          '/v24.0/dialog/oauth',
          {
            client_id: APP.id,
            redirect_uri: BACK,
            response_type: 'code',
            scope: 'public_profile,email',
            state: 's',
          },
          { scope: 'email' },
        )
      ).get('code') ?? ''
    const query = new URLSearchParams({
      client_id: APP.id,
      client_secret: APP.secret,
      redirect_uri: BACK,
      code,
    })
    const {
      body: { access_token: token },
    } = await harness.call('GET', `/v26.0/oauth/access_token?${query}`)
    expect(problem(await harness.call('GET', `/v26.0/oauth/access_token?${query}`))).toEqual([
      400, 100, 36009,
    ])
    const me = (more: string) => harness.call('GET', `/v26.0/me?access_token=${token}&${more}`)
    expect((await me('fields=id,name,email,picture.width(200).height(200)')).body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'Riley Rivers',
      email: 'riley.rivers@example.com',
      picture: {
        data: {
          url: expect.stringMatching(/^https:/),
          width: 200,
          height: 200,
          is_silhouette: false,
        },
      },
    })
    expect(Object.keys((await me('')).body)).toEqual(['id', 'name'])
    expect(problem(await me('fields=id,shoe_size'))).toEqual([400, 100, undefined])
    expect(
      (
        await me(
          `fields=id&appsecret_proof=${createHmac('sha256', APP.secret).update(token).digest('hex')}`,
        )
      ).status,
    ).toBe(200)
    expect(problem(await me('fields=id&appsecret_proof=00'))).toEqual([400, 100, undefined])
    const debug = (input: string, key = `${APP.id}|${APP.secret}`) =>
      harness.call(
        'GET',
        `/v26.0/debug_token?${new URLSearchParams({ input_token: input, access_token: key })}`,
      )
    expect((await debug(token)).body.data).toMatchObject({
      is_valid: true,
      app_id: APP.id,
      user_id: expect.any(String),
      scopes: ['public_profile', 'email'],
    })
    expect((await debug('EAAnothing')).body.data.is_valid).toBe(false)
    expect(problem(await debug(token, 'sandbox-other|sandbox-secret'))).toEqual([
      400,
      100,
      undefined,
    ])
    expect(problem(await debug(token, `${APP.id}|wrong`))).toEqual([400, 190, undefined])
  })

  test('retired versions are rejected', async () => {
    expect(problem(await harness.call('GET', '/v20.0/me?access_token=x'))).toEqual([
      400,
      2635,
      undefined,
    ])
    expect(problem(await harness.call('GET', '/v26.0/nothing'))).toEqual([400, 2500, undefined])
  })
})

describe('TikTok', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness('tiktok-sign-in')
  })
  afterAll(() => harness.stop())
  const keys = { client_key: APP.id, client_secret: APP.secret }
  const user = (token: string, slash = '/') =>
    harness.call('GET', `/v2/user/info${slash}?fields=open_id,display_name`, {
      headers: { authorization: `Bearer ${token}` },
    })

  test('tokens rotate, with and without a trailing slash, and revoking requires the keys', async () => {
    const code =
      (
        await agree(
          harness,
          '/v2/auth/authorize',
          {
            client_key: APP.id,
            redirect_uri: BACK,
            response_type: 'code',
            scope: 'user.info.basic',
            state: 's',
          },
          { scope: 'user.info.basic' },
        )
      ).get('code') ?? ''
    const grant = (form: Record<string, string>, slash = '/') =>
      harness.call('POST', `/v2/oauth/token${slash}`, { form: { ...keys, ...form } })
    const first = (await grant({ grant_type: 'authorization_code', code, redirect_uri: BACK })).body
    expect(first).toEqual({
      access_token: expect.stringMatching(/^act\./),
      expires_in: 7200,
      open_id: expect.any(String),
      refresh_expires_in: 15_552_000,
      refresh_token: expect.stringMatching(/^rft\./),
      scope: 'user.info.basic',
      token_type: 'Bearer',
    })
    const second = (
      await grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token }, '')
    ).body
    expect((await user(second.access_token, '')).body).toMatchObject({
      data: { user: { open_id: first.open_id } },
      error: { code: 'ok' },
    })
    expect(
      (await grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).body.error,
    ).toBe('invalid_grant')
    expect((await user(second.refresh_token)).body.error.code).toBe('access_token_invalid')
    const revoke = (form: Record<string, string>) =>
      harness.call('POST', '/v2/oauth/revoke/', { form: { token: second.access_token, ...form } })
    expect([
      (await revoke({ ...keys, client_secret: 'wrong' })).body.error,
      (await user(second.access_token)).status,
      (await revoke(keys)).status,
      (await user(second.access_token)).status,
    ]).toEqual(['invalid_client', 200, 200, 401])
    expect((await harness.call('GET', '/v2/nothing')).body.error.log_id).toEqual(expect.any(String))
  })
})
