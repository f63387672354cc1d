import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

/** Mailchimp signs nothing, so its URL holds a secret. It is derived, so nothing is stored. */
const secret = signText('webhook mailchimp').slice(0, 48)

/** The URL to which Mailchimp delivers its events. */
export const mailchimpWebhookUrl = `${env.SERVER_URL}/api/webhooks/mailchimp/${secret}`

export function isMailchimpWebhookSecret(candidate: string): boolean {
  return isSameSecret(candidate, secret)
}
