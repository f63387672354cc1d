import type { Payload } from 'payload'

import { webhook_events } from '@/payload-generated-schema'

import { queueJob } from './job-queue'
import { withTransaction } from './transaction'

/** Stores a webhook event once per provider and event id and queues its job, in one transaction. A second delivery changes nothing. */
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
    const [stored] = await tx
      .insert(webhook_events)
      .values({ provider, eventId, eventType, body, status: 'received' })
      .onConflictDoNothing({ target: [webhook_events.provider, webhook_events.eventId] })
      .returning({ id: webhook_events.id })
    if (stored)
      await queueJob(
        tx,
        'process-webhook-event',
        { eventId: stored.id },
        { key: `webhook:${stored.id}`, delaySeconds },
      )
  })
}
