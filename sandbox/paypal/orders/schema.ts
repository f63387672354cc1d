import { z } from 'zod'

import { MONEY_VALUE } from '../money'
import { isCountry, isCurrency } from './iso-codes'

/*
 * The body of `POST /v2/checkout/orders` (Orders v2, create): field names, string
 * limits and patterns. An upper-case message is the issue that PayPal answers;
 * zod-issues.ts translates everything else.
 */

const text = (max: number) => z.string().min(1).max(max)

export const moneySchema = z.strictObject({
  currency_code: z.string().length(3).refine(isCurrency, 'INVALID_CURRENCY_CODE'),
  value: z.string().max(32).regex(MONEY_VALUE),
})

const addressSchema = z.strictObject({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  admin_area_1: z.string().max(300).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().refine(isCountry, 'INVALID_COUNTRY_CODE'),
})

const nameSchema = z.strictObject({
  full_name: z.string().max(300).optional(),
  given_name: z.string().max(140).optional(),
  surname: z.string().max(140).optional(),
})

export const shippingSchema = z.strictObject({
  type: z
    .enum(['SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON'])
    .optional(),
  name: nameSchema.optional(),
  email_address: z.string().max(254).optional(),
  phone_number: z.unknown().optional(),
  address: addressSchema.optional(),
  options: z.array(z.unknown()).max(10).optional(),
})

const itemSchema = z.strictObject({
  name: text(127),
  sku: z.string().max(127).optional(),
  description: z.string().max(127).optional(),
  url: z.string().max(2048).optional(),
  image_url: z.string().max(2048).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
  quantity: z.string().regex(/^[1-9][0-9]{0,9}$/),
  unit_amount: moneySchema,
  tax: moneySchema.optional(),
  upc: z.unknown().optional(),
})

export const amountSchema = moneySchema.extend({
  breakdown: z
    .strictObject({
      item_total: moneySchema.optional(),
      shipping: moneySchema.optional(),
      handling: moneySchema.optional(),
      tax_total: moneySchema.optional(),
      insurance: moneySchema.optional(),
      shipping_discount: moneySchema.optional(),
      discount: moneySchema.optional(),
    })
    .optional(),
})

export const purchaseUnitSchema = z.strictObject({
  reference_id: text(256).optional(),
  amount: amountSchema,
  items: z.array(itemSchema).optional(),
  shipping: shippingSchema.optional(),
  description: text(127).optional(),
  custom_id: text(127).optional(),
  invoice_id: text(127).optional(),
  soft_descriptor: text(22).optional(),
  payee: z
    .strictObject({
      email_address: z.string().max(254).optional(),
      merchant_id: z.string().max(13).optional(),
    })
    .optional(),
  payment_instruction: z.unknown().optional(),
  supplementary_data: z.unknown().optional(),
})

const urlSchema = z.url({ protocol: /^https?$/ }).max(4000)

const contextFields = {
  brand_name: text(127).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/)
    .optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  return_url: urlSchema.optional(),
  cancel_url: urlSchema.optional(),
}

const experienceContextSchema = z.strictObject({
  ...contextFields,
  landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
  payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
  contact_preference: z
    .enum(['NO_CONTACT_INFO', 'UPDATE_CONTACT_INFO', 'RETAIN_CONTACT_INFO'])
    .optional(),
  order_update_callback_config: z.unknown().optional(),
  app_switch_context: z.unknown().optional(),
  app_switch_preference: z.strictObject({ launch_paypal_app: z.boolean().optional() }).optional(),
})

const venmoSchema = z.strictObject({
  experience_context: z
    .strictObject({
      brand_name: text(127).optional(),
      shipping_preference: z
        .enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'])
        .optional(),
      user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
      order_update_callback_config: z.unknown().optional(),
    })
    .optional(),
  email_address: z.string().max(254).optional(),
  attributes: z.unknown().optional(),
})

const walletSchema = z.strictObject({
  experience_context: experienceContextSchema.optional(),
  email_address: z.string().max(254).optional(),
  name: nameSchema.optional(),
  phone: z.unknown().optional(),
  birth_date: z.string().optional(),
  tax_info: z.unknown().optional(),
  address: addressSchema.optional(),
  attributes: z.unknown().optional(),
})

/** A card's number, expiry, and code are only ever entered in PayPal's own frames. */
const cardSchema = z.strictObject({
  name: z.string().max(300).optional(),
  billing_address: addressSchema.optional(),
  attributes: z
    .strictObject({
      verification: z
        .strictObject({
          method: z.enum(['SCA_ALWAYS', 'SCA_WHEN_REQUIRED', '3D_SECURE', 'AVS_CVV']).optional(),
        })
        .optional(),
    })
    .optional(),
  experience_context: z
    .strictObject({ return_url: urlSchema.optional(), cancel_url: urlSchema.optional() })
    .optional(),
})

/** The wallet's token comes from the browser; the request can only state how to verify its card. */
const googlePaySchema = z.strictObject({
  attributes: z
    .strictObject({
      verification: z
        .strictObject({ method: z.enum(['SCA_ALWAYS', 'SCA_WHEN_REQUIRED']) })
        .optional(),
    })
    .optional(),
  experience_context: z
    .strictObject({ return_url: urlSchema.optional(), cancel_url: urlSchema.optional() })
    .optional(),
})

/** Exactly one of these; any other source is answered as not supported. */
const paymentSourceSchema = z
  .strictObject({
    paypal: walletSchema.optional(),
    venmo: venmoSchema.optional(),
    card: cardSchema.optional(),
    google_pay: googlePaySchema.optional(),
  })
  .refine((source) => Object.keys(source).length === 1)

export const createOrderSchema = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitSchema).min(1).max(10),
  payer: z.unknown().optional(),
  payment_source: paymentSourceSchema.optional(),
  application_context: z
    .strictObject({
      ...contextFields,
      landing_page: z.enum(['LOGIN', 'BILLING', 'NO_PREFERENCE']).optional(),
      payment_method: z.unknown().optional(),
    })
    .optional(),
  processing_instruction: z.enum(['NO_INSTRUCTION']).optional(),
})

export type CreateOrder = z.infer<typeof createOrderSchema>
export type PurchaseUnitRequest = z.infer<typeof purchaseUnitSchema>

/** Capture takes an empty body or `{}`; a new payment source may be named. */
export const captureOrderSchema = z.strictObject({ payment_source: paymentSourceSchema.optional() })
