import type { KeysOf } from '../../domain/integration'
import { createCaller } from '../caller'
import { inSeconds } from '../expiry'
import { ProviderError } from '../http'
import { forBrowser } from '../identity/oauth'
import type { ConsentGateway, Tokens } from '../types'
import { createInstagram } from './client'
import { longTokenAnswer, shortTokenAnswer } from './schema'
import { instagramVerdict } from './verdict'

/** The first is needed to read posts; with the others the same account can be published to and its numbers read. */
export const instagramScopes = ['instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_insights'] as const
const day = 86_400
const longLife = 60 * day

type Options = { keys: KeysOf<'instagram'>; baseUrl?: string }
export type InstagramConsent = ConsentGateway & {
  /** Makes the best of a token that somebody copied from Meta's pages: a short one becomes a long one, a long one is renewed if it is old enough. */
  adopt: (token: string) => Promise<Tokens>
}

/** There is no refresh token: a long-lived token of sixty days renews itself, once it is a day old. */
const toTokens = (token: string, seconds: number | undefined, scopes: string[]): Tokens => {
  const expiresAt = inSeconds(seconds ?? longLife)
  return { accessToken: token, expiresAt, refreshToken: token, refreshExpiresAt: expiresAt, scopes }
}

export const createInstagramConsent = ({ keys, baseUrl }: Options): InstagramConsent => {
  const askApi = createCaller({ provider: 'Instagram', baseUrl: baseUrl ?? 'https://api.instagram.com', verdict: instagramVerdict })
  const askGraph = createCaller({ provider: 'Instagram', baseUrl: baseUrl ?? 'https://graph.instagram.com', verdict: instagramVerdict })

  const toLong = async (short: string, scopes: string[]): Promise<Tokens> => {
    const { data } = await askGraph({ path: '/access_token', query: { grant_type: 'ig_exchange_token', client_secret: keys.appSecret, access_token: short }, answer: longTokenAnswer })
    return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
  }
  const renew = async (token: string, scopes: string[]): Promise<Tokens> => {
    const { data } = await askGraph({ path: '/refresh_access_token', query: { grant_type: 'ig_refresh_token', access_token: token }, answer: longTokenAnswer })
    return toTokens(data.access_token, data.expires_in, data.permissions ?? scopes)
  }
  /** Null: it said no to this, which says nothing about the token itself. */
  const orNull = (tokens: Promise<Tokens>): Promise<Tokens | null> => tokens.catch((error: unknown) => {
    if (error instanceof ProviderError && ['sign-in', 'limit'].includes(error.details.trouble ?? '')) throw error
    return null
  })

  return {
    authorizeUrl: ({ state, redirectUri }) => {
      const url = new URL('/oauth/authorize', baseUrl ? forBrowser(baseUrl) : 'https://www.instagram.com')
      url.search = new URLSearchParams({ client_id: keys.appId, redirect_uri: redirectUri, response_type: 'code', scope: instagramScopes.join(','), state }).toString()
      return url
    },

    exchange: async ({ code, redirectUri }) => {
      const { data } = await askApi({
        method: 'POST', path: '/oauth/access_token', answer: shortTokenAnswer,
        form: { client_id: keys.appId, client_secret: keys.appSecret, grant_type: 'authorization_code', redirect_uri: redirectUri, code: code.replace(/#_$/, '') },
      })
      return toLong(data.access_token, data.permissions ?? [instagramScopes[0]])
    },

    refresh: ({ refreshToken, scopes }) => renew(refreshToken ?? '', scopes),

    adopt: async (token) => {
      const basic = [instagramScopes[0]]
      return await orNull(toLong(token, basic)) ?? await orNull(renew(token, basic)) ?? toTokens(token, longLife - day, basic)
    },

    whoAmI: async ({ accessToken }) => {
      const { id, username, accountType } = await createInstagram({ baseUrl }).profile(accessToken)
      return { id, name: `@${username}`, details: { accountType } }
    },
  }
}
