import { randomBytes } from 'node:crypto'

import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { createEncryptedCookie } from '@/endpoints/http/encrypted-cookie'
import { getBrowserUser, isPrefetch } from '@/endpoints/http/navigation'
import { redirectPage } from '@/endpoints/http/redirect-page'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'

import { type OAuthConnection, oauthConnections } from './oauth-connections'

const attempts = createEncryptedCookie('dayfern-connect', '/api/admin/connect', {
  provider: z.string(),
  verifier: z.string(),
  userId: z.number(),
})
const params = z.strictObject({ provider: z.string().regex(/^[a-z-]{1,30}$/) })
const random = (): string => randomBytes(32).toString('base64url')
/** From the configured address, never from the request's: it is registered with the service. */
export function callbackUrl(provider: string): string {
  return `${env.SERVER_URL}/api/admin/connect/${provider}/callback`
}

const consentOf = (provider: string): OAuthConnection => {
  const consent = Object.hasOwn(oauthConnections, provider) ? oauthConnections[provider] : undefined
  if (!consent) throw notFound('This service')
  return consent
}

/** Back on the screen, with what there is to say in the address; a reload says it again, and that is true still. */
const back = (
  consent: OAuthConnection,
  provider: string,
  outcome: Record<string, string>,
  cookies: readonly string[],
): Response => {
  const url = new URL(consent.page, env.SERVER_URL)
  for (const [name, value] of Object.entries({ service: provider, ...outcome }))
    url.searchParams.set(name, value)
  return redirectPage(`${url.pathname}${url.search}`, null, cookies)
}

const start = async (req: PayloadRequest, provider: string): Promise<Response> => {
  const consent = consentOf(provider)
  if (!hasPermission(req, consent.requires))
    throw new AppError(
      req.user?.isActive ? 'forbidden' : 'unauthorized',
      req.user?.isActive ? 'Your role may not connect this.' : 'Please sign in first.',
    )
  const gateway = await consent.gateway(req.payload)
  if (!gateway)
    throw new AppError(
      'conflict',
      `The keys of ${consent.label} are missing. Enter them on its screen first.`,
    )
  const attempt = { provider, state: random(), verifier: random(), userId: Number(req.user?.id) }
  return withCookies(
    new Response(null, {
      status: 303,
      headers: {
        Location: gateway.authorizeUrl({ ...attempt, redirectUri: callbackUrl(provider) }).href,
      },
    }),
    [await attempts.cookie(attempt)],
  )
}

/** `declined`: the person said no there. `lost`: the attempt is too old, or belongs to somebody else. `failed`: the service did not do its part. */
const finish = async (req: PayloadRequest, provider: string): Promise<Response> => {
  const consent = consentOf(provider)
  const query = req.searchParams ?? new URLSearchParams()
  const state = query.get('state') ?? ''
  const attempt = await attempts.read(req.headers.get('cookie'), state)
  const person = attempt?.provider === provider ? await getBrowserUser(req) : null
  if (
    !attempt ||
    !person ||
    Number(person.id) !== attempt.userId ||
    !hasPermission({ user: person }, consent.requires)
  )
    return back(consent, provider, { refused: 'lost' }, [])
  const spent = [attempts.expired(state)]
  const code = query.get('code')
  if (!code) return back(consent, provider, { refused: 'declined' }, spent)
  try {
    const gateway = await consent.gateway(req.payload)
    if (!gateway) return back(consent, provider, { refused: 'failed' }, spent)
    const tokens = await gateway.exchange({
      code,
      verifier: attempt.verifier,
      redirectUri: callbackUrl(provider),
    })
    await consent.save(
      req,
      { id: Number(person.id), role: person.role },
      tokens,
      await gateway.whoAmI(tokens),
    )
    return back(consent, provider, { connected: '1' }, spent)
  } catch (error) {
    req.payload.logger.warn({ err: error, provider }, 'A service could not be connected')
    return back(
      consent,
      provider,
      {
        refused:
          error instanceof ProviderError && error.details.trouble === 'permission'
            ? 'incomplete'
            : 'failed',
      },
      spent,
    )
  }
}

/** Addresses that a browser is sent to: there and back. */
export const oauthEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/connect/:provider',
    summary: 'Leave for a service to connect the shop’s account there',
    params,
    signedIn: true,
    limit: { points: 30, seconds: 600 },
    handle: (req, { params: { provider } }) =>
      isPrefetch(req)
        ? Promise.resolve(
            new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } }),
          )
        : start(req, provider),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/connect/:provider/callback',
    summary: 'Come back from a service',
    params,
    limit: { points: 60, seconds: 600 },
    handle: (req, { params: { provider } }) => finish(req, provider),
  }),
]
