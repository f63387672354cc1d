import { and, eq, isNotNull } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type Recipient, recipients } from '@/modules/privacy/rules/records-of-processing'
import { connections } from '@/payload-generated-schema'
import { env, isDemoMode, signInKeys } from '@/platform/env'
import { type IdentityProvider, isIdentityProvider } from '@/platform/identity-providers'

const isRecipient = (name: string): name is Recipient => name in recipients

/** Returns the services that can receive personal data in the shop's current setup. In demo mode nothing leaves the machine. */
export async function getActiveRecipients({ db }: Payload): Promise<Recipient[]> {
  const rows = await db.drizzle
    .select({ provider: connections.provider })
    .from(connections)
    .where(and(eq(connections.isActive, true), isNotNull(connections.sealedSecrets)))
  const connected = new Set<string>(rows.map(({ provider }) => provider))
  const isOn: Record<Exclude<Recipient, IdentityProvider>, boolean> = {
    paypal: !isDemoMode,
    mail: !isDemoMode && Boolean(env.SMTP_URL),
    printful:
      !env.PRINTFUL_BASE_URL && (connected.has('printful') || Boolean(env.PRINTFUL_API_TOKEN)),
    mailchimp:
      !env.MAILCHIMP_BASE_URL && (connected.has('mailchimp') || Boolean(env.MAILCHIMP_API_KEY)),
  }
  return Object.keys(recipients)
    .filter(isRecipient)
    .filter((recipient) => {
      if (!isIdentityProvider(recipient)) return isOn[recipient]
      const keys = signInKeys[recipient]
      return keys !== null && !keys.baseUrl
    })
}
