import * as client from 'openid-client'

import { ProviderError } from '@/platform/http/provider-error'

import type { IdentityAttempt } from './interfaces'
import { IdentityError, withIdentityErrors } from './sign-in/errors'

/** `baseUrl` is the sandbox's; without it, the provider's own addresses are used. */
export type OAuthClientKeys = { id: string; secret: string; baseUrl?: string }

const timeoutSeconds = 8

export function isLoopback(baseUrl: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(baseUrl).hostname)
}

/** Allows plain http for a sandbox on this computer, and for nothing else. */
export function configureClient(
  config: client.Configuration,
  baseUrl: string | undefined,
): client.Configuration {
  config.timeout = timeoutSeconds
  if (baseUrl && isLoopback(baseUrl)) client.allowInsecureRequests(config)
  return config
}

/** Creates the configuration of a provider that publishes no metadata. */
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

/** Returns the consent page with `state` and the PKCE challenge. */
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
 * Checks that a callback belongs to this attempt, and that the user agreed.
 * @throws IdentityError auth
 */
export function validateCallback(
  provider: string,
  callback: URL,
  { state }: IdentityAttempt,
): void {
  const query = callback.searchParams
  if (query.get('state') !== state)
    throw new IdentityError(provider, 'auth', new Error('The state doesn’t match'))
  if (query.has('error') || query.has('errCode'))
    throw new IdentityError(
      provider,
      'auth',
      new Error(
        `The provider said: ${(query.get('error') ?? query.get('errCode') ?? '').slice(0, 100)}`,
      ),
    )
  if (!query.get('code'))
    throw new IdentityError(provider, 'auth', new Error('No code was returned'))
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

/** Reads JSON from the provider with an access token. @throws ProviderError */
export async function fetchProfile(provider: string, url: URL, token: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
    redirect: 'error',
  })
  if (!response.ok)
    throw new ProviderError(provider, `returned HTTP ${response.status}`, {
      status: response.status,
      retryable: false,
    })
  return response.json()
}
