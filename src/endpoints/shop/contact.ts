import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { currentUserId } from '@/endpoints/http/current-user'
import { submitContactMessage } from '@/modules/shop/actions/contact-messages'
import { contactSchema } from '@/modules/shop/schemas/contact'

const contactResponse = z.strictObject({ message: z.string() })

export const contactEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/contact',
    summary: 'Send a message to the shop',
    body: contactSchema,
    bodyBytes: 160 * 1024,
    limit: { points: 5, seconds: 600 },
    response: contactResponse,
    handle: async (req, { body }) => {
      if (!body.website?.trim()) await submitContactMessage(req.payload, body, currentUserId(req))
      return {
        message:
          'Thanks, we got your message. We’ll reply within 2 business days, Monday through Friday.',
      }
    },
  }),
]
