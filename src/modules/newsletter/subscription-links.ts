import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

const keyFor = (purpose: string): string => signText(purpose).slice(0, 32)

/** The token of a confirmation link. It is derived from the request, so an email that is sent again has the same link. */
export function createConfirmToken(eventId: number): string {
  return `${eventId}-${keyFor(`letter-confirm:${eventId}`)}`
}

/** Returns the request that a token confirms; null for an invalid token. */
export function parseConfirmToken(token: string): number | null {
  const [id = '', key = ''] = token.split('-', 2)
  return /^[1-9]\d{0,8}$/.test(id) && isSameSecret(key, keyFor(`letter-confirm:${Number(id)}`))
    ? Number(id)
    : null
}

const unsubscribeKey = (subscriberId: number): string => keyFor(`letter-leave:${subscriberId}`)

export function isUnsubscribeKey(subscriberId: number, key: string): boolean {
  return isSameSecret(key, unsubscribeKey(subscriberId))
}

const unsubscribeQuery = (subscriberId: number): string =>
  `s=${subscriberId}&key=${unsubscribeKey(subscriberId)}`

export function confirmUrl(token: string): string {
  return `${env.SERVER_URL}/newsletter/confirm?token=${token}`
}

/** The page with the button. */
export function unsubscribePageUrl(subscriberId: number): string {
  return `${env.SERVER_URL}/newsletter/unsubscribe?${unsubscribeQuery(subscriberId)}`
}

/** For email apps, which send a POST there (RFC 8058). It works as long as the shop's secret stays the same. */
export function oneClickUnsubscribeUrl(subscriberId: number): string {
  return `${env.SERVER_URL}/api/newsletter/unsubscribe?${unsubscribeQuery(subscriberId)}`
}
