import { z } from 'zod'

import { orderNumberSchema } from '@/platform/schema-fields'

export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Please send a page number like 2.')
    .optional()
    .transform((page) => Number(page ?? 1)),
})

export const customerOrderParams = z.strictObject({ orderNumber: orderNumberSchema })
export const customerOrderResponse = z.object({
  orderNumber: z.string(),
  status: z.string(),
  paymentState: z.string(),
})
export const customerOrdersResponse = z.array(
  z.object({
    orderNumber: z.string(),
    status: z.string(),
    paymentState: z.string(),
    createdAt: z.string(),
    total: z.string(),
    quantity: z.int(),
    items: z.array(z.object({ name: z.string(), image: z.string().nullable() })),
  }),
)
