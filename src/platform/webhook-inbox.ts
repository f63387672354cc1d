import { and, eq, isNull, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { webhook_events } from '@/payload-generated-schema'

import { isLongFailedJob, queuedJobs, queueJob, removeFailedJob, retryJob } from './job-queue'
import { type Db, type Tx, withTransaction } from './transaction'

/** A stored delivery; `resource` is the provider's unchanged body. Without `receivedAt` it has just arrived. */
export type WebhookEvent = { eventType: string; resource: unknown; receivedAt?: string }

/** The result of processing an event; `note` is shown to staff. */
export type WebhookResult = { status: 'processed' | 'ignored' | 'failed'; note: string }

type Delivery = {
  provider: string
  eventId: string
  eventType: string
  body: unknown
  /** null: `requeueWebhookEvents` queues it after a minute. */
  delaySeconds?: number | null
  /** Ends an event that says nothing new. @returns whether it did */
  finish?: (tx: Tx, id: number) => Promise<boolean>
}

/**
 * Stores a delivery once per provider and event id and queues the job that processes it, in one transaction. A second
 * delivery changes nothing.
 */
export async function storeWebhookEvent(
  payload: Payload,
  { delaySeconds = 0, finish, ...event }: Delivery,
): Promise<void> {
  const insert = (db: Db) =>
    db
      .insert(webhook_events)
      .values(event)
      .onConflictDoNothing({ target: [webhook_events.provider, webhook_events.eventId] })
      .returning({ id: webhook_events.id, provider: webhook_events.provider })
  if (delaySeconds === null) {
    await insert(payload.db.drizzle)
    return
  }
  await withTransaction(payload, async (_, tx) => {
    const [stored] = await insert(tx)
    if (stored && !(await finish?.(tx, stored.id)))
      await queueWebhookEvent(tx, stored, delaySeconds)
  })
}

/** Queues the job that processes a stored delivery. Only PayPal's run beside payments: other services may be slow. */
function queueWebhookEvent(
  db: Tx,
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

/** The job of an event waits, runs, or has failed. */
const isJobOfEvent = eq(queuedJobs.key, sql`'webhook:' || ${webhook_events.id}`)
const batchSize = 500

/**
 * Queues events whose job was lost, or that were stored without one. A job that waits or runs is left alone: queuing it
 * would reset its attempts or start it twice. One that used up its attempts stays with the failed jobs, but gets one
 * more try now and then, in case its worker was killed each time or the service was down for longer.
 */
export async function requeueWebhookEvents(payload: Payload): Promise<void> {
  await withTransaction(payload, async (_, tx) => {
    const events = await tx
      .select({
        id: webhook_events.id,
        provider: webhook_events.provider,
        failedJobId: queuedJobs.id,
      })
      .from(webhook_events)
      .leftJoin(queuedJobs, isJobOfEvent)
      .where(
        and(
          eq(webhook_events.status, 'received'),
          lt(webhook_events.createdAt, sql`now() - interval '1 minute'`),
          or(isNull(queuedJobs.id), isLongFailedJob),
        ),
      )
      .limit(batchSize)
    for (const { failedJobId, ...event } of events)
      if (failedJobId === null) await queueWebhookEvent(tx, event)
      else await retryJob(tx, failedJobId, 1)
  })
}

/**
 * Permanently removes a job that has used up its attempts: its webhook event isn't queued again.
 * @returns whether there was such a job
 */
export function discardFailedJob(payload: Payload, id: number): Promise<boolean> {
  return withTransaction(payload, async (_, tx) => {
    const [event] = await tx
      .select({ id: webhook_events.id })
      .from(webhook_events)
      .innerJoin(queuedJobs, isJobOfEvent)
      .where(and(eq(queuedJobs.id, id), eq(webhook_events.status, 'received')))
    const isRemoved = await removeFailedJob(tx, id)
    if (event && isRemoved)
      await finishWebhookEvent(tx, event.id, { status: 'ignored', note: 'Discarded by staff' })
    return isRemoved
  })
}

/** The columns of an event with its result. */
export function resultColumns(result: WebhookResult) {
  return { ...result, processedAt: sql`now()`, updatedAt: sql`now()` }
}

/** Stores the result of processing a webhook event. */
export async function finishWebhookEvent(
  db: Db,
  eventId: number,
  result: WebhookResult,
): Promise<void> {
  await db.update(webhook_events).set(resultColumns(result)).where(eq(webhook_events.id, eventId))
}
