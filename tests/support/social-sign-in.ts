import type { IdentityProvider } from '@/platform/identity-providers'

import type { TestPerson } from './factories'
import { call } from './request'

type Choice = {
  person?: string
  refuse?: boolean
  scopes?: string[]
  as?: TestPerson
  start?: string
}
/** Headers that browsers send when another site links here. */
const crossSiteNavigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Runs the flow up to the provider's redirect. @returns the callback path and the cookies the browser would send with it */
export async function goToProvider(
  provider: IdentityProvider,
  { person = 'riley', refuse, scopes, as, start = '' }: Choice = {},
) {
  const authorization = await call('GET', `/auth/${provider}${start}`, {
    headers: as ? { cookie: as.cookie } : {},
  })
  const authorize = authorization.headers.get('location') ?? ''
  if (!authorize.startsWith('http')) return { authorization, callback: '', cookie: '' }
  const form = new URLSearchParams([
    ['person', person],
    ['choice', refuse ? 'cancel' : 'agree'],
    ...(scopes ?? ['email', 'user.info.basic']).map((scope) => ['scope', scope]),
  ])
  const consent = await fetch(authorize, { method: 'POST', body: form, redirect: 'manual' })
  const target = new URL(consent.headers.get('location') ?? 'http://nowhere.invalid')
  return {
    authorization,
    callback: target.pathname + target.search,
    cookie: [cookiesOf(authorization.headers), as?.cookie].filter(Boolean).join('; '),
  }
}

/** Runs the complete sign-in flow. */
export async function signInThrough(provider: IdentityProvider, choice: Choice = {}) {
  const { callback, cookie } = await goToProvider(provider, choice)
  return call<string>('GET', callback, { headers: { cookie, ...crossSiteNavigation } })
}

export function returnFromProvider(callback: string, cookie: string) {
  return call<string>('GET', callback, { headers: { cookie, ...crossSiteNavigation } })
}
export function cookiesFrom(response: { headers: Headers }): string {
  return cookiesOf(response.headers)
}
