import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

/** Printful signs nothing (v1), so the address itself is the secret: 40 letters that nobody can guess, the same for ever. */
const secret = createHmac('sha256', env.PAYLOAD_SECRET)
  .update('printful webhook address')
  .digest('hex')
  .slice(0, 40)

export function printfulWebhookUrl(): string {
  return `${env.SERVER_URL}/api/webhooks/printful/${secret}`
}

/** In constant time. */
export function isPrintfulSecret(given: string): boolean {
  const [one, other] = [given, secret].map((text) =>
    createHmac('sha256', 'compare').update(text).digest(),
  ) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
