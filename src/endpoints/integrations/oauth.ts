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
import { noShopIssue, ProviderError } from '@/platform/http/provider-error'

import { type OAuthConnection, oauthConnections } from './oauth-connections'

const attempts = createEncryptedCookie('dayfern-connect', '/api/admin/connect', {
  provider: z.string(),
  verifier: z.string(),
  userId: z.number(),
})
const params = z.strictObject({ provider: z.string().regex(/^[a-z-]{1,30}$/) })
const randomToken = (): string => randomBytes(32).toString('base64url')
/** Built from the configured URL, not the request's, because it is registered with the service. */
function callbackUrl(provider: string): string {
  return `${env.SERVER_URL}/api/admin/connect/${provider}/callback`
}

function getOAuthConnection(provider: string): OAuthConnection {
  const connection = Object.hasOwn(oauthConnections, provider)
    ? oauthConnections[provider]
    : undefined
  if (!connection) throw notFound('This service')
  return connection
}

/** Redirects to the screen with the outcome in its URL. */
const redirectBack = (
  connection: OAuthConnection,
  provider: string,
  outcome: Record<string, string>,
  cookies: readonly string[],
): Response => {
  const url = new URL(connection.page, env.SERVER_URL)
  for (const [name, value] of Object.entries({ service: provider, ...outcome }))
    url.searchParams.set(name, value)
  return redirectPage(`${url.pathname}${url.search}`, null, cookies)
}

const start = async (req: PayloadRequest, provider: string): Promise<Response> => {
  const connection = getOAuthConnection(provider)
  if (!hasPermission(req, connection.requires))
    throw new AppError(
      req.user?.isActive ? 'forbidden' : 'unauthorized',
      req.user?.isActive ? 'Your role can’t connect this service.' : 'Please sign in first.',
    )
  const gateway = await connection.gateway(req.payload)
  if (!gateway)
    throw new AppError('conflict', `The ${connection.label} keys are missing. Enter them first.`)
  const attempt = {
    provider,
    state: randomToken(),
    verifier: randomToken(),
    userId: Number(req.user?.id),
  }
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

function refusalOf(error: unknown): string {
  const details = error instanceof ProviderError ? error.details : null
  if (details?.issue === noShopIssue) return 'no-shop'
  return details?.kind === 'permission' ? 'incomplete' : 'failed'
}

/**
 * `declined`: the user refused. `lost`: the attempt is too old, or someone else's. `incomplete`: permissions are
 * missing. `no-shop`: the account has no shop. `failed`: the service returned an error.
 */
const finish = async (req: PayloadRequest, provider: string): Promise<Response> => {
  const connection = getOAuthConnection(provider)
  const query = req.searchParams ?? new URLSearchParams()
  const state = query.get('state') ?? ''
  const attempt = await attempts.read(req.headers.get('cookie'), state)
  const user = attempt?.provider === provider ? await getBrowserUser(req) : null
  if (
    !attempt ||
    !user ||
    Number(user.id) !== attempt.userId ||
    !hasPermission({ user }, connection.requires)
  )
    return redirectBack(connection, provider, { refused: 'lost' }, [])
  const cookies = [attempts.expired(state)]
  const code = query.get('code')
  if (!code) return redirectBack(connection, provider, { refused: 'declined' }, cookies)
  try {
    const gateway = await connection.gateway(req.payload)
    if (!gateway) return redirectBack(connection, provider, { refused: 'failed' }, cookies)
    const tokens = await gateway.exchange({
      code,
      verifier: attempt.verifier,
      redirectUri: callbackUrl(provider),
    })
    await connection.save(
      req,
      { id: Number(user.id), role: user.role },
      tokens,
      await gateway.whoAmI(tokens),
    )
    return redirectBack(connection, provider, { connected: '1' }, cookies)
  } catch (error) {
    req.payload.logger.warn({ err: error, provider }, 'A service could not be connected')
    return redirectBack(connection, provider, { refused: refusalOf(error) }, cookies)
  }
}

/** URLs that the browser navigates to. */
export const oauthEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/connect/:provider',
    summary: 'Redirect to a service to connect the shop’s account',
    params,
    signedIn: true,
    stepUp: true,
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
    summary: 'Handle the return from a service',
    params,
    limit: { points: 60, seconds: 600 },
    handle: (req, { params: { provider } }) => finish(req, provider),
  }),
]
