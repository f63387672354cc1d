import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

/** The secret in a webhook URL, for services that sign nothing. It is derived, so nothing is stored. */
const webhookSecret = (provider: string): string => signText(`webhook ${provider}`).slice(0, 48)

/** The URL a service delivers its events to. */
export function webhookUrl(provider: string): string {
  return `${env.SERVER_URL}/api/webhooks/${provider}/${webhookSecret(provider)}`
}

export function isWebhookSecret(provider: string, secret: string): boolean {
  return isSameSecret(secret, webhookSecret(provider))
}
