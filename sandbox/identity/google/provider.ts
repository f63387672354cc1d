import { createHash } from 'node:crypto'

import { Hono } from 'hono'
import { z } from 'zod'

import { basicPair, isReturnAddress } from '../../core/oauth'
import type { Provider, ProviderRuntime, SandboxEnv } from '../../core/provider'
import {
  type Code,
  createAuthorizationServer,
  emptyIdentityState,
  isClient,
  isSecret,
} from '../authorization-server'
import { consentRoutes } from '../consent-routes'
import { identityControl } from '../control-routes'
import { digitsFor } from '../test-users'
import { createKeys } from './signing-keys'

/*
 * Google's OpenID Connect (developers.google.com/identity/openid-connect/openid-connect and its reference): claims, token
 * responses, and errors are the same. Only the issuer differs: it is this port instead of https://accounts.google.com.
 */

const TOKEN_TTL_S = 3599

const settingsSchema = z.strictObject({
  /** Which defect the next id_tokens have. */
  idToken: z
    .enum(['ok', 'wrong-aud', 'wrong-iss', 'wrong-nonce', 'expired', 'wrong-key', 'missing'])
    .optional(),
})
type Settings = { idToken: NonNullable<z.infer<typeof settingsSchema>['idToken']> }

export function createGoogle(runtime: ProviderRuntime): Provider {
  const store = runtime.store(emptyIdentityState)
  const authorizationServer = createAuthorizationServer(store, runtime.clock)
  const keys = createKeys()
  const settings: Settings = { idToken: 'ok' }
  const issuer = () => runtime.origin()
  const browserOrigin = () => runtime.origin().replace('127.0.0.1', 'localhost')

  const app = new Hono<SandboxEnv>()

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: issuer(),
      authorization_endpoint: `${browserOrigin()}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer()}/token`,
      userinfo_endpoint: `${issuer()}/v1/userinfo`,
      revocation_endpoint: `${issuer()}/revoke`,
      jwks_uri: `${issuer()}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: [
        'at_hash',
        'aud',
        'azp',
        'email',
        'email_verified',
        'exp',
        'family_name',
        'given_name',
        'iat',
        'iss',
        'name',
        'picture',
        'sub',
      ],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code'],
    }),
  )

  app.get('/oauth2/v3/certs', async (c) => c.json(await keys.jwks()))

  app.route(
    '/',
    consentRoutes(authorizationServer, {
      paths: ['/o/oauth2/v2/auth'],
      title: 'Sign in with Google',
      optionalScopes: [],
      read: (query) => {
        const [clientId, redirectUri] = [
          query.get('client_id') ?? undefined,
          query.get('redirect_uri') ?? undefined,
        ]
        if (!isClient(clientId)) return 'invalid_client: The OAuth client was not found.'
        if (!isReturnAddress(redirectUri)) return 'redirect_uri_mismatch'
        if (query.get('response_type') !== 'code') return 'unsupported_response_type'
        const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
        if (!scopes.includes('openid')) return 'invalid_scope: openid is needed'
        if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
          return 'invalid_request: code_challenge_method'
        return {
          clientId,
          redirectUri,
          scopes,
          state: query.get('state') ?? '',
          challenge: query.get('code_challenge') ?? undefined,
          nonce: query.get('nonce') ?? undefined,
        }
      },
      agreed: (code, { scopes }) => ({
        code,
        scope: scopes.join(' '),
        authuser: '0',
        prompt: 'consent',
      }),
      refused: () => ({ error: 'access_denied' }),
      codeShape: (random) => `4/0A${random}`,
    }),
  )

  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const get = (name: string) => form.get(name) ?? undefined
    const [clientId, secret] = basicPair(c.req.header('authorization')) ?? [
      get('client_id'),
      get('client_secret'),
    ]
    if (!isClient(clientId) || !isSecret(secret))
      return c.json({ error: 'invalid_client', error_description: 'Unauthorized' }, 401)
    if (get('grant_type') !== 'authorization_code')
      return c.json(
        { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' },
        400,
      )
    const code = authorizationServer.redeem(get('code'), {
      clientId,
      redirectUri: get('redirect_uri'),
      verifier: get('code_verifier'),
    })
    if (code === 'redirect')
      return c.json({ error: 'redirect_uri_mismatch', error_description: 'Bad Request' }, 400)
    if (typeof code === 'string')
      return c.json({ error: 'invalid_grant', error_description: 'Bad Request' }, 400)
    const token = authorizationServer.mint(code, 'ya29.', TOKEN_TTL_S * 1000)
    return c.json({
      access_token: token,
      expires_in: TOKEN_TTL_S,
      scope: code.scopes
        .map((scope) =>
          scope === 'openid' ? scope : `https://www.googleapis.com/auth/userinfo.${scope}`,
        )
        .join(' '),
      token_type: 'Bearer',
      ...(settings.idToken === 'missing' ? {} : { id_token: await idToken(code, token) }),
    })
  })

  app.get('/v1/userinfo', (c) => {
    const holder = authorizationServer.holderOf(
      c.req.header('authorization')?.replace(/^Bearer /, ''),
    )
    if (!holder)
      return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
    return c.json(claimsOf(holder.person, holder.scopes))
  })

  app.post('/revoke', async (c) => {
    const token = new URLSearchParams(await c.req.text()).get('token') ?? c.req.query('token') ?? ''
    if (!authorizationServer.state.tokens[token])
      return c.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
    delete authorizationServer.state.tokens[token]
    authorizationServer.save()
    return c.json({})
  })

  app.notFound((c) =>
    c.json(
      { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
      404,
    ),
  )

  /** Returns the claims that the scopes allow. */
  const claimsOf = (key: string, scopes: string[]) => {
    const person = authorizationServer.state.people[key]
    return {
      sub: digitsFor('google', key, 21),
      ...(person?.email &&
        scopes.includes('email') && { email: person.email, email_verified: person.emailVerified }),
      ...(person &&
        scopes.includes('profile') && {
          name: person.name,
          picture: `https://lh3.googleusercontent.com/a/${key}=s96-c`,
          given_name: person.givenName,
          family_name: person.familyName,
        }),
    }
  }

  const idToken = (code: Code, token: string): Promise<string> => {
    const now = Math.floor(runtime.clock.now() / 1000)
    const defect = settings.idToken
    const issuedAt = defect === 'expired' ? now - 7200 : now
    return keys.sign(
      {
        iss: defect === 'wrong-iss' ? 'https://accounts.example.org' : issuer(),
        azp: code.clientId,
        aud: defect === 'wrong-aud' ? 'sandbox-somebody-else' : code.clientId,
        at_hash: createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url'),
        ...claimsOf(code.person, code.scopes),
        ...(code.nonce === undefined
          ? {}
          : { nonce: defect === 'wrong-nonce' ? 'another' : code.nonce }),
        iat: issuedAt,
        exp: issuedAt + TOKEN_TTL_S,
      },
      defect === 'wrong-key',
    )
  }

  const control = identityControl<Settings>(authorizationServer, settings, settingsSchema)
  control.post('/keys/rotate', async (c) => {
    await keys.rotate()
    return c.json({ rotated: true })
  })

  return {
    name: 'google-sign-in',
    app,
    control,
    errorBody: (status) => ({
      error: status === 429 ? 'rate_limit_exceeded' : 'backend_error',
      error_description: 'The server is not available.',
    }),
    reset: () => {
      store.clear()
      settings.idToken = 'ok'
    },
  }
}
