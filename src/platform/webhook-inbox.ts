import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { queueJob } from './job-queue'
import { withTransaction } from './transaction'

/** Stored once per provider and event id, with the job that works it off, in one transaction; a second delivery changes nothing. */
export function storeWebhookEvent(
  payload: Payload,
  {
    provider,
    eventId,
    eventType,
    body,
    delaySeconds = 0,
  }: { provider: string; eventId: string; eventType: string; body: unknown; delaySeconds?: number },
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const { rows } = await tx.execute(sql`
      insert into webhook_events (provider, event_id, event_type, body, status, created_at, updated_at)
      values (${provider}, ${eventId}, ${eventType}, ${JSON.stringify(body)}::jsonb, 'received', now(), now())
      on conflict (provider, event_id) do nothing returning id`)
    const stored = rows[0] as { id: number } | undefined
    if (stored)
      await queueJob(
        tx,
        'process-webhook-event',
        { eventId: stored.id },
        { key: `webhook:${stored.id}`, delaySeconds },
      )
  })
}
