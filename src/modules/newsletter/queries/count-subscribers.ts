import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'

export type SubscriberCounts = Record<SubscriberStatus, number> & {
  /** Changed here since Mailchimp was last told. */
  untold: number
  /** Whom Mailchimp refused. */
  refused: number
}

/** How many people stand how about the letter, in one statement. */
export async function getSubscriberCounts(payload: Payload): Promise<SubscriberCounts> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select count(*) filter (where status = 'pending')::integer as pending, count(*) filter (where status = 'subscribed')::integer as subscribed,
      count(*) filter (where status = 'unsubscribed')::integer as unsubscribed, count(*) filter (where status = 'cleaned')::integer as cleaned,
      count(*) filter (where status in ('subscribed', 'unsubscribed') and (synced_at is null or synced_at < updated_at - interval '5 seconds'))::integer as untold,
      count(*) filter (where sync_note is not null)::integer as refused from subscribers`)
  return row as SubscriberCounts
}
