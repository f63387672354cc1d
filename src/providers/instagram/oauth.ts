import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import { authorizationUrl } from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { OAuthTokens } from '@/platform/connections/keys'
import type { OAuthGateway } from '@/providers/interfaces'

import { createInstagram } from './client'
import { mapInstagramError } from './errors'
import { longTokenResponse, shortTokenResponse } from './schema'

/** The first is needed to read posts; with the others the same account can be published to and its numbers read. */
export const instagramScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_insights',
] as const
const day = 86_400
const longLife = 60 * day

type Options = { keys: ConnectionKeyValues<'instagram'>; baseUrl?: string }
export type InstagramOAuth = OAuthGateway & {
  /** Makes the best of a token that somebody copied from Meta's pages: a short one becomes a long one, a long one is renewed if it is old enough. */
  adopt: (token: string) => Promise<OAuthTokens>
}

/** There is no refresh token: a long-lived token of sixty days renews itself, once it is a day old. */
const toTokens = (token: string, seconds: number | undefined, scopes: string[]): OAuthTokens => {
  const expiresAt = expiresAtFromSeconds(seconds ?? longLife)
  return { accessToken: token, expiresAt, refreshToken: token, refreshExpiresAt: expiresAt, scopes }
}

export function createInstagramOAuth({ keys, baseUrl }: Options): InstagramOAuth {
  const askApi = createHttpClient({
    provider: 'Instagram',
    baseUrl: baseUrl ?? 'https://api.instagram.com',
    verdict: mapInstagramError,
  })
  const askGraph = createHttpClient({
    provider: 'Instagram',
    baseUrl: baseUrl ?? 'https://graph.instagram.com',
    verdict: mapInstagramError,
  })

  const toLong = async (short: string, scopes: string[]): Promise<OAuthTokens> => {
    const { data } = await askGraph({
      path: '/access_token',
      query: {
        grant_type: 'ig_exchange_token',
        client_secret: keys.appSecret,
        access_token: short,
      },
      answer: longTokenResponse,
    })
    return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
  }
  const renew = async (token: string, scopes: string[]): Promise<OAuthTokens> => {
    const { data } = await askGraph({
      path: '/refresh_access_token',
      query: { grant_type: 'ig_refresh_token', access_token: token },
      answer: longTokenResponse,
    })
    return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
  }
  /** Null: it said no to this, which says nothing about the token itself. */
  const orNull = (tokens: Promise<OAuthTokens>): Promise<OAuthTokens | null> =>
    tokens.catch((error: unknown) => {
      if (
        error instanceof ProviderError &&
        ['sign-in', 'limit'].includes(error.details.trouble ?? '')
      )
        throw error
      return null
    })

  return {
    authorizeUrl: ({ state, redirectUri }) =>
      authorizationUrl({
        site: 'https://www.instagram.com',
        path: '/oauth/authorize',
        baseUrl,
        parameters: {
          client_id: keys.appId,
          redirect_uri: redirectUri,
          scope: instagramScopes.join(','),
          state,
        },
      }),

    exchange: async ({ code, redirectUri }) => {
      const { data } = await askApi({
        method: 'POST',
        path: '/oauth/access_token',
        answer: shortTokenResponse,
        form: {
          client_id: keys.appId,
          client_secret: keys.appSecret,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          code: code.replace(/#_$/, ''),
        },
      })
      return toLong(data.access_token, data.permissions ?? [instagramScopes[0]])
    },

    refresh: ({ refreshToken, scopes }) => renew(refreshToken ?? '', scopes),

    adopt: async (token) => {
      const basic = [instagramScopes[0]]
      return (
        (await orNull(toLong(token, basic))) ??
        (await orNull(renew(token, basic))) ??
        toTokens(token, longLife - day, basic)
      )
    },

    whoAmI: async ({ accessToken }) => {
      const { id, username, accountType } = await createInstagram({ baseUrl }).profile(accessToken)
      return { id, name: `@${username}`, details: { accountType } }
    },
  }
}
