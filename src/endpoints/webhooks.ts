import type { Endpoint } from 'payload'
import { webhookEventSchema } from '../providers/paypal/schema'
import { getProviders } from '../providers/index'
import { AppError } from '../errors'
import { storeWebhookEvent } from '../workflows/store-webhook-event'
import { answerError } from './answer-error'
import { readBytes } from './body'

const largestBytes = 256 * 1024
/** An approval that the browser does not follow up within this time is followed up by us. */
const approvalWaitSeconds = 60

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
      const { id, event_type: eventType, resource } = event.data
      await storeWebhookEvent(req.payload, { provider: 'paypal', eventId: id, eventType, body: resource, delaySeconds: eventType === 'CHECKOUT.ORDER.APPROVED' ? approvalWaitSeconds : 0 })
      return Response.json({ received: true })
    } catch (error) {
      return answerError(req, error instanceof SyntaxError ? new AppError('bad_request', 'The body is not valid JSON.') : error)
    }
  },
}
