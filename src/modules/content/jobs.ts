import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { withTransaction } from '@/platform/transaction'

/** One piece that is due, if it still is and nobody else is at it. */
const publishOne = (payload: Payload, id: number): Promise<void> =>
  withTransaction(payload, async (req, tx) => {
    const {
      rows: [due],
    } = await tx.execute(sql`
      select scheduled_for as "scheduledFor" from content where id = ${id} and status = 'scheduled' and scheduled_for <= now() for update skip locked`)
    if (!due) return
    const publishedAt = new Date(due.scheduledFor as string).toISOString()
    await payload.update({
      collection: 'content',
      id,
      depth: 0,
      req,
      data: { status: 'published', publishedAt },
    })
  })

/**
 * Publishes what was scheduled for a time that has come, dated with that time. A second run finds nothing, and two at
 * once share the work. A piece that cannot be saved does not hold up the others; the job fails, and comes again.
 */
export async function publishScheduledContent(payload: Payload): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(
    sql`select id from content where status = 'scheduled' and scheduled_for <= now() order by scheduled_for, id`,
  )
  const failures: unknown[] = []
  for (const { id } of rows as unknown as { id: number }[])
    await publishOne(payload, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} scheduled pieces could not be published`)
}
