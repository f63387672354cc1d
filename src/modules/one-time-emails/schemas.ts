import { z } from 'zod'

import { lineSchema, linesSchema } from '@/modules/checkout/schemas'
import { emailSchema, orderKeySchema } from '@/platform/schema-fields'

/** Honeypot: only bots fill it in. */
const website = z.string().max(200).optional()

export const backInStockBody = z.strictObject({
  email: emailSchema,
  ...lineSchema.omit({ quantity: true }).shape,
  website,
})

export const cartEmailBody = z.strictObject({ email: emailSchema, items: linesSchema, website })

export const reviewEmailBody = z.strictObject({ key: orderKeySchema, wanted: z.boolean() })

export const stopQuery = z.strictObject({
  token: z.string().regex(/^[\w.-]{20,1000}$/, 'This link is incomplete.'),
})

export const messageResponse = z.strictObject({ message: z.string() })
export const reviewEmailResponse = z.strictObject({ wanted: z.boolean() })
export const stopResponse = z.strictObject({ status: z.string() })
