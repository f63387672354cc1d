import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import type { OAuthTokens } from '@/platform/connections/keys'
import { authorizationUrl, codeGrant, refreshGrant } from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds, type HttpClient } from '@/platform/http/client'
import { noShopIssue, ProviderError } from '@/platform/http/provider-error'
import type { OAuthGateway } from '@/providers/interfaces'

import { createEtsy, mapEtsyError } from './client'
import { scopesResponse, tokenResponse } from './schema'

const etsyScopes = ['shops_r', 'listings_r'] as const
const refreshDays = 90

type Options = { keys: ConnectionKeyValues<'etsy'>; baseUrl?: string }

async function requestTokens(
  call: HttpClient,
  form: Record<string, string>,
): Promise<Omit<OAuthTokens, 'scopes'>> {
  // Etsy's own 500s are temporary, so the call is repeated. If the code or token was used up by the first call, the
  // repeated one is rejected like an expired one.
  const { data } = await call({
    method: 'POST',
    path: '/v3/public/oauth/token',
    form,
    schema: tokenResponse,
    repeatable: true,
  })
  return {
    accessToken: data.access_token,
    expiresAt: expiresAtFromSeconds(data.expires_in ?? 3600),
    refreshToken: data.refresh_token,
    refreshExpiresAt: expiresAtFromSeconds(refreshDays * 86_400),
  }
}

/**
 * Returns the scopes that the seller granted. Etsy documents this call as a form and doesn't document its response, and
 * connecting must not depend on it: without a readable response, the requested scopes count.
 */
async function readScopes(
  call: HttpClient,
  { keystring, sharedSecret }: Options['keys'],
  token: string,
): Promise<string[]> {
  try {
    const { data } = await call({
      method: 'POST',
      path: '/v3/application/scopes',
      form: { token },
      headers: { 'x-api-key': `${keystring}:${sharedSecret}`, Authorization: `Bearer ${token}` },
      schema: scopesResponse,
      repeatable: true,
    })
    return data.scopes
  } catch (error) {
    if (error instanceof ProviderError) return [...etsyScopes]
    throw error
  }
}

/** OAuth with PKCE. Every renewal returns a new refresh token and invalidates the old one at once. */
export function createEtsyOAuth({ keys, baseUrl }: Options): OAuthGateway {
  const call = createHttpClient({
    provider: 'Etsy',
    baseUrl: baseUrl ?? 'https://api.etsy.com',
    mapError: mapEtsyError,
  })

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) =>
      authorizationUrl({
        site: 'https://www.etsy.com',
        path: '/oauth/connect',
        baseUrl,
        verifier,
        parameters: {
          client_id: keys.keystring,
          redirect_uri: redirectUri,
          scope: etsyScopes.join(' '),
          state,
        },
      }),

    exchange: async (attempt) => {
      const tokens = await requestTokens(call, { client_id: keys.keystring, ...codeGrant(attempt) })
      return { ...tokens, scopes: await readScopes(call, keys, tokens.accessToken) }
    },

    refresh: async (tokens) => ({
      ...(await requestTokens(call, { client_id: keys.keystring, ...refreshGrant(tokens) })),
      scopes: tokens.scopes,
    }),

    whoAmI: async ({ accessToken }) => {
      const shop = await createEtsy({ keys, baseUrl }).myShop(accessToken)
      if (!shop)
        throw new ProviderError('Etsy', 'this account has no shop', {
          retryable: false,
          kind: 'refused',
          issue: noShopIssue,
        })
      return { id: shop.id, name: shop.name, details: { url: shop.url } }
    },
  }
}
