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
/** How a browser says that it comes from another site. */
const fromElsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** As far as the provider's answer: what the browser would ask our callback for, and with which cookies. */
export async function goToProvider(
  provider: IdentityProvider,
  { person = 'riley', refuse, scopes, as, start = '' }: Choice = {},
) {
  const begun = await call('GET', `/auth/${provider}${start}`, {
    headers: as ? { cookie: as.cookie } : {},
  })
  const authorize = begun.headers.get('location') ?? ''
  if (!authorize.startsWith('http')) return { begun, callback: '', cookie: '' }
  const form = new URLSearchParams([
    ['person', person],
    ['choice', refuse ? 'cancel' : 'agree'],
    ...(scopes ?? ['email', 'user.info.basic']).map((scope) => ['scope', scope]),
  ])
  const answer = await fetch(authorize, { method: 'POST', body: form, redirect: 'manual' })
  const target = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid')
  return {
    begun,
    callback: target.pathname + target.search,
    cookie: [cookiesOf(begun.headers), as?.cookie].filter(Boolean).join('; '),
  }
}

/** The whole way there and back. */
export async function signInThrough(provider: IdentityProvider, choice: Choice = {}) {
  const { callback, cookie } = await goToProvider(provider, choice)
  return call<string>('GET', callback, { headers: { cookie, ...fromElsewhere } })
}

export function comeBack(callback: string, cookie: string) {
  return call<string>('GET', callback, { headers: { cookie, ...fromElsewhere } })
}
export function sessionIn(answer: { headers: Headers }): string {
  return cookiesOf(answer.headers)
}
