import type { Endpoint } from 'payload'

import { readBytes } from '@/endpoints/http/body'
import { errorResponse } from '@/endpoints/http/errors'
import { AppError } from '@/platform/errors'
import { storeWebhookEvent } from '@/platform/webhook-inbox'
import { getProviders } from '@/providers'
import { webhookEventSchema } from '@/providers/paypal/schema'

const maxBytes = 256 * 1024
/** Time for the browser to capture an approved payment before the webhook does. */
const approvalDelaySeconds = 60

/**
 * Receives PayPal's webhooks: verifies the signature over the raw body, stores the event, and
 * responds; a job processes it. A forged event gets 401 and is not stored. If the signature can't be
 * verified now, the response is 503 and PayPal retries.
 */
export const paypalWebhook: Endpoint = {
  method: 'post',
  path: '/shop/webhooks/paypal',
  handler: async (req) => {
    try {
      const raw = await readBytes(req, maxBytes)
      if (!(await getProviders().payments.verifyWebhook(req.headers, raw)))
        throw new AppError('unauthorized', 'Invalid signature.')
      const event = webhookEventSchema.safeParse(JSON.parse(raw.toString('utf8')))
      if (!event.success) throw new AppError('bad_request', 'Not a valid event.')
      const { id, event_type: eventType, resource } = event.data
      await storeWebhookEvent(req.payload, {
        provider: 'paypal',
        eventId: id,
        eventType,
        body: resource,
        delaySeconds: eventType === 'CHECKOUT.ORDER.APPROVED' ? approvalDelaySeconds : 0,
      })
      return Response.json({ received: true })
    } catch (error) {
      return errorResponse(
        req,
        error instanceof SyntaxError
          ? new AppError('bad_request', 'The body isn’t valid JSON.')
          : error,
      )
    }
  },
}
