import { and, asc, eq, lte, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { content } from '@/payload-generated-schema'
import { withTransaction } from '@/platform/transaction'

const isDue = and(eq(content.status, 'scheduled'), lte(content.scheduledFor, sql`now()`))

/** Publishes scheduled content if it is still due and no other worker has it locked. */
const publishOne = (payload: Payload, id: number): Promise<void> =>
  withTransaction(payload, async (req, tx) => {
    const [due] = await tx
      .select({ scheduledFor: content.scheduledFor })
      .from(content)
      .where(and(eq(content.id, id), isDue))
      .for('update', { skipLocked: true })
    if (!due?.scheduledFor) return
    await payload.update({
      collection: 'content',
      id,
      depth: 0,
      req,
      data: { status: 'published', publishedAt: new Date(due.scheduledFor).toISOString() },
    })
  })

/**
 * Publishes content whose scheduled time has come, dated with that time. A second run finds nothing,
 * and two at once share the work. Content that cannot be saved doesn't block the rest.
 * @throws AggregateError for what could not be saved; the job is retried
 */
export async function publishScheduledContent(payload: Payload): Promise<void> {
  const rows = await payload.db.drizzle
    .select({ id: content.id })
    .from(content)
    .where(isDue)
    .orderBy(asc(content.scheduledFor), asc(content.id))
  const failures: unknown[] = []
  for (const { id } of rows)
    await publishOne(payload, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} scheduled articles could not be published`,
    )
}
