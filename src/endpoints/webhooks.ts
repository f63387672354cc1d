import { sql } from '@payloadcms/db-postgres'
import type { Endpoint, PayloadRequest } from 'payload'
import { webhookEventSchema } from '../providers/paypal/schema'
import { getProviders } from '../providers/index'
import { AppError } from '../errors'
import { withTransaction } from '../transaction'
import { queueJob } from '../workflows/queue-job'
import { answerError } from './answer-error'
import { readBytes } from './body'

const largestBytes = 256 * 1024
/** An approval that the browser does not follow up within this time is followed up by us. */
const approvalWaitSeconds = 60

/** Stored once per event id, with the job that works it off, in one transaction; a second delivery changes nothing. */
const store = async (req: PayloadRequest, event: { id: string; event_type: string; resource: unknown }): Promise<void> =>
  withTransaction(req.payload, async (_, tx) => {
    const { rows } = await tx.execute(sql`
      insert into webhook_events (provider, event_id, event_type, body, status, created_at, updated_at)
      values ('paypal', ${event.id}, ${event.event_type}, ${JSON.stringify(event.resource)}::jsonb, 'received', now(), now())
      on conflict (provider, event_id) do nothing returning id`)
    const stored = rows[0] as { id: number } | undefined
    if (!stored) return
    const delaySeconds = event.event_type === 'CHECKOUT.ORDER.APPROVED' ? approvalWaitSeconds : 0
    await queueJob(tx, 'process-webhook-event', { eventId: stored.id }, { key: `webhook:${stored.id}`, delaySeconds })
  })

/**
 * PayPal's deliveries: checked against their signature over the raw body, stored, answered; the work is a job.
 * Forged: 401 and nothing stored. Signature cannot be checked now: 503, and PayPal comes again.
 */
export const paypalWebhook: Endpoint = {
  method: 'post',
  path: '/shop/webhooks/paypal',
  handler: async (req) => {
    try {
      const raw = await readBytes(req, largestBytes)
      if (!(await getProviders().payments.verifyWebhook(req.headers, raw))) throw new AppError('unauthorized', 'The signature does not fit.')
      const event = webhookEventSchema.safeParse(JSON.parse(raw.toString('utf8')))
      if (!event.success) throw new AppError('bad_request', 'This is not an event.')
      await store(req, event.data)
      return Response.json({ received: true })
    } catch (error) {
      return answerError(req, error instanceof SyntaxError ? new AppError('bad_request', 'The body is not valid JSON.') : error)
    }
  },
}
