import { z } from 'zod'
import { orderStatuses } from '../domain/order-status'
import { decimalMoney } from './public'

/** What the calls of cart and checkout answer. */
export const setupAnswer = z.strictObject({
  clientToken: z.string(), clientId: z.string(), environment: z.string(), sdkUrl: z.string().describe('The payment script of this environment.'), expiresAt: z.iso.datetime(),
})

const orderKey = z.string().regex(/^[a-f0-9]{32}$/).describe('The secret of the order: who has it may see the order and capture its payment.')
export const placedAnswer = z.strictObject({
  id: z.string().describe('The payment at PayPal; its buyer approves it, then it is captured.'), orderNumber: z.string(), key: orderKey, total: decimalMoney,
})

export const captureAnswer = z.strictObject({
  id: z.string(), status: z.enum(['COMPLETED', 'PENDING', 'WORKING']), orderNumber: z.string(), key: orderKey.optional(),
})

const totals = z.strictObject({ subtotal: decimalMoney, shipping: decimalMoney, tax: decimalMoney, total: decimalMoney }).meta({ id: 'Totals' })
export const cartAnswer = z.strictObject({
  lines: z.array(z.strictObject({
    productId: z.int(), size: z.string(), color: z.string(), status: z.enum(['ok', 'unavailable', 'gone']), name: z.string(),
    unitPrice: decimalMoney.nullable(), image: z.string().nullable(),
  })),
  totals,
})

export const findOrderAnswer = z.strictObject({ message: z.string() })

export const buyerOrderAnswer = z.strictObject({ orderNumber: z.string(), status: z.enum(orderStatuses), paymentState: z.string() })
