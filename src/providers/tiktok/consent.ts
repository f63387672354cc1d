import { createHash } from 'node:crypto'
import type { KeysOf } from '../../domain/integration'
import { createCaller } from '../caller'
import { inSeconds } from '../expiry'
import { forBrowser } from '../identity/oauth'
import type { ConsentGateway, Tokens } from '../types'
import { createTikTok, tiktokVerdict } from './client'
import { tokenAnswer } from './schema'

/** The first and the last are needed; the others only tell more about the account. */
export const tiktokScopes = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'] as const
const refreshDays = 180

type Options = { keys: KeysOf<'tiktok'>; baseUrl?: string }

/** Consent to the shop's own account. Every renewal gives a new refresh token, and the old one stops working. */
export const createTikTokConsent = ({ keys, baseUrl }: Options): ConsentGateway => {
  const call = createCaller({ provider: 'TikTok', baseUrl: baseUrl ?? 'https://open.tiktokapis.com', verdict: tiktokVerdict })
  const ask = async (form: Record<string, string>, scopes: string[]): Promise<Tokens> => {
    const { data } = await call({
      method: 'POST', path: '/v2/oauth/token/', form: { client_key: keys.clientKey, client_secret: keys.clientSecret, ...form }, headers: { 'Cache-Control': 'no-cache' }, answer: tokenAnswer, repeatable: true,
    })
    return {
      accessToken: data.access_token, expiresAt: inSeconds(data.expires_in ?? 7200),
      refreshToken: data.refresh_token ?? form.refresh_token ?? null, refreshExpiresAt: inSeconds(data.refresh_expires_in ?? refreshDays * 86_400),
      scopes: data.scope === undefined ? scopes : data.scope.split(/[ ,]+/).filter(Boolean),
    }
  }

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) => {
      const url = new URL('/v2/auth/authorize/', baseUrl ? forBrowser(baseUrl) : 'https://www.tiktok.com')
      url.search = new URLSearchParams({
        client_key: keys.clientKey, response_type: 'code', scope: tiktokScopes.join(','), redirect_uri: redirectUri, state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
      }).toString()
      return url
    },
    exchange: ({ code, verifier, redirectUri }) => ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }, []),
    refresh: ({ refreshToken, scopes }) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }, scopes),
    whoAmI: async ({ accessToken, scopes }) => {
      const { id, displayName, username } = await createTikTok({ baseUrl }).profile({ accessToken, scopes })
      return { id, name: username ? `@${username}` : displayName || 'TikTok account' }
    },
  }
}
