import { z } from 'zod'

import { addressFields, checkZipState, orderNumberSchema } from '@/platform/schema-fields'

export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Please send a page number like 2.')
    .optional()
    .transform((page) => Number(page ?? 1)),
})

const orderKey = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .optional()
  .describe('From the order’s link. Not needed for an order of the signed-in customer.')
const variantText = z.string().max(60)

export const orderCancellation = z.strictObject({ key: orderKey })
export const orderAddressChange = z
  .strictObject({ ...addressFields, key: orderKey })
  .superRefine(checkZipState)
export const orderItemParams = z.strictObject({
  orderNumber: orderNumberSchema,
  itemId: z.string().regex(/^[a-z0-9-]{1,40}$/i),
})
export const orderItemChange = z.strictObject({
  key: orderKey,
  size: variantText,
  color: variantText,
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
