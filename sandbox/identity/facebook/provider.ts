import { createHmac, randomBytes } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { isReturnAddress } from '../../core/oauth'
import type { Provider, ProviderRuntime, SandboxEnv } from '../../core/provider'
import { liveVersion } from '../../graph/api-version'
import { handleGraphError } from '../../graph/errors'
import { parseFields, pick } from '../../graph/fields'
import {
  createAuthorizationServer,
  emptyIdentityState,
  isClient,
  isSecret,
  type Refusal,
  SECRET,
} from '../authorization-server'
import { consentRoutes } from '../consent-routes'
import { identityControl } from '../control-routes'
import { digitsFor } from '../test-users'

/*
 * Facebook Login by hand (developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow) at the supported
 * Graph versions. Errors have the Graph API's own format, not OAuth's, and no field tells whether an address was
 * confirmed.
 */

const TOKEN_TTL_S = 5_183_944

export function graphError(message: string, code: number, subcode?: number) {
  return {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode ? { error_subcode: subcode } : {}),
      fbtrace_id: `A${randomBytes(9).toString('base64url')}`,
    },
  }
}

const refusals: Record<Refusal, [string, number, number?]> = {
  unknown: ['Invalid verification code format.', 100, 36009],
  used: ['This authorization code has been used.', 100, 36009],
  expired: ['This authorization code has expired.', 100, 36007],
  client: [
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    100,
    36008,
  ],
  redirect: [
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    100,
    36008,
  ],
  verifier: ['Invalid code_verifier parameter.', 100],
}

export function createFacebook(runtime: ProviderRuntime): Provider {
  const store = runtime.store(emptyIdentityState)
  const authorizationServer = createAuthorizationServer(store, runtime.clock)
  const app = new Hono<SandboxEnv>()
  app.onError(handleGraphError('Facebook sign-in'))
  app.use(liveVersion)

  app.route(
    '/',
    consentRoutes(authorizationServer, {
      paths: ['/:version/dialog/oauth'],
      title: 'Log in with Facebook',
      optionalScopes: ['email'],
      read: (query) => {
        const [clientId, redirectUri] = [
          query.get('client_id') ?? undefined,
          query.get('redirect_uri') ?? undefined,
        ]
        if (!isClient(clientId))
          return 'Invalid App ID: the provided app ID does not look like a valid app ID.'
        if (!isReturnAddress(redirectUri))
          return 'URL Blocked: this redirect failed because the redirect URI is not white-listed.'
        if ((query.get('response_type') ?? 'code') !== 'code')
          return 'Invalid parameter: response_type'
        const scopes = (query.get('scope') ?? 'public_profile').split(/[ ,]/).filter(Boolean)
        const strange = scopes.filter((scope) => scope !== 'public_profile' && scope !== 'email')
        if (strange.length > 0) return `Invalid Scopes: ${strange.join(', ')}`
        return {
          clientId,
          redirectUri,
          scopes,
          state: query.get('state') ?? '',
          challenge: query.get('code_challenge') ?? undefined,
        }
      },
      agreed: (code) => ({ code }),
      refused: () => ({
        error: 'access_denied',
        error_code: '200',
        error_description: 'Permissions error',
        error_reason: 'user_denied',
      }),
      codeShape: (random) => `AQ${random}`,
      fragment: '_=_',
    }),
  )

  const exchange = async (c: Context<SandboxEnv>) => {
    const form = new URLSearchParams(
      c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search,
    )
    const get = (name: string) => form.get(name) ?? undefined
    const clientId = get('client_id')
    if (!clientId) return c.json(graphError('Missing client_id parameter.', 101), 400)
    if (!isClient(clientId))
      return c.json(
        graphError(
          'Error validating application. Cannot get application info due to a system error.',
          101,
        ),
        400,
      )
    if (!isSecret(get('client_secret')))
      return c.json(graphError('Error validating client secret.', 1), 400)
    if (!get('code')) return c.json(graphError('Missing authorization code', 1), 400)
    const code = authorizationServer.redeem(get('code'), {
      clientId,
      redirectUri: get('redirect_uri'),
      verifier: get('code_verifier'),
    })
    if (typeof code === 'string') return c.json(graphError(...refusals[code]), 400)
    return c.json({
      access_token: authorizationServer.mint(code, 'EAA', TOKEN_TTL_S * 1000),
      token_type: 'bearer',
      expires_in: TOKEN_TTL_S,
    })
  }
  app.get('/:version/oauth/access_token', exchange)
  app.post('/:version/oauth/access_token', exchange)

  app.get('/:version/me', (c) => {
    const token =
      c.req.query('access_token') ?? c.req.header('authorization')?.replace(/^Bearer /, '')
    if (!token)
      return c.json(
        graphError(
          'An active access token must be used to query information about the current user.',
          2500,
        ),
        400,
      )
    const holder = authorizationServer.holderOf(token)
    if (!holder)
      return c.json(graphError('Invalid OAuth access token - Cannot parse access token', 190), 400)
    const proof = c.req.query('appsecret_proof')
    if (proof !== undefined && proof !== createHmac('sha256', SECRET).update(token).digest('hex'))
      return c.json(graphError('Invalid appsecret_proof provided in the API argument', 100), 400)
    const { who, scopes } = holder
    const all: Record<string, unknown> = {
      id: digitsFor('facebook', who.key, 16),
      name: who.name,
      first_name: who.givenName,
      last_name: who.familyName,
      // Absent when there is none, when it was never confirmed, and when the person did not share it.
      email: who.email && who.emailVerified && scopes.includes('email') ? who.email : undefined,
      picture: {
        data: {
          height: 200,
          is_silhouette: false,
          url: `https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=${digitsFor('facebook', who.key, 16)}`,
          width: 200,
        },
      },
    }
    return c.json(pick(all, parseFields(c.req.query('fields'), 'id,name'), 'User'))
  })

  /** Inspects a token from elsewhere (debug_token), authenticated with the app's own `id|secret`. */
  app.get('/:version/debug_token', (c) => {
    const [appId, secret] = (c.req.query('access_token') ?? '').split('|')
    if (!isClient(appId) || !isSecret(secret))
      return c.json(graphError('Invalid OAuth access token signature.', 190), 400)
    const inputToken = c.req.query('input_token')
    if (!inputToken)
      return c.json(graphError('(#100) The parameter input_token is required', 100), 400)
    const holder = authorizationServer.holderOf(inputToken)
    if (!holder)
      return c.json({
        data: {
          error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
          is_valid: false,
          scopes: [],
        },
      })
    if (holder.clientId !== appId)
      return c.json(
        graphError('(#100) The App_id in the input_token did not match the Viewing App', 100),
        400,
      )
    return c.json({
      data: {
        app_id: appId,
        type: 'USER',
        application: 'Dayfern',
        expires_at: Math.floor(holder.expiresAt / 1000),
        is_valid: true,
        scopes: holder.scopes,
        user_id: digitsFor('facebook', holder.who.key, 16),
      },
    })
  })

  app.notFound((c) => c.json(graphError('Unknown path components', 2500), 400))

  return {
    name: 'facebook-sign-in',
    app,
    control: identityControl(authorizationServer, {}, z.strictObject({})),
    errorBody: (status) =>
      status === 429
        ? graphError('(#4) Application request limit reached', 4)
        : graphError('An unexpected error has occurred. Please retry your request later.', 2),
    reset: store.clear,
  }
}
