import { isNotNull } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { countOutdatedCodes } from '@/modules/gift-cards/outdated-codes'
import { orderLinksWork } from '@/modules/orders/actions/renew-order-keys'
import { connections, second_factors, social_accounts } from '@/payload-generated-schema'
import { decrypt, purposes } from '@/platform/encryption'
import { pluralize } from '@/platform/pluralize'

import { type Check, finding, good } from './check'

/** How many values the database holds encrypted, and how many of them can't be read with this PAYLOAD_SECRET. */
async function countUndecryptable({ db }: Payload): Promise<{ stored: number; unread: number }> {
  const [services, networks, apps] = await Promise.all([
    db.drizzle
      .select({ provider: connections.provider, value: connections.sealedSecrets })
      .from(connections)
      .where(isNotNull(connections.sealedSecrets)),
    db.drizzle
      .select({ platform: social_accounts.platform, value: social_accounts.sealedTokens })
      .from(social_accounts)
      .where(isNotNull(social_accounts.sealedTokens)),
    db.drizzle
      .select({ user: second_factors.user, value: second_factors.secret })
      .from(second_factors),
  ])
  const stored = [
    ...services.map((one) => ({ ...one, purpose: purposes.connection(one.provider) })),
    ...networks.map((one) => ({ ...one, purpose: purposes.socialAccount(one.platform) })),
    ...apps.map((one) => ({ ...one, purpose: purposes.secondFactor(one.user) })),
  ]
  const read = await Promise.all(stored.map(({ value, purpose }) => decrypt(value, purpose)))
  return { stored: stored.length, unread: read.filter((value) => value === null).length }
}

/** Whether everything that depends on PAYLOAD_SECRET was made with this one. */
const checkSecret: Check['run'] = async ({ payload }) => {
  const [{ stored, unread }, cards, linksWork] = await Promise.all([
    countUndecryptable(payload),
    countOutdatedCodes(payload),
    orderLinksWork(payload),
  ])
  const broken = [
    ...(cards > 0
      ? [
          cards === 1
            ? '1 gift card has a code that doesn’t work'
            : `${cards} gift cards have codes that don’t work`,
        ]
      : []),
    ...(linksWork ? [] : ['links in emails about existing orders don’t work']),
    ...(unread > 0 ? [`${unread} of ${pluralize(stored, 'stored key')} can’t be read`] : []),
  ]
  if (broken.length === 0)
    return good('Stored keys, emailed gift card codes, and order links work.')
  return finding(
    'problem',
    `PAYLOAD_SECRET has changed: ${new Intl.ListFormat('en-US').format(broken)}.`,
    'Set the earlier PAYLOAD_SECRET, and restart. If it’s lost or leaked, follow “Changing PAYLOAD_SECRET” in docs/operations.md. Gift cards that you issued by hand, or whose recipient was erased, stop working too but can’t be counted.',
  )
}

export const secretCheck: Check = {
  name: 'secret',
  group: 'server',
  title: 'Secret key',
  run: checkSecret,
}
