import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

/** Printful signs nothing (v1), so the URL contains a secret that never changes. */
const secret = createHmac('sha256', env.PAYLOAD_SECRET)
  .update('printful webhook address')
  .digest('hex')
  .slice(0, 40)

export function printfulWebhookUrl(): string {
  return `${env.SERVER_URL}/api/webhooks/printful/${secret}`
}

/** Compares in constant time, also for a text of another length. */
export function isPrintfulSecret(text: string): boolean {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest()
  return timingSafeEqual(digest(text), digest(secret))
}
