import type { Endpoint } from 'payload'

import { parseJson, readBytes } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import type { StoredPrintfulEvent } from '@/modules/fulfillment/actions/apply-printful-event'
import { isPrintfulSecret } from '@/modules/fulfillment/printful-webhook-url'
import { hashText } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { storeWebhookEvent } from '@/platform/webhook-inbox'
import { eventSchema, type PrintfulEvent } from '@/providers/printful/schema'

const maxBytes = 512 * 1024
const maxReasonLength = 300

const toStoredEvent = ({ store, data }: PrintfulEvent): StoredPrintfulEvent => ({
  store,
  orderId: data.order?.id ?? null,
  externalId: data.order?.external_id ?? null,
  shipmentId: data.shipment?.id ?? null,
  productId: data.sync_product?.id ?? null,
  catalogProductId: data.product_id,
  reason: data.reason?.slice(0, maxReasonLength) ?? null,
})

/** Events have no id, so a hash identifies them; `retries` differs between deliveries of the same event. */
const hashEvent = (body: unknown): string =>
  hashText(JSON.stringify({ ...(body as object), retries: undefined }))

/**
 * Receives Printful's webhooks. They are unsigned, so the URL contains a secret, and an event only says what to read
 * again. It is stored once, without names and addresses; a job processes it.
 */
export const printfulWebhook: Endpoint = {
  method: 'post',
  path: '/shop/webhooks/printful/:secret',
  handler: async (req) => {
    try {
      const bytes = await readBytes(req, maxBytes)
      const secret = req.routeParams?.secret
      if (typeof secret !== 'string' || !isPrintfulSecret(secret))
        throw new AppError('unauthorized', 'Unknown webhook URL.')
      const body = parseJson(bytes)
      const event = eventSchema.safeParse(body).data
      if (!event) throw new AppError('bad_request', 'Not a valid event.')
      await storeWebhookEvent(req.payload, {
        provider: 'printful',
        eventId: hashEvent(body),
        eventType: event.type,
        body: toStoredEvent(event),
      })
      return Response.json({ received: true })
    } catch (error) {
      return errorResponse(req, error)
    }
  },
}
