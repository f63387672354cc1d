import { randomBytes } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { type IdentityProvider, identityProviderLabels } from '../domain/identity'
import { safeReturnPath } from '../domain/return-path'
import type { SignInError } from '../domain/sign-in-errors'
import { env } from '../env'
import { getProviders } from '../providers/index'
import { IdentityError, type IdentityStage } from '../providers/identity/error'
import { providerParams } from '../schemas/account'
import { issueSession } from '../workflows/issue-session'
import { connectIdentity, signInWith } from '../workflows/sign-in-with'
import { type Attempt, signInAttempts } from './attempt-cookie'
import { endpoint } from './endpoint'
import { isPrefetch, personInBrowser } from './navigation'
import { onwardPage } from './onward-page'
import { clientAddress, isWithin } from './rate-limit'
import { withCookies } from './with-cookies'

type Stage = IdentityStage | 'login' | 'oauth'

/** The recorded values: TikTok has one for each stage, the others have one (storefront specification 8). */
const errorFor = (provider: IdentityProvider, stage: Stage): SignInError => (provider === 'tiktok' ? `tiktok_${stage}_failed` as const : 'login_failed')

const securityPage = '/account/security'
const redirectTo = (path: string, cookies: readonly string[] = []): Response => withCookies(new Response(null, { status: 303, headers: { Location: path } }), cookies)
const failed = (error: SignInError | 'connect_taken', cookies: readonly string[] = [], page = '/auth'): Response => redirectTo(`${page}?error=${error}`, cookies)

const random = (): string => randomBytes(32).toString('base64url')
/** From the configured address, never from the request's: behind a proxy that would be another one. */
const redirectUriOf = (provider: IdentityProvider): string => `${env.SERVER_URL}/auth/${provider}/callback`

const start = async (req: PayloadRequest, provider: IdentityProvider): Promise<Response> => {
  const wantsToConnect = req.searchParams?.get('connect') === '1'
  const gateway = getProviders().identities[provider]
  const page = wantsToConnect ? securityPage : '/auth'
  if (!gateway) return failed(errorFor(provider, 'oauth'), [], page)
  if (!(await isWithin(req, 'social-start', { points: 30, seconds: 600 }, clientAddress(req)))) return failed(errorFor(provider, 'oauth'), [], page)
  // Only from our own pages: on a request from elsewhere nobody is signed in.
  if (wantsToConnect && !req.user?.isActive) return redirectTo(`/auth?next=${encodeURIComponent(securityPage)}`)
  const next = wantsToConnect ? securityPage : safeReturnPath(req.searchParams?.get('next'))
  const attempt = { provider, state: random(), verifier: random(), nonce: random(), next, connect: wantsToConnect ? Number(req.user?.id) : null }
  const url = await gateway.authorizeUrl({ ...attempt, redirectUri: redirectUriOf(provider) })
  return redirectTo(url.href, [signInAttempts.cookie(attempt)])
}

const connect = async (req: PayloadRequest, attempt: Attempt, profile: Parameters<typeof connectIdentity>[3], spent: string): Promise<Response> => {
  const { provider, connect: personId } = attempt
  if (personId === null || (await personInBrowser(req))?.id !== personId) return failed(errorFor(provider, 'login'), [spent])
  const outcome = await connectIdentity(req.payload, personId, provider, profile)
  if (outcome === 'taken') return failed('connect_taken', [spent], securityPage)
  if (outcome === 'refused') return failed(errorFor(provider, 'login'), [spent], securityPage)
  return onwardPage(securityPage, { title: `${identityProviderLabels[provider]} is connected`, text: 'You can sign in with it from now on.' }, [spent])
}

const finish = async (req: PayloadRequest, provider: IdentityProvider): Promise<Response> => {
  const state = req.searchParams?.get('state') ?? ''
  const attempt = signInAttempts.read(req.headers.get('cookie'), state)
  if (attempt?.provider !== provider) return failed(errorFor(provider, 'auth'))
  const spent = signInAttempts.expired(state)
  const page = attempt.connect === null ? '/auth' : securityPage
  try {
    const gateway = getProviders().identities[provider]
    if (!gateway) return failed(errorFor(provider, 'oauth'), [spent], page)
    const redirectUri = redirectUriOf(provider)
    const profile = await gateway.finish(new URL(`${redirectUri}?${req.searchParams}`), { ...attempt, redirectUri })
    if (attempt.connect !== null) return await connect(req, attempt, profile, spent)
    const result = await signInWith(req.payload, provider, profile)
    if (result.outcome === 'connect_first') return failed('connect_first', [spent])
    const issued = result.outcome === 'refused' ? null : await issueSession(req.payload, result.userId)
    if (!issued) return failed(errorFor(provider, 'login'), [spent])
    const toast = result.outcome === 'created'
      ? { title: 'Registration successful', text: 'Welcome to Dayfern.' }
      : { title: 'Login successful', text: issued.wasPaused ? 'Welcome back to Dayfern. Your account is open again.' : 'Welcome back to Dayfern.' }
    return onwardPage(attempt.next, toast, [...issued.cookies, spent])
  } catch (error) {
    if (error instanceof IdentityError) {
      // Somebody who changed their mind is nothing to look into.
      req.payload.logger[error.stage === 'auth' ? 'info' : 'warn']({ err: error.cause, provider, stage: error.stage }, 'A sign-in through somebody else failed')
      return failed(errorFor(provider, error.stage), [spent], page)
    }
    req.payload.logger.error({ err: error, provider }, 'A sign-in through somebody else failed')
    return failed(errorFor(provider, 'login'), [spent], page)
  }
}

/** Pages that a browser is sent to, and so answered with pages: what fails ends at the sign-in page with its note. */
export const socialSignInEndpoints = [
  endpoint({
    method: 'get', path: '/auth/:provider', summary: 'Leave for Google, Facebook or TikTok to sign in', params: providerParams,
    handle: async (req, { params }) => {
      // A link must not be followed ahead: each start leaves a cookie.
      if (isPrefetch(req)) return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } })
      try {
        return await start(req, params.provider)
      } catch (error) {
        req.payload.logger.warn({ err: error, provider: params.provider }, 'A sign-in through somebody else could not begin')
        return failed(errorFor(params.provider, 'oauth'))
      }
    },
  }),

  endpoint({
    method: 'get', path: '/auth/:provider/callback', summary: 'Come back from Google, Facebook or TikTok', params: providerParams,
    handle: (req, { params }) => finish(req, params.provider),
  }),
]
