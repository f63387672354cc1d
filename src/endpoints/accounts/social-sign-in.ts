import { randomBytes } from 'node:crypto'

import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { createEncryptedCookie } from '@/endpoints/http/encrypted-cookie'
import { getBrowserUser, isPrefetch } from '@/endpoints/http/navigation'
import { tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import { redirectPage } from '@/endpoints/http/redirect-page'
import { createSession } from '@/modules/accounts/actions/sessions'
import { connectIdentity, signInWithProvider } from '@/modules/accounts/actions/social-sign-in'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'
import type { SignInError } from '@/modules/accounts/rules/sign-in-errors'
import { providerParams } from '@/modules/accounts/schemas/authentication'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import {
  formatIdentityProviders,
  type IdentityProvider,
  identityProviderLabels,
  identityProviders,
} from '@/platform/identity-providers'
import { getProviders } from '@/providers'
import type { IdentityProfile } from '@/providers/interfaces'
import { IdentityError, type IdentityStage } from '@/providers/sign-in/errors'

import { hasRecentSignIn } from './reauthenticate'

/** State of a sign-in while the user is at the provider. */
const attemptCookie = createEncryptedCookie('dayfern-auth', '/auth', {
  provider: z.enum(identityProviders),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The id of the user who connects another sign-in method; null for a sign-in. */
  connect: z.number().nullable(),
})
type SignInAttempt = NonNullable<Awaited<ReturnType<typeof attemptCookie.read>>>

/** The recorded values: TikTok has one for each stage, the others share one (storefront specification 8). */
const errorFor = (
  provider: IdentityProvider,
  stage: IdentityStage | 'login' | 'oauth',
): SignInError => (provider === 'tiktok' ? `tiktok_${stage}_failed` : 'login_failed')

const securityPage = '/account/security'
const pageFor = (isConnecting: boolean): string => (isConnecting ? securityPage : '/auth')
const redirectTo = (path: string, cookies: readonly string[] = []): Response =>
  withCookies(new Response(null, { status: 303, headers: { Location: path } }), cookies)

const randomSecret = (): string => randomBytes(32).toString('base64url')
/** Uses the configured address: behind a proxy, the address of the request is a different one. */
const redirectUriOf = (provider: IdentityProvider): string =>
  `${env.SERVER_URL}/auth/${provider}/callback`

async function start(req: PayloadRequest, provider: IdentityProvider): Promise<Response> {
  const isConnecting = req.searchParams?.get('connect') === '1'
  const client = getProviders().identities[provider]
  const limit = { points: 30, seconds: 600 }
  if (!client || !(await tryConsumeRateLimit(req, 'social-start', limit)))
    return redirectTo(`${pageFor(isConnecting)}?error=${errorFor(provider, 'oauth')}`)
  // A request from another site has no user.
  if (isConnecting && !req.user?.isActive)
    return redirectTo(`/auth?next=${encodeURIComponent(securityPage)}`)
  if (isConnecting && !(await hasRecentSignIn(req)))
    return redirectTo(`${securityPage}?error=confirm_first`)
  const attempt = {
    provider,
    state: randomSecret(),
    verifier: randomSecret(),
    nonce: randomSecret(),
    next: isConnecting ? securityPage : safeReturnPath(req.searchParams?.get('next')),
    connect: isConnecting ? Number(req.user?.id) : null,
  }
  const url = await client.authorizeUrl({ ...attempt, redirectUri: redirectUriOf(provider) })
  return redirectTo(url.href, [
    ...attemptCookie.expiredOldest(req.headers.get('cookie')),
    await attemptCookie.cookie(attempt),
  ])
}

type Toast = { title: string; text: string }
type CallbackResult =
  { error: SignInError | 'connect_taken'; page?: string } | { toast: Toast; cookies?: string[] }

async function connect(
  req: PayloadRequest,
  { provider, connect: userId }: SignInAttempt & { connect: number },
  profile: IdentityProfile,
): Promise<CallbackResult> {
  const loginError = errorFor(provider, 'login')
  if ((await getBrowserUser(req))?.id !== userId) return { error: loginError }
  const result = await connectIdentity(req.payload, userId, provider, profile)
  if (result === 'taken') return { error: 'connect_taken', page: securityPage }
  if (result === 'refused') return { error: loginError, page: securityPage }
  return {
    toast: {
      title: `${identityProviderLabels[provider]} is connected`,
      text: 'You can now sign in with it.',
    },
  }
}

async function signIn(
  req: PayloadRequest,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<CallbackResult> {
  const result = await signInWithProvider(req.payload, provider, profile)
  if (result.outcome === 'connect_first') return { error: 'connect_first' }
  const session = result.outcome === 'refused' ? null : await createSession(req, result.userId)
  if (!session) return { error: errorFor(provider, 'login') }
  const { cookies, wasPaused } = session
  const isNew = result.outcome === 'created'
  if (isNew)
    return { toast: { title: 'Registration successful', text: 'Welcome to Dayfern.' }, cookies }
  const text = `Welcome back to Dayfern.${wasPaused ? ' Your account is active again.' : ''}`
  return { toast: { title: 'Login successful', text }, cookies }
}

async function finish(req: PayloadRequest, provider: IdentityProvider): Promise<Response> {
  const state = req.searchParams?.get('state') ?? ''
  const attempt = await attemptCookie.read(req.headers.get('cookie'), state)
  if (attempt?.provider !== provider) return redirectTo(`/auth?error=${errorFor(provider, 'auth')}`)
  const expiredCookie = attemptCookie.expired(state)
  const fail = (error: string, page = pageFor(attempt.connect !== null)): Response =>
    redirectTo(`${page}?error=${error}`, [expiredCookie])
  try {
    const client = getProviders().identities[provider]
    if (!client) return fail(errorFor(provider, 'oauth'))
    const redirectUri = redirectUriOf(provider)
    const callback = new URL(`${redirectUri}?${req.searchParams.toString()}`)
    const profile = await client.finish(callback, { ...attempt, redirectUri })
    const { connect: userId } = attempt
    const result =
      userId === null
        ? await signIn(req, provider, profile)
        : await connect(req, { ...attempt, connect: userId }, profile)
    if ('error' in result) return fail(result.error, result.page ?? '/auth')
    return redirectPage(attempt.next, result.toast, [...(result.cookies ?? []), expiredCookie])
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_factor_required')
      return redirectTo(`/auth/code?next=${encodeURIComponent(attempt.next)}`, [
        ...(error.cookies ?? []),
        expiredCookie,
      ])
    const stage = error instanceof IdentityError ? error.stage : 'login'
    const details = { err: error instanceof IdentityError ? error.cause : error, provider, stage }
    // 'auth' includes users who cancel.
    const level = stage === 'auth' ? 'info' : stage === 'login' ? 'error' : 'warn'
    req.payload.logger[level](details, 'A sign-in through a provider failed')
    return fail(errorFor(provider, stage))
  }
}

/** Browsers navigate to these: failures redirect to the sign-in page, which shows the error. */
export const socialSignInEndpoints = [
  endpoint({
    method: 'get',
    path: '/auth/:provider',
    summary: `Redirect to a sign-in provider: ${formatIdentityProviders()}`,
    params: providerParams,
    handle: async (req, { params: { provider } }) => {
      // Every start sets a cookie, so a prefetch must not start one.
      if (isPrefetch(req)) return withCookies(new Response(null, { status: 204 }), [])
      try {
        return await start(req, provider)
      } catch (error) {
        req.payload.logger.warn(
          { err: error, provider },
          'A sign-in through a provider could not begin',
        )
        return redirectTo(`/auth?error=${errorFor(provider, 'oauth')}`)
      }
    },
  }),

  endpoint({
    method: 'get',
    path: '/auth/:provider/callback',
    summary: `Handle the return from a sign-in provider: ${formatIdentityProviders()}`,
    params: providerParams,
    handle: (req, { params }) => finish(req, params.provider),
  }),
]
