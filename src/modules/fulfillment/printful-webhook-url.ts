import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

/** Printful signs nothing (v1), so the URL contains a secret that never changes. */
const secret = signText('printful webhook address').slice(0, 40)

export function printfulWebhookUrl(): string {
  return `${env.SERVER_URL}/api/webhooks/printful/${secret}`
}

export function isPrintfulSecret(text: string): boolean {
  return isSameSecret(text, secret)
}
