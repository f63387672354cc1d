import { z } from 'zod'

import {
  addressFields,
  checkZipState,
  orderKeySchema,
  orderNumberSchema,
  pathIdSchema,
} from '@/platform/schema-fields'

export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Please send a page number like 2.')
    .optional()
    .transform((page) => Number(page ?? 1)),
})

const variantText = z.string().max(60)
const itemId = z.string().regex(/^[a-z0-9-]{1,40}$/i)
const amountSeen = z
  .string()
  .regex(/^\d{1,6}\.\d{2}$/, 'Please send an amount like 4.00.')
  .default('0.00')
const swapFields = {
  size: variantText,
  color: variantText,
  refund: amountSeen.describe('The refund you saw. If the amount has changed, nothing happens.'),
}

export const orderCancellation = z.strictObject({ key: orderKeySchema })
export const orderAddressChange = z
  .strictObject({ ...addressFields, key: orderKeySchema })
  .superRefine(checkZipState)
export const orderItemParams = z.strictObject({ orderNumber: orderNumberSchema, itemId })
export const orderItemChange = z.strictObject({ key: orderKeySchema, ...swapFields })
const chargeSeen = amountSeen.describe(
  'The price difference you saw, with tax. If the amount has changed, nothing happens.',
)
export const paidSwapRequest = z.strictObject({
  key: orderKeySchema,
  size: variantText,
  color: variantText,
  amount: chargeSeen,
})
export const paidMoveRequest = z
  .strictObject({ ...addressFields, key: orderKeySchema, amount: chargeSeen })
  .superRefine(checkZipState)
export const requestedChangePayment = z.strictObject({ key: orderKeySchema, amount: chargeSeen })
export const paidChangeResponse = z.strictObject({
  orderNumber: orderNumberSchema,
  path: z.string().describe('The page where the difference can be paid.'),
})
/** Staff swap an item by the order's id, also for one that costs more. */
export const adminOrderItemParams = z.strictObject({ id: pathIdSchema, itemId })
export const adminOrderItemChange = z.strictObject({
  ...swapFields,
  extra: amountSeen.describe(
    'How much more the new item costs. The shop pays it; nothing is charged.',
  ),
})
const chargeAsked = amountSeen.describe(
  'What the customer would pay, as you saw it. If the amount has changed, nothing happens.',
)
export const swapRequestBody = z.strictObject({
  size: variantText,
  color: variantText,
  charge: chargeAsked,
})
export const moveRequestBody = z
  .strictObject({ ...addressFields, charge: chargeAsked })
  .superRefine(checkZipState)
export const changeRequestResponse = z.strictObject({
  id: z.int().describe('The order.'),
  orderNumber: orderNumberSchema.describe('The order by which the customer pays the difference.'),
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
