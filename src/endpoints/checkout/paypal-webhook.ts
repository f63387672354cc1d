import type { Endpoint } from 'payload'

import { parseJson, readBytes } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import { finishRecordedEvents } from '@/modules/checkout/actions/apply-payment-event'
import { AppError } from '@/platform/errors'
import { storeWebhookEvent } from '@/platform/webhook-inbox'
import { getProviders } from '@/providers'
import { webhookEventSchema } from '@/providers/paypal/schema'

const maxBytes = 256 * 1024
/**
 * Seconds before a job processes an event, as in `storeWebhookEvent`: usually the buyer's browser captures or records
 * it first.
 */
const delays: Record<string, number | null> = {
  'CHECKOUT.ORDER.APPROVED': null,
  'PAYMENT.CAPTURE.COMPLETED': 2,
}

/**
 * Receives PayPal's webhooks: verifies the signature over the raw body, stores the event, and
 * responds; a job processes it, unless it says nothing new. A forged event gets 401 and is not
 * stored. If the signature can't be verified now, the response is 503 and PayPal retries.
 */
export const paypalWebhook: Endpoint = {
  method: 'post',
  path: '/shop/webhooks/paypal',
  handler: async (req) => {
    try {
      const raw = await readBytes(req, maxBytes)
      if (!(await getProviders().payments.verifyWebhook(req.headers, raw)))
        throw new AppError('unauthorized', 'Invalid signature.')
      const event = webhookEventSchema.safeParse(parseJson(raw))
      if (!event.success) throw new AppError('bad_request', 'Not a valid event.')
      const { id, event_type: eventType, resource } = event.data
      await storeWebhookEvent(req.payload, {
        provider: 'paypal',
        eventId: id,
        eventType,
        body: resource,
        delaySeconds: delays[eventType],
        finish: finishRecordedEvents,
      })
      return Response.json({ received: true })
    } catch (error) {
      return errorResponse(req, error)
    }
  },
}
