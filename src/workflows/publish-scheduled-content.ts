import type { Payload } from 'payload'

/** Publishes what was scheduled for a time that has come, dated with that time. A second run finds nothing. */
export const publishScheduledContent = async (payload: Payload): Promise<void> => {
  const { docs } = await payload.find({
    collection: 'content', depth: 0, pagination: false, select: { scheduledFor: true },
    where: { and: [{ status: { equals: 'scheduled' } }, { scheduledFor: { less_than_equal: new Date().toISOString() } }] },
  })
  for (const { id, scheduledFor } of docs) await payload.update({ collection: 'content', id, depth: 0, data: { status: 'published', publishedAt: scheduledFor } })
}
