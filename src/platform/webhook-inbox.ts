import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { webhook_events } from '@/payload-generated-schema'

import { queueJob } from './job-queue'
import { type Tx, withTransaction } from './transaction'

/** A stored delivery; `resource` is the provider's body as it came. Without `receivedAt` it has just arrived. */
export type WebhookEvent = { eventType: string; resource: unknown; receivedAt?: string }

/** What processing an event came to; `note` is shown to staff. */
export type WebhookResult = { status: 'processed' | 'ignored' | 'failed'; note: string }

/**
 * Stores a delivery once per provider and event id and queues the job that processes it, in one transaction. A second
 * delivery changes nothing.
 */
export function storeWebhookEvent(
  payload: Payload,
  {
    delaySeconds = 0,
    ...event
  }: { provider: string; eventId: string; eventType: string; body: unknown; delaySeconds?: number },
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const [stored] = await tx
      .insert(webhook_events)
      .values(event)
      .onConflictDoNothing({ target: [webhook_events.provider, webhook_events.eventId] })
      .returning({ id: webhook_events.id })
    if (stored)
      await queueWebhookEvent(tx, { id: stored.id, provider: event.provider }, delaySeconds)
  })
}

/** Queues the job that processes a stored delivery. Only PayPal's run beside payments: other services may be slow. */
export function queueWebhookEvent(
  db: Payload['db']['drizzle'] | Tx,
  { id, provider }: { id: number; provider: string },
  delaySeconds = 0,
): Promise<void> {
  return queueJob(
    db,
    provider === 'paypal' ? 'process-webhook-event' : 'process-service-event',
    { eventId: id },
    { key: `webhook:${id}`, delaySeconds },
  )
}

/** Stores the result of processing a webhook event. */
export async function finishWebhookEvent(
  payload: Payload,
  eventId: number,
  { status, note }: WebhookResult,
): Promise<void> {
  await payload.db.drizzle
    .update(webhook_events)
    .set({ status, note, processedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(webhook_events.id, eventId))
}
