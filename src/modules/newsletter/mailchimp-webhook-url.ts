import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

/** The secret in a webhook URL, for services that sign nothing. It is derived, so nothing is stored. */
const webhookSecret = (provider: string): string =>
  createHmac('sha256', env.PAYLOAD_SECRET).update(`webhook ${provider}`).digest('hex').slice(0, 48)

/** The URL a service delivers its events to. */
export function webhookUrl(provider: string): string {
  return `${env.SERVER_URL}/api/webhooks/${provider}/${webhookSecret(provider)}`
}

/** Compares in constant time. */
export function isWebhookSecret(provider: string, secret: string): boolean {
  const [actual, expected] = [Buffer.from(secret), Buffer.from(webhookSecret(provider))]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
