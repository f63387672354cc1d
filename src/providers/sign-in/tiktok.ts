import type { ClientAuth } from 'openid-client'
import { z } from 'zod'

import { browserBaseUrl } from '@/platform/http/authorization-url'
import type { IdentityGateway } from '@/providers/interfaces'
import {
  authorizeUrl,
  exchangeCode,
  fetchProfile,
  fixedConfiguration,
  type OAuthClientKeys,
  validateCallback,
} from '@/providers/oauth'

import { withIdentityErrors } from './errors'

/** A success has an `error` too; its code is 'ok'. */
const userResponse = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1).max(255),
      display_name: z.string().optional().catch(undefined),
    }),
  }),
  error: z.object({ code: z.literal('ok') }),
})

/** TikTok has client_key in place of client_id. */
const withClientKey =
  ({ id, secret }: OAuthClientKeys): ClientAuth =>
  (_server, _client, body) => {
    body.delete('client_id')
    body.set('client_key', id)
    body.set('client_secret', secret)
  }

/** TikTok's Login Kit for the web. It returns no email address. */
export function createTikTokSignIn(keys: OAuthClientKeys): IdentityGateway {
  const open = keys.baseUrl ?? 'https://open.tiktokapis.com'
  const config = fixedConfiguration(
    keys,
    {
      issuer: 'https://www.tiktok.com',
      authorize: `${keys.baseUrl ? browserBaseUrl(keys.baseUrl) : 'https://www.tiktok.com'}/v2/auth/authorize/`,
      token: `${open}/v2/oauth/token/`,
    },
    withClientKey(keys),
  )
  return {
    authorizeUrl: (attempt) =>
      withIdentityErrors('tiktok', 'auth', async () => {
        const url = await authorizeUrl(config, attempt, {
          scope: 'user.info.basic',
          client_key: keys.id,
        })
        url.searchParams.delete('client_id')
        return url
      }),

    finish: async (callback, attempt) => {
      validateCallback('tiktok', callback, attempt)
      const { access_token: token } = await exchangeCode('tiktok', config, callback, attempt)
      return withIdentityErrors('tiktok', 'user', async () => {
        const response = await fetchProfile(
          'tiktok',
          new URL(`${open}/v2/user/info/?fields=open_id,display_name`),
          token,
        )
        const {
          data: { user },
        } = userResponse.parse(response)
        return {
          subject: user.open_id,
          name: user.display_name ?? null,
          firstName: null,
          lastName: null,
          email: null,
          emailVerified: false,
        }
      })
    },
  }
}
