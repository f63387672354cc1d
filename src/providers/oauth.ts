import * as client from 'openid-client'

import { ProviderError } from '@/platform/http/provider-error'

import type { IdentityAttempt } from './interfaces'
import { IdentityError, withIdentityErrors } from './sign-in/errors'

/** `baseUrl` is only for a double on this computer: the provider's own addresses otherwise. */
export type OAuthClientKeys = { id: string; secret: string; baseUrl?: string }

const seconds = 8

export function isLoopback(baseUrl: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(baseUrl).hostname)
}

/** Plain http is for a double on this computer and for nothing else. */
export function configureClient(
  config: client.Configuration,
  baseUrl: string | undefined,
): client.Configuration {
  config.timeout = seconds
  if (baseUrl && isLoopback(baseUrl)) client.allowInsecureRequests(config)
  return config
}

/** For those who publish no metadata. */
export function fixedConfiguration(
  keys: OAuthClientKeys,
  server: { issuer: string; authorize: string; token: string },
  auth?: client.ClientAuth,
): client.Configuration {
  return configureClient(
    new client.Configuration(
      {
        issuer: server.issuer,
        authorization_endpoint: server.authorize,
        token_endpoint: server.token,
      },
      keys.id,
      undefined,
      auth ?? client.ClientSecretPost(keys.secret),
    ),
    keys.baseUrl,
  )
}

/** What every authorize address carries: state, and the challenge of PKCE. */
export async function authorizeUrl(
  config: client.Configuration,
  { state, verifier, redirectUri }: IdentityAttempt,
  more: Record<string, string>,
): Promise<URL> {
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
}

/**
 * What came back with the person: first whether it belongs to this attempt, then whether they agreed.
 * @throws IdentityError auth
 */
export function validateCallback(
  provider: string,
  callback: URL,
  { state }: IdentityAttempt,
): void {
  const query = callback.searchParams
  if (query.get('state') !== state)
    throw new IdentityError(provider, 'auth', new Error('The state is another one'))
  if (query.has('error') || query.has('errCode'))
    throw new IdentityError(
      provider,
      'auth',
      new Error(
        `The provider answered: ${(query.get('error') ?? query.get('errCode') ?? '').slice(0, 100)}`,
      ),
    )
  if (!query.get('code')) throw new IdentityError(provider, 'auth', new Error('No code came'))
}

/** Exchanges the code for an access token. @throws IdentityError token */
export function exchangeCode(
  provider: string,
  config: client.Configuration,
  callback: URL,
  { state, verifier }: IdentityAttempt,
  checks: client.AuthorizationCodeGrantChecks = {},
) {
  return withIdentityErrors(provider, 'token', () =>
    client.authorizationCodeGrant(config, callback, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...checks,
    }),
  )
}

/** A question to the provider with the token: its JSON. @throws ProviderError */
export async function fetchProfile(provider: string, url: URL, token: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    signal: AbortSignal.timeout(seconds * 1000),
    redirect: 'error',
  })
  if (!answer.ok)
    throw new ProviderError(provider, `answered ${answer.status}`, {
      status: answer.status,
      retryable: false,
    })
  return answer.json()
}
