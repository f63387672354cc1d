import { and, eq, isNotNull } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type Recipient, recipients } from '@/modules/privacy/rules/records-of-processing'
import { connections } from '@/payload-generated-schema'
import { env, isDemoMode } from '@/platform/env'

const isRecipient = (name: string): name is Recipient => name in recipients

/** Returns the services that can receive personal data in the shop's current setup. In demo mode nothing leaves the machine. */
export async function getActiveRecipients({ db }: Payload): Promise<Recipient[]> {
  const rows = await db.drizzle
    .select({ provider: connections.provider })
    .from(connections)
    .where(and(eq(connections.isActive, true), isNotNull(connections.sealedSecrets)))
  const connected = new Set<string>(rows.map(({ provider }) => provider))
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
  return Object.keys(recipients)
    .filter(isRecipient)
    .filter((recipient) => isOn[recipient])
}
