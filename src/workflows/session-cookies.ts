import { generateExpiredPayloadCookie, generatePayloadCookie, type Payload, type SanitizedCollectionConfig } from 'payload'
import { sessionHint } from '../domain/session-hint'
import { env } from '../env'

const hint = (rest: string): string =>
  `${sessionHint.name}=${rest}; Path=/; SameSite=Lax${env.SERVER_URL.startsWith('https:') ? '; Secure' : ''}`

/** What a browser keeps of a session: Payload's cookie, and the hint that lets scripts know somebody is there. */
export const sessionCookies = (payload: Payload, auth: SanitizedCollectionConfig['auth'], token: string): string[] => [
  String(generatePayloadCookie({ collectionAuthConfig: auth, cookiePrefix: payload.config.cookiePrefix, token })),
  hint(`${sessionHint.value}; Max-Age=${auth.tokenExpiration}`),
]

export const expiredSessionCookies = (payload: Payload): string[] => [
  String(generateExpiredPayloadCookie({ collectionAuthConfig: payload.collections.users.config.auth, cookiePrefix: payload.config.cookiePrefix })),
  hint('; Max-Age=0'),
]
