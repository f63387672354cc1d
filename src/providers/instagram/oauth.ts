import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import type { OAuthTokens } from '@/platform/connections/keys'
import { authorizationUrl, codeGrant } from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import type { OAuthGateway } from '@/providers/interfaces'

import { createInstagram } from './client'
import { mapInstagramError } from './errors'
import { longTokenResponse, shortTokenResponse } from './schema'

/** The first is needed to read posts; with the others the same account can be published to and its numbers read. */
const instagramScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_insights',
] as const
const daySeconds = 86_400
const lifetimeSeconds = 60 * daySeconds

type Options = { keys: ConnectionKeyValues<'instagram'>; baseUrl?: string }
export type InstagramOAuth = OAuthGateway & {
  /** Takes a token copied from Meta's pages: exchanges a short-lived one, or renews a long-lived one if it is old enough. */
  adopt: (token: string) => Promise<OAuthTokens>
}

/** There is no refresh token: a long-lived token of sixty days renews itself, once it is a day old. */
const toTokens = (token: string, seconds: number | undefined, scopes: string[]): OAuthTokens => {
  const expiresAt = expiresAtFromSeconds(seconds ?? lifetimeSeconds)
  return { accessToken: token, expiresAt, refreshToken: token, refreshExpiresAt: expiresAt, scopes }
}

/** Exchanges a short-lived token for a long-lived one. */
async function exchangeToken(
  callGraph: HttpClient,
  appSecret: string,
  token: string,
  scopes: string[],
): Promise<OAuthTokens> {
  const { data } = await callGraph({
    path: '/access_token',
    query: { grant_type: 'ig_exchange_token', client_secret: appSecret, access_token: token },
    schema: longTokenResponse,
  })
  return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
}

async function renewToken(
  callGraph: HttpClient,
  token: string,
  scopes: string[],
): Promise<OAuthTokens> {
  const { data } = await callGraph({
    path: '/refresh_access_token',
    query: { grant_type: 'ig_refresh_token', access_token: token },
    schema: longTokenResponse,
  })
  return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
}

/** Exchanges an authorization code for a long-lived token. */
async function exchangeCode(
  callApi: HttpClient,
  callGraph: HttpClient,
  { appId, appSecret }: Options['keys'],
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<OAuthTokens> {
  const { data } = await callApi({
    method: 'POST',
    path: '/oauth/access_token',
    schema: shortTokenResponse,
    form: {
      client_id: appId,
      client_secret: appSecret,
      ...codeGrant({ code: code.replace(/#_$/, ''), redirectUri }),
    },
  })
  const scopes = data.permissions ?? [instagramScopes[0]]
  return exchangeToken(callGraph, appSecret, data.access_token, scopes)
}

/** Returns null for an error that isn't about the token itself. */
async function orNull(tokens: Promise<OAuthTokens>): Promise<OAuthTokens | null> {
  try {
    return await tokens
  } catch (error) {
    if (error instanceof ProviderError && ['sign-in', 'limit'].includes(error.details.kind ?? ''))
      throw error
    return null
  }
}

export function createInstagramOAuth({ keys, baseUrl }: Options): InstagramOAuth {
  const createCall = (liveUrl: string) =>
    createHttpClient({
      provider: 'Instagram',
      baseUrl: baseUrl ?? liveUrl,
      mapError: mapInstagramError,
    })
  const callApi = createCall('https://api.instagram.com')
  const callGraph = createCall('https://graph.instagram.com')

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

    exchange: (attempt) => exchangeCode(callApi, callGraph, keys, attempt),

    refresh: ({ refreshToken, scopes }) => renewToken(callGraph, refreshToken ?? '', scopes),

    adopt: async (token) => {
      const scopes = [instagramScopes[0]]
      return (
        (await orNull(exchangeToken(callGraph, keys.appSecret, token, scopes))) ??
        (await orNull(renewToken(callGraph, token, scopes))) ??
        toTokens(token, lifetimeSeconds - daySeconds, scopes)
      )
    },

    whoAmI: async ({ accessToken }) => {
      const { id, username, accountType } = await createInstagram({ baseUrl }).profile(accessToken)
      return { id, name: `@${username}`, details: { accountType } }
    },
  }
}
