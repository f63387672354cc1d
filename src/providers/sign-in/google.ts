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

const metadataMaxAgeMs = 60 * 60 * 1000

async function discover(keys: OAuthClientKeys): Promise<client.Configuration> {
  const config = await client.discovery(
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
  // Otherwise the signature is not checked, because the token comes straight from the provider.
  client.enableNonRepudiationChecks(config)
  return configureClient(config, keys.baseUrl)
}

/** Returns `discover` with its result cached for an hour. A failure is not cached. */
function createDiscovery(keys: OAuthClientKeys): () => Promise<client.Configuration> {
  let cached: { at: number; config: Promise<client.Configuration> } | undefined
  return () => {
    if (cached && Date.now() - cached.at < metadataMaxAgeMs) return cached.config
    const config = discover(keys)
    cached = { at: Date.now(), config }
    config.catch(() => {
      cached = undefined
    })
    return config
  }
}

/** Google by OpenID Connect: the profile is in the signed id_token, whose issuer, audience, time, and nonce are checked. */
export function createGoogleSignIn(keys: OAuthClientKeys): IdentityGateway {
  const getConfiguration = createDiscovery(keys)
  return {
    authorizeUrl: (attempt) =>
      withIdentityErrors('google', 'auth', async () =>
        authorizeUrl(await getConfiguration(), attempt, {
          scope: 'openid email profile',
          nonce: attempt.nonce,
          prompt: 'select_account',
        }),
      ),

    finish: async (callback, attempt) => {
      validateCallback('google', callback, attempt)
      const config = await withIdentityErrors('google', 'token', getConfiguration)
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
