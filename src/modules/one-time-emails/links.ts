import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { z } from 'zod'

import type { CartLineInput } from '@/modules/checkout/queries'
import { cartLimits } from '@/modules/checkout/rules/cart'
import { decrypt, encrypt, isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

import { cartLinkDays } from './rules'

const stopPurpose = 'one-time-emails stop'

/** The token of a link that deletes what an address asked for. It holds the address, encrypted: the row may be gone by then. */
export function createStopToken(email: string): Promise<string> {
  return encrypt(email, stopPurpose)
}

/** Returns the address of a stop token; null for an invalid one. */
export async function parseStopToken(token: string): Promise<string | null> {
  const email = await decrypt(token, stopPurpose)
  return typeof email === 'string' ? email : null
}

export function stopPageUrl(token: string): string {
  return `${env.SERVER_URL}/emails/stop?token=${token}`
}

/** For email apps, which send a POST there (RFC 8058). */
export function oneClickStopUrl(token: string): string {
  return `${env.SERVER_URL}/api/emails/stop?token=${token}`
}

const packedLines = z
  .array(
    z.tuple([
      z.int().positive(),
      z.string().max(60),
      z.string().max(60),
      z.int().min(1).max(cartLimits.quantityPerLine),
    ]),
  )
  .min(1)
  .max(cartLimits.lines)

const cartSignature = (text: string): string => signText(`cart-link:${text}`).slice(0, 32)

/**
 * Returns the token of a link to a cart: when it expires, products, sizes, colors, and quantities, signed. It has no
 * prices and nothing about a person, and no table stores it.
 */
export function createCartToken(lines: readonly CartLineInput[], now: Date): string {
  const packed = lines.map((line) => [line.productId, line.size, line.color, line.quantity])
  const expiresAt = Math.floor(now.getTime() / 1000) + cartLinkDays * 86_400
  const data = deflateRawSync(JSON.stringify(packed)).toString('base64url')
  const text = `${expiresAt.toString(36)}.${data}`
  return `${text}.${cartSignature(text)}`
}

/** Returns the lines of a cart token; 'expired' for one that is too old, null for one this shop did not sign. */
export function parseCartToken(token: string, now: Date): CartLineInput[] | 'expired' | null {
  const match = /^(([0-9a-z]{1,10})\.([\w-]{1,8000}))\.([0-9a-f]{32})$/.exec(token)
  const [, text = '', expiresAt = '', data = '', signature = ''] = match ?? []
  if (!match || !isSameSecret(signature, cartSignature(text))) return null
  if (Number.parseInt(expiresAt, 36) * 1000 <= now.getTime()) return 'expired'
  const json = inflateRawSync(Buffer.from(data, 'base64url')).toString('utf8')
  return packedLines
    .parse(JSON.parse(json))
    .map(([productId, size, color, quantity]) => ({ productId, size, color, quantity }))
}

/** The page that shows the cart of a token. */
export function cartUrl(token: string): string {
  return `${env.SERVER_URL}/cart/saved?items=${token}`
}
