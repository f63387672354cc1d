import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import { authorizationUrl } from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { OAuthTokens } from '@/platform/connections/keys'
import type { OAuthGateway } from '@/providers/interfaces'

import { createEtsy, mapEtsyError } from './client'
import { scopesResponse, tokenResponse } from './schema'

export const etsyScopes = ['shops_r', 'listings_r'] as const
const refreshDays = 90

type Options = { keys: ConnectionKeyValues<'etsy'>; baseUrl?: string }

/** Consent with PKCE. Every renewal gives a new refresh token, and the old one is dead at once. */
export function createEtsyOAuth({ keys, baseUrl }: Options): OAuthGateway {
  const call = createHttpClient({
    provider: 'Etsy',
    baseUrl: baseUrl ?? 'https://api.etsy.com',
    verdict: mapEtsyError,
  })

  const ask = async (form: Record<string, string>): Promise<Omit<OAuthTokens, 'scopes'>> => {
    // Its own 500s pass when it is asked again; a code or token that was used after all is refused then, which ends in the same sentence.
    const { data } = await call({
      method: 'POST',
      path: '/v3/public/oauth/token',
      form: { client_id: keys.keystring, ...form },
      answer: tokenResponse,
      repeatable: true,
    })
    return {
      accessToken: data.access_token,
      expiresAt: expiresAtFromSeconds(data.expires_in ?? 3600),
      refreshToken: data.refresh_token,
      refreshExpiresAt: expiresAtFromSeconds(refreshDays * 86_400),
    }
  }

  const scopesOf = async (token: string): Promise<string[]> => {
    const { data } = await call({
      method: 'POST',
      path: '/v3/application/scopes',
      json: { token },
      headers: {
        'x-api-key': `${keys.keystring}:${keys.sharedSecret}`,
        Authorization: `Bearer ${token}`,
      },
      answer: scopesResponse,
      repeatable: true,
    })
    return data.scopes
  }

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

    exchange: async ({ code, verifier, redirectUri }) => {
      const tokens = await ask({
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      })
      return { ...tokens, scopes: await scopesOf(tokens.accessToken) }
    },

    refresh: async ({ refreshToken, scopes }) => ({
      ...(await ask({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' })),
      scopes,
    }),

    whoAmI: async ({ accessToken }) => {
      const shop = await createEtsy({ keys, baseUrl }).myShop(accessToken)
      if (!shop)
        throw new ProviderError('Etsy', 'this account has no shop', {
          retryable: false,
          trouble: 'refused',
        })
      return { id: shop.id, name: shop.name, details: { url: shop.url } }
    },
  }
}
