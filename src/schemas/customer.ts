import { z } from 'zod'
import { emailSchema } from './checkout'

const name = z.string().trim().min(1).max(60).regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use plain text.').optional()

export const customerBody = z.strictObject({ email: emailSchema, firstName: name, lastName: name })

export const customerAnswer = z.strictObject({
  id: z.int(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  created: z.boolean().describe('false: the record was there already, and stays as it is.'),
}).meta({ id: 'Customer' })
