import { randomBytes } from 'node:crypto'

import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { createEncryptedCookie } from '@/endpoints/http/encrypted-cookie'
import { getBrowserUser, isPrefetch } from '@/endpoints/http/navigation'
import { clientAddress, tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import { redirectPage } from '@/endpoints/http/redirect-page'
import { createSession } from '@/modules/accounts/actions/sessions'
import { connectIdentity, signInWithProvider } from '@/modules/accounts/actions/social-sign-in'
import {
  type IdentityProvider,
  identityProviderLabels,
  identityProviders,
} from '@/modules/accounts/rules/identity-providers'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'
import type { SignInError } from '@/modules/accounts/rules/sign-in-errors'
import { providerParams } from '@/modules/accounts/schemas/authentication'
import { env } from '@/platform/env'
import { getProviders } from '@/providers'
import { IdentityError, type IdentityStage } from '@/providers/sign-in/errors'

/** What is kept between leaving for a sign-in elsewhere and coming back. */
export const signInAttemptCookie = createEncryptedCookie('dayfern-auth', '/auth', {
  provider: z.enum(identityProviders),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The person who connects another way in; null for a sign-in. */
  connect: z.number().nullable(),
})
export type SignInAttempt = NonNullable<Awaited<ReturnType<typeof signInAttemptCookie.read>>>

type Stage = IdentityStage | 'login' | 'oauth'

/** The recorded values: TikTok has one for each stage, the others have one (storefront specification 8). */
const errorFor = (provider: IdentityProvider, stage: Stage): SignInError =>
  provider === 'tiktok' ? (`tiktok_${stage}_failed` as const) : 'login_failed'

const securityPage = '/account/security'
const redirectTo = (path: string, cookies: readonly string[] = []): Response =>
  withCookies(new Response(null, { status: 303, headers: { Location: path } }), cookies)
const failed = (
  error: SignInError | 'connect_taken',
  cookies: readonly string[] = [],
  page = '/auth',
): Response => redirectTo(`${page}?error=${error}`, cookies)

const random = (): string => randomBytes(32).toString('base64url')
/** From the configured address, never from the request's: behind a proxy that would be another one. */
const redirectUriOf = (provider: IdentityProvider): string =>
  `${env.SERVER_URL}/auth/${provider}/callback`

const start = async (req: PayloadRequest, provider: IdentityProvider): Promise<Response> => {
  const wantsToConnect = req.searchParams?.get('connect') === '1'
  const gateway = getProviders().identities[provider]
  const page = wantsToConnect ? securityPage : '/auth'
  if (!gateway) return failed(errorFor(provider, 'oauth'), [], page)
  if (
    !(await tryConsumeRateLimit(
      req,
      'social-start',
      { points: 30, seconds: 600 },
      clientAddress(req),
    ))
  )
    return failed(errorFor(provider, 'oauth'), [], page)
  // Only from our own pages: on a request from elsewhere nobody is signed in.
  if (wantsToConnect && !req.user?.isActive)
    return redirectTo(`/auth?next=${encodeURIComponent(securityPage)}`)
  const next = wantsToConnect ? securityPage : safeReturnPath(req.searchParams?.get('next'))
  const attempt = {
    provider,
    state: random(),
    verifier: random(),
    nonce: random(),
    next,
    connect: wantsToConnect ? Number(req.user?.id) : null,
  }
  const url = await gateway.authorizeUrl({ ...attempt, redirectUri: redirectUriOf(provider) })
  return redirectTo(url.href, [await signInAttemptCookie.cookie(attempt)])
}

const connect = async (
  req: PayloadRequest,
  attempt: SignInAttempt,
  profile: Parameters<typeof connectIdentity>[3],
  spent: string,
): Promise<Response> => {
  const { provider, connect: personId } = attempt
  if (personId === null || (await getBrowserUser(req))?.id !== personId)
    return failed(errorFor(provider, 'login'), [spent])
  const outcome = await connectIdentity(req.payload, personId, provider, profile)
  if (outcome === 'taken') return failed('connect_taken', [spent], securityPage)
  if (outcome === 'refused') return failed(errorFor(provider, 'login'), [spent], securityPage)
  return redirectPage(
    securityPage,
    {
      title: `${identityProviderLabels[provider]} is connected`,
      text: 'You can sign in with it from now on.',
    },
    [spent],
  )
}

const finish = async (req: PayloadRequest, provider: IdentityProvider): Promise<Response> => {
  const state = req.searchParams?.get('state') ?? ''
  const attempt = await signInAttemptCookie.read(req.headers.get('cookie'), state)
  if (attempt?.provider !== provider) return failed(errorFor(provider, 'auth'))
  const spent = signInAttemptCookie.expired(state)
  const page = attempt.connect === null ? '/auth' : securityPage
  try {
    const gateway = getProviders().identities[provider]
    if (!gateway) return failed(errorFor(provider, 'oauth'), [spent], page)
    const redirectUri = redirectUriOf(provider)
    const profile = await gateway.finish(new URL(`${redirectUri}?${req.searchParams}`), {
      ...attempt,
      redirectUri,
    })
    if (attempt.connect !== null) return await connect(req, attempt, profile, spent)
    const result = await signInWithProvider(req.payload, provider, profile)
    if (result.outcome === 'connect_first') return failed('connect_first', [spent])
    const issued =
      result.outcome === 'refused' ? null : await createSession(req.payload, result.userId)
    if (!issued) return failed(errorFor(provider, 'login'), [spent])
    const toast =
      result.outcome === 'created'
        ? { title: 'Registration successful', text: 'Welcome to Dayfern.' }
        : {
            title: 'Login successful',
            text: issued.wasPaused
              ? 'Welcome back to Dayfern. Your account is open again.'
              : 'Welcome back to Dayfern.',
          }
    return redirectPage(attempt.next, toast, [...issued.cookies, spent])
  } catch (error) {
    if (error instanceof IdentityError) {
      // Somebody who changed their mind is nothing to look into.
      req.payload.logger[error.stage === 'auth' ? 'info' : 'warn'](
        { err: error.cause, provider, stage: error.stage },
        'A sign-in through somebody else failed',
      )
      return failed(errorFor(provider, error.stage), [spent], page)
    }
    req.payload.logger.error({ err: error, provider }, 'A sign-in through somebody else failed')
    return failed(errorFor(provider, 'login'), [spent], page)
  }
}

/** Pages that a browser is sent to, and so answered with pages: what fails ends at the sign-in page with its note. */
export const socialSignInEndpoints = [
  endpoint({
    method: 'get',
    path: '/auth/:provider',
    summary: 'Leave for Google, Facebook or TikTok to sign in',
    params: providerParams,
    handle: async (req, { params }) => {
      // A link must not be followed ahead: each start leaves a cookie.
      if (isPrefetch(req))
        return new Response(null, {
          status: 204,
          headers: { 'Cache-Control': 'private, no-store' },
        })
      try {
        return await start(req, params.provider)
      } catch (error) {
        req.payload.logger.warn(
          { err: error, provider: params.provider },
          'A sign-in through somebody else could not begin',
        )
        return failed(errorFor(params.provider, 'oauth'))
      }
    },
  }),

  endpoint({
    method: 'get',
    path: '/auth/:provider/callback',
    summary: 'Come back from Google, Facebook or TikTok',
    params: providerParams,
    handle: (req, { params }) => finish(req, params.provider),
  }),
]
