import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

/**
 * The part of a webhook's address that nobody can guess, for services that sign nothing. Made from PAYLOAD_SECRET, so
 * that there is nothing to keep.
 */
export function webhookSecret(provider: string): string {
  return createHmac('sha256', env.PAYLOAD_SECRET)
    .update(`webhook ${provider}`)
    .digest('hex')
    .slice(0, 48)
}

/** Where a service delivers to. */
export function webhookUrl(provider: string): string {
  return `${env.SERVER_URL}/api/webhooks/${provider}/${webhookSecret(provider)}`
}

/** In time that says nothing about where they differ. */
export function isWebhookSecret(provider: string, given: string): boolean {
  const right = Buffer.from(webhookSecret(provider))
  const said = Buffer.from(given)
  return right.length === said.length && timingSafeEqual(right, said)
}
