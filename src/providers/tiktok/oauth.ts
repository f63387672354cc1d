import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import type { OAuthTokens } from '@/platform/connections/keys'
import {
  authorizationUrl,
  codeGrant,
  parseScopes,
  refreshGrant,
} from '@/platform/http/authorization-url'
import { createHttpClient, expiresAtFromSeconds } from '@/platform/http/client'
import type { OAuthGateway } from '@/providers/interfaces'

import { createTikTok, mapTikTokError } from './client'
import { tokenResponse } from './schema'

/** The first and the last are required; the others add details of the account. */
const tiktokScopes = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
] as const
const refreshDays = 180

type Options = { keys: ConnectionKeyValues<'tiktok'>; baseUrl?: string }

/** OAuth for the shop's own account. Every renewal returns a new refresh token and invalidates the old one. */
export function createTikTokOAuth({ keys, baseUrl }: Options): OAuthGateway {
  const call = createHttpClient({
    provider: 'TikTok',
    baseUrl: baseUrl ?? 'https://open.tiktokapis.com',
    mapError: mapTikTokError,
  })
  const requestTokens = async (
    form: Record<string, string>,
    scopes: string[],
  ): Promise<OAuthTokens> => {
    const { data } = await call({
      method: 'POST',
      path: '/v2/oauth/token/',
      form: { client_key: keys.clientKey, client_secret: keys.clientSecret, ...form },
      headers: { 'Cache-Control': 'no-cache' },
      schema: tokenResponse,
      repeatable: true,
    })
    return {
      accessToken: data.access_token,
      expiresAt: expiresAtFromSeconds(data.expires_in ?? 7200),
      refreshToken: data.refresh_token ?? form.refresh_token ?? null,
      refreshExpiresAt: expiresAtFromSeconds(data.refresh_expires_in ?? refreshDays * 86_400),
      scopes: data.scope === undefined ? scopes : parseScopes(data.scope),
    }
  }

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) =>
      authorizationUrl({
        site: 'https://www.tiktok.com',
        path: '/v2/auth/authorize/',
        baseUrl,
        verifier,
        parameters: {
          client_key: keys.clientKey,
          scope: tiktokScopes.join(','),
          redirect_uri: redirectUri,
          state,
        },
      }),
    exchange: (attempt) => requestTokens(codeGrant(attempt), []),
    refresh: (tokens) => requestTokens(refreshGrant(tokens), tokens.scopes),
    whoAmI: async ({ accessToken, scopes }) => {
      const { id, displayName, username } = await createTikTok({ baseUrl }).profile({
        accessToken,
        scopes,
      })
      return { id, name: username ? `@${username}` : displayName || 'TikTok account' }
    },
  }
}
