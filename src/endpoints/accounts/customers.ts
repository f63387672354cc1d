import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { findOrCreateCustomer } from '@/modules/accounts/actions/find-or-create-customer'
import { emailSchema } from '@/platform/schema-fields'

const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use plain text.')
  .optional()

export const customerBody = z.strictObject({ email: emailSchema, firstName: name, lastName: name })

export const customerResponse = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    created: z.boolean().describe('false: the record was there already, and stays as it is.'),
  })
  .meta({ id: 'Customer' })

export const customerEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/customers',
    summary: 'Find or make the customer record of a guest checkout',
    requires: 'orders:write',
    body: customerBody,
    answer: customerResponse,
    limit: { points: 120, seconds: 60 },
    handle: (req, { body }) => findOrCreateCustomer(req.payload, body),
  }),
]
