import { inArray, isNotNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscribers } from '@/payload-generated-schema'
import { countWhere } from '@/platform/paged-list'

type SubscriberCounts = Record<SubscriberStatus, number> & {
  /** Changed here since the last push to Mailchimp. */
  unsynced: number
  /** Refused by Mailchimp. */
  refused: number
}

const hasStatus = (...statuses: SubscriberStatus[]): SQL => inArray(subscribers.status, statuses)

export async function getSubscriberCounts({ db }: Payload): Promise<SubscriberCounts> {
  const [counts] = await db.drizzle
    .select({
      pending: countWhere(hasStatus('pending')),
      subscribed: countWhere(hasStatus('subscribed')),
      unsubscribed: countWhere(hasStatus('unsubscribed')),
      cleaned: countWhere(hasStatus('cleaned')),
      unsynced: countWhere(
        sql`${hasStatus('subscribed', 'unsubscribed')} and (${subscribers.syncedAt} is null or ${subscribers.syncedAt} < ${subscribers.updatedAt} - interval '5 seconds')`,
      ),
      refused: countWhere(isNotNull(subscribers.syncNote)),
    })
    .from(subscribers)
  if (!counts) throw new Error('An aggregate always returns a row')
  return counts
}
