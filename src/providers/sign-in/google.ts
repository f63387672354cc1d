import * as client from 'openid-client'
import { z } from 'zod'

import type { IdentityGateway } from '@/providers/interfaces'
import {
  authorizeUrl,
  configureClient,
  exchangeCode,
  isLoopback,
  type OAuthClientKeys,
  validateCallback,
} from '@/providers/oauth'

import { withIdentityErrors } from './errors'

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
})

const metadataLives = 60 * 60 * 1000

/** Google by OpenID Connect: who it is stands in the signed id_token, whose issuer, audience, time and nonce are checked. */
export function createGoogleSignIn(keys: OAuthClientKeys): IdentityGateway {
  let known: { at: number; config: Promise<client.Configuration> } | undefined

  const discover = (): Promise<client.Configuration> => {
    if (known && Date.now() - known.at < metadataLives) return known.config
    const config = client
      .discovery(
        new URL(keys.baseUrl ?? 'https://accounts.google.com'),
        keys.id,
        undefined,
        client.ClientSecretPost(keys.secret),
        {
          timeout: 8,
          ...(keys.baseUrl && isLoopback(keys.baseUrl)
            ? { execute: [client.allowInsecureRequests] }
            : {}),
        },
      )
      .then((one) => {
        // Otherwise the signature would be taken for granted because the token came straight from the provider.
        client.enableNonRepudiationChecks(one)
        return configureClient(one, keys.baseUrl)
      })
    known = { at: Date.now(), config }
    config.catch(() => {
      known = undefined
    })
    return config
  }

  return {
    authorizeUrl: (attempt) =>
      withIdentityErrors('google', 'auth', async () =>
        authorizeUrl(await discover(), attempt, {
          scope: 'openid email profile',
          nonce: attempt.nonce,
          prompt: 'select_account',
        }),
      ),

    finish: async (callback, attempt) => {
      validateCallback('google', callback, attempt)
      const config = await withIdentityErrors('google', 'token', discover)
      const tokens = await exchangeCode('google', config, callback, attempt, {
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      return withIdentityErrors('google', 'user', async () => {
        const claims = claimsSchema.parse(tokens.claims())
        return {
          subject: claims.sub,
          name: claims.name ?? null,
          firstName: claims.given_name ?? null,
          lastName: claims.family_name ?? null,
          email: claims.email?.toLowerCase() ?? null,
          emailVerified: claims.email !== undefined && claims.email_verified === true,
        }
      })
    },
  }
}
