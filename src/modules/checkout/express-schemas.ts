import { z } from 'zod'

import { addressFields, checkZipState, decimalMoney } from '@/platform/schema-fields'

import { expressAccess, linesSchema } from './schemas'

const cartFields = {
  checkoutId: z.uuid('Please send a new UUID for this checkout.'),
  items: linesSchema,
  discountCode: z.string().max(60).optional(),
}
export const expressPaymentSchema = z.strictObject(cartFields)
export type ExpressCart = z.infer<typeof expressPaymentSchema>
const { key, id } = expressAccess.shape

export const expressAddressSchema = z.strictObject({
  key,
  ...cartFields,
  place: z
    .strictObject({
      stateCode: addressFields.stateCode,
      zip: addressFields.zip,
      countryCode: addressFields.countryCode,
    })
    .superRefine(checkZipState),
})
export const expressBuyerSchema = z.strictObject({ key })

export const expressPaymentResponse = z.strictObject({
  id: id.describe('The PayPal payment, for PayPal’s window.'),
  key,
  total: decimalMoney.describe('With standard shipping and without tax.'),
})
export const expressAddressResponse = z.strictObject({ total: decimalMoney })

const detail = z.string().describe('Empty if PayPal doesn’t know it.')
export const expressBuyerResponse = z.strictObject({
  approved: decimalMoney.describe('The maximum amount of this payment.'),
  buyer: z.strictObject({
    email: detail,
    phone: detail,
    firstName: detail,
    lastName: detail,
    address1: detail,
    address2: detail,
    city: detail,
    stateCode: detail,
    zip: detail,
  }),
})
