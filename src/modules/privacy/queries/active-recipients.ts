import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { type Recipient, recipients } from '@/modules/privacy/rules/records-of-processing'
import { env, isDemoMode } from '@/platform/env'

/** To whom something about a person can go from this shop as it is set up now. In rehearsal nothing leaves the machine. */
export async function getActiveRecipients(payload: Payload): Promise<Recipient[]> {
  const { rows } = await payload.db.drizzle.execute(
    sql`select provider::text as name from connections where is_active and sealed_secrets is not null`,
  )
  const connected = new Set(rows.map(({ name }) => String(name)))
  const isOn: Record<Recipient, boolean> = {
    paypal: !isDemoMode,
    mail: !isDemoMode && Boolean(env.SMTP_URL),
    google: Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET && !env.GOOGLE_BASE_URL),
    facebook: Boolean(env.FACEBOOK_APP_ID && env.FACEBOOK_APP_SECRET && !env.FACEBOOK_BASE_URL),
    tiktok: Boolean(env.TIKTOK_CLIENT_KEY && env.TIKTOK_CLIENT_SECRET && !env.TIKTOK_BASE_URL),
    printful:
      !env.PRINTFUL_BASE_URL && (connected.has('printful') || Boolean(env.PRINTFUL_API_TOKEN)),
    mailchimp:
      !env.MAILCHIMP_BASE_URL && (connected.has('mailchimp') || Boolean(env.MAILCHIMP_API_KEY)),
  }
  return (Object.keys(recipients) as Recipient[]).filter((receiver) => isOn[receiver])
}
