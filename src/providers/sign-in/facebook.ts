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

/** Changes about twice a year; this version is from July 2026. */
const version = 'v26.0'

const profileSchema = z.object({
  id: z.string().regex(/^\d{1,64}$/),
  name: z.string().optional().catch(undefined),
  first_name: z.string().optional().catch(undefined),
  last_name: z.string().optional().catch(undefined),
  email: z.email().optional().catch(undefined),
})

/** Facebook Login. The email address may be missing, and Facebook does not report whether it was confirmed. */
export function createFacebookSignIn(keys: OAuthClientKeys): IdentityGateway {
  const graph = keys.baseUrl ?? 'https://graph.facebook.com'
  const config = fixedConfiguration(keys, {
    issuer: 'https://www.facebook.com',
    authorize: `${keys.baseUrl ? browserBaseUrl(keys.baseUrl) : 'https://www.facebook.com'}/${version}/dialog/oauth`,
    token: `${graph}/${version}/oauth/access_token`,
  })
  return {
    authorizeUrl: (attempt) =>
      withIdentityErrors('facebook', 'auth', () =>
        authorizeUrl(config, attempt, { scope: 'public_profile,email' }),
      ),

    finish: async (callback, attempt) => {
      validateCallback('facebook', callback, attempt)
      const { access_token: token } = await exchangeCode('facebook', config, callback, attempt)
      return withIdentityErrors('facebook', 'user', async () => {
        const profile = profileSchema.parse(
          await fetchProfile(
            'facebook',
            new URL(`${graph}/${version}/me?fields=id,name,first_name,last_name,email`),
            token,
          ),
        )
        return {
          subject: profile.id,
          name: profile.name ?? null,
          firstName: profile.first_name ?? null,
          lastName: profile.last_name ?? null,
          email: profile.email?.toLowerCase() ?? null,
          emailVerified: false,
        }
      })
    },
  }
}
