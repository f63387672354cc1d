import { createHash } from 'node:crypto'
import type { KeysOf } from '../../domain/integration'
import { createCaller } from '../caller'
import { inSeconds } from '../expiry'
import { ProviderError } from '../http'
import { forBrowser } from '../identity/oauth'
import type { ConsentGateway, Tokens } from '../types'
import { createEtsy, etsyVerdict } from './client'
import { scopesAnswer, tokenAnswer } from './schema'

export const etsyScopes = ['shops_r', 'listings_r'] as const
const refreshDays = 90

type Options = { keys: KeysOf<'etsy'>; baseUrl?: string }

/** Consent with PKCE. Every renewal gives a new refresh token, and the old one is dead at once. */
export const createEtsyConsent = ({ keys, baseUrl }: Options): ConsentGateway => {
  const call = createCaller({ provider: 'Etsy', baseUrl: baseUrl ?? 'https://api.etsy.com', verdict: etsyVerdict })

  const ask = async (form: Record<string, string>): Promise<Omit<Tokens, 'scopes'>> => {
    // Its own 500s pass when it is asked again; a code or token that was used after all is refused then, which ends in the same sentence.
    const { data } = await call({ method: 'POST', path: '/v3/public/oauth/token', form: { client_id: keys.keystring, ...form }, answer: tokenAnswer, repeatable: true })
    return {
      accessToken: data.access_token, expiresAt: inSeconds(data.expires_in ?? 3600),
      refreshToken: data.refresh_token, refreshExpiresAt: inSeconds(refreshDays * 86_400),
    }
  }

  const scopesOf = async (token: string): Promise<string[]> => {
    const { data } = await call({
      method: 'POST', path: '/v3/application/scopes', json: { token }, headers: { 'x-api-key': `${keys.keystring}:${keys.sharedSecret}`, Authorization: `Bearer ${token}` }, answer: scopesAnswer, repeatable: true,
    })
    return data.scopes
  }

  return {
    authorizeUrl: ({ state, verifier, redirectUri }) => {
      const url = new URL(baseUrl ? forBrowser(baseUrl) : 'https://www.etsy.com')
      url.pathname = '/oauth/connect'
      url.search = new URLSearchParams({
        response_type: 'code', client_id: keys.keystring, redirect_uri: redirectUri, scope: etsyScopes.join(' '), state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
      }).toString()
      return url
    },

    exchange: async ({ code, verifier, redirectUri }) => {
      const tokens = await ask({ grant_type: 'authorization_code', redirect_uri: redirectUri, code, code_verifier: verifier })
      return { ...tokens, scopes: await scopesOf(tokens.accessToken) }
    },

    refresh: async ({ refreshToken, scopes }) => ({ ...await ask({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }), scopes }),

    whoAmI: async ({ accessToken }) => {
      const shop = await createEtsy({ keys, baseUrl }).myShop(accessToken)
      if (!shop) throw new ProviderError('Etsy', 'this account has no shop', { retryable: false, trouble: 'refused' })
      return { id: shop.id, name: shop.name, details: { url: shop.url } }
    },
  }
}
