import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

const keyFor = (what: string): string =>
  createHmac('sha256', env.PAYLOAD_SECRET).update(what).digest('hex').slice(0, 32)

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

/** The key of a confirmation link is made from the request it answers, so that a mail sent again carries the same link. */
export function createConfirmToken(eventId: number): string {
  return `${eventId}-${keyFor(`letter-confirm:${eventId}`)}`
}

/** The request a token belongs to; null for one that is not ours. */
export function parseConfirmToken(token: string): number | null {
  const [id = '', key = ''] = token.split('-', 2)
  return /^[1-9]\d{0,8}$/.test(id) && isSame(key, keyFor(`letter-confirm:${Number(id)}`))
    ? Number(id)
    : null
}

/** What the database keeps of a token. */
export function hashConfirmToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const leaveKey = (subscriberId: number): string => keyFor(`letter-leave:${subscriberId}`)
export function isUnsubscribeKey(subscriberId: number, key: string): boolean {
  return isSame(key, leaveKey(subscriberId))
}

const leaveQuery = (subscriberId: number): string =>
  `s=${subscriberId}&key=${leaveKey(subscriberId)}`

export function confirmUrl(token: string): string {
  return `${env.SERVER_URL}/newsletter/confirm?token=${token}`
}
/** The page with the button, for people. */
export function unsubscribePageUrl(subscriberId: number): string {
  return `${env.SERVER_URL}/newsletter/unsubscribe?${leaveQuery(subscriberId)}`
}
/** For mail programs, which send a POST there (RFC 8058). It stays good as long as the shop's secret does. */
export function oneClickUnsubscribeUrl(subscriberId: number): string {
  return `${env.SERVER_URL}/api/newsletter/unsubscribe?${leaveQuery(subscriberId)}`
}
