import { createHash } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Endpoint, PayloadRequest } from 'payload'

import { readBytes } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import type { StoredPrintfulEvent } from '@/modules/fulfillment/actions/apply-printful-event'
import { isPrintfulSecret } from '@/modules/fulfillment/printful-webhook-url'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'
import { eventSchema, type PrintfulEvent } from '@/providers/printful/schema'

const largestBytes = 512 * 1024

const toKept = ({ store, data }: PrintfulEvent): StoredPrintfulEvent => ({
  store,
  orderId: data.order?.id ?? null,
  externalId: data.order?.external_id ?? null,
  shipmentId: data.shipment?.id ?? null,
  productId: data.sync_product?.id ?? null,
  catalogProductId: data.product_id,
  reason: data.reason?.slice(0, 300) ?? null,
})

/** Events have no id: a delivery that says the same in every letter, whatever number of the try it is, is the same. */
const keyOf = (told: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...told, retries: undefined }))
    .digest('hex')

const store = async (req: PayloadRequest, key: string, event: PrintfulEvent): Promise<void> =>
  withTransaction(req.payload, async (_, tx) => {
    const { rows } = await tx.execute(sql`
      insert into webhook_events (provider, event_id, event_type, body, status, created_at, updated_at)
      values ('printful', ${key}, ${event.type}, ${JSON.stringify(toKept(event))}::jsonb, 'received', now(), now())
      on conflict (provider, event_id) do nothing returning id`)
    const stored = rows[0] as { id: number } | undefined
    if (stored)
      await queueJob(
        tx,
        'process-webhook-event',
        { eventId: stored.id },
        { key: `webhook:${stored.id}` },
      )
  })

/**
 * Printful's deliveries. They are not signed: only who knows the address is let in (compared in constant time), and
 * what is said is only a hint where to look. Kept once without names and addresses, answered at once; the work is a job.
 */
export const printfulWebhook: Endpoint = {
  method: 'post',
  path: '/shop/webhooks/printful/:secret',
  handler: async (req) => {
    try {
      const raw = await readBytes(req, largestBytes)
      if (!isPrintfulSecret(String(req.routeParams?.secret ?? '')))
        throw new AppError('unauthorized', 'This address is not known here.')
      const told = JSON.parse(raw.toString('utf8')) as Record<string, unknown>
      const event = eventSchema.safeParse(told)
      if (!event.success) throw new AppError('bad_request', 'This is not an event.')
      await store(req, keyOf(told), event.data)
      return Response.json({ received: true })
    } catch (error) {
      return errorResponse(
        req,
        error instanceof SyntaxError
          ? new AppError('bad_request', 'The body is not valid JSON.')
          : error,
      )
    }
  },
}
