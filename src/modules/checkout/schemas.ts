import { z } from 'zod'

import { normalizeCode } from '@/modules/discounts/rules'
import { giftCardLimits } from '@/modules/gift-cards/rules'
import { giftCardOrderSchema } from '@/modules/gift-cards/schemas'
import { orderStatuses } from '@/modules/orders/rules/order-status'
import { paymentMethods } from '@/platform/payment-methods'
import {
  addressFields,
  checkZipState,
  decimalMoney,
  emailSchema,
  optionalText,
  orderNumberSchema,
  phoneSchema,
  plainTextPattern,
  requiredParagraphs,
  rowIdSchema,
} from '@/platform/schema-fields'

import { cartLimits } from './rules/cart'
import { shippingMethodIds } from './rules/destination'
import { giftLimits } from './rules/gift'

export const addressSchema = z.strictObject(addressFields).superRefine(checkZipState)

const customerFields = {
  email: emailSchema,
  phone: phoneSchema,
  newsletterSubscribe: z.boolean().default(false),
  ...addressFields,
}
export const customerSchema = z
  .strictObject(customerFields, 'Please send the recipient as customer.')
  .superRefine(checkZipState)

export const lineSchema = z.strictObject({
  productId: rowIdSchema,
  size: z.string().max(60).regex(plainTextPattern, 'Please use plain text.'),
  color: z.string().max(60).regex(plainTextPattern, 'Please use plain text.'),
  quantity: z.int().min(1).max(cartLimits.quantityPerLine),
})

const uniqueLines = (
  lines: readonly { productId: number; size: string; color: string }[],
): boolean =>
  new Set(lines.map(({ productId, size, color }) => JSON.stringify([productId, size, color])))
    .size === lines.length

/** The lines of an order; each variant at most once. */
export const orderedLines = z
  .array(lineSchema, 'Please send the order’s items.')
  .max(cartLimits.lines)
  .refine(uniqueLines, 'The same item is listed twice.')
  .refine(
    (lines) => lines.reduce((sum, { quantity }) => sum + quantity, 0) <= cartLimits.units,
    `Orders are limited to ${cartLimits.units} items.`,
  )
export const linesSchema = orderedLines.min(1, 'Your cart is empty.')

const shippingMethod = z.enum(shippingMethodIds, 'Please choose how it ships.')
const shippingQuote = z
  .string()
  .max(2000)
  .optional()
  .describe('From the cart check; holds the carrier’s price for 30 minutes.')

/** An express payment and its secret (actions/express-payment.ts). */
export const expressAccess = z.strictObject({
  id: z.string().regex(/^[A-Z0-9]{1,36}$/),
  key: z
    .string()
    .regex(/^[a-f0-9]{32}$/)
    .describe('The secret of the express payment.'),
})
/** The recipient of an order. Only gift cards, which are emailed, go without an address. */
const orderCustomer = z
  .strictObject(
    {
      ...customerFields,
      address1: addressFields.address1.optional(),
      city: addressFields.city.optional(),
      stateCode: addressFields.stateCode.optional(),
      zip: addressFields.zip.optional(),
    },
    'Please send the recipient as customer.',
  )
  .superRefine(({ stateCode, zip }, context) => {
    if (stateCode !== undefined && zip !== undefined) checkZipState({ stateCode, zip }, context)
  })

const itemsNeed = ['address1', 'city', 'stateCode', 'zip'] as const

/** Storefront specification 7, POST /order, with what a shop needs to price it itself (docs/deviations.md). */
export const placeOrderSchema = z
  .strictObject({
    checkoutId: z.uuid('Please send a new UUID for this checkout.'),
    cartId: z
      .uuid()
      .optional()
      .describe(
        'One UUID for all orders of a cart, such as from two tabs: only one of them can be paid. The others get cart_paid.',
      ),
    amount: z.union([
      z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Please send an amount like 66.96.'),
      z
        .number()
        .nonnegative()
        .max(9_999_999)
        .transform((amount) => amount.toFixed(2)),
    ]),
    currency: z.literal('USD', 'We only accept US dollars.'),
    intent: z.string().trim().toUpperCase().pipe(z.literal('CAPTURE')),
    items: orderedLines,
    giftCards: z
      .array(giftCardOrderSchema)
      .max(giftCardLimits.perOrder, `Orders are limited to ${giftCardLimits.perOrder} gift cards.`)
      .optional()
      .describe(
        'Gift cards to buy. They have no shipping or tax, and gift cards can’t pay for them.',
      ),
    customer: orderCustomer.describe('An order with nothing but gift cards needs no address.'),
    billing: addressSchema.nullish().transform((billing) => billing ?? null),
    discountCode: z.string().max(60).transform(normalizeCode).optional(),
    shippingMethod: shippingMethod.optional().describe('Standard, unless you choose another one.'),
    shippingQuote,
    gift: z
      .strictObject({
        recipient: optionalText(giftLimits.recipient).describe(
          'Name on the label, if it isn’t the customer’s.',
        ),
        note: requiredParagraphs('a note', giftLimits.note)
          .or(z.literal(''))
          .optional()
          .transform((text) => text || undefined)
          .describe('Printed and put in the package.'),
      })
      .optional()
      .describe('Marks the order as a gift: the printer gets no prices for its packing slip.'),
    plainPackage: z
      .boolean()
      .optional()
      .describe('Nothing about recovery on the outside: the shop’s plain sender name is used.'),
    giftCard: z
      .strictObject({
        code: z.string().max(60),
        amount: z.string().regex(/^\d{1,7}\.\d{2}$/, 'Please send an amount like 66.96.'),
      })
      .optional()
      .describe('A gift card, and how much of the total it pays: all of it, or its balance.'),
    paymentMethod: z
      .enum(paymentMethods, 'Please choose a way to pay.')
      .default('paypal')
      .describe(
        'The same checkout sent again with another one opens another payment for its order.',
      ),
    expressPayment: expressAccess
      .optional()
      .describe('With paypal_express: the payment that the buyer has approved.'),
  })
  .superRefine(({ items, giftCards = [], customer }, context) => {
    if (items.length === 0) {
      if (giftCards.length === 0)
        context.addIssue({ code: 'custom', path: ['items'], message: 'Your cart is empty.' })
      return
    }
    for (const field of itemsNeed)
      if (customer[field] === undefined)
        for (const issue of addressFields[field].safeParse('').error?.issues.slice(0, 1) ?? [])
          context.addIssue({ code: 'custom', path: ['customer', field], message: issue.message })
  })
export type PlaceOrderInput = z.infer<typeof placeOrderSchema>

export const checkCartSchema = z.strictObject({
  items: z.array(lineSchema).max(cartLimits.lines),
  place: z
    .strictObject({
      stateCode: addressFields.stateCode,
      zip: z.string().max(10).default(''),
      isPoBox: z.boolean().default(false).describe('Express carriers don’t deliver to those.'),
    })
    .optional()
    .describe('The destination, for shipping and tax. The ZIP code may be incomplete.'),
  shippingMethod: shippingMethod.optional(),
  shippingQuote,
  discountCode: z.string().max(60).optional().describe('As the buyer typed it.'),
})

/** Ids that PayPal gives. */
export const paypalIdParams = z.strictObject({ id: z.string().regex(/^[A-Z0-9]{1,36}$/) })
export const captureSchema = z.strictObject({
  key: z
    .string()
    .regex(/^[a-f0-9]{32}$/)
    .optional(),
  isWindowClosed: z
    .boolean()
    .optional()
    .describe(
      'Set when the payment window closes without an approval. Then only a payment that PayPal reports as approved is captured, and none that was declined before.',
    ),
})
/** By the key of the payment link. */
export const startPaymentSchema = z.strictObject({
  key: z.string().regex(/^[a-f0-9]{32}$/),
  paymentMethod: placeOrderSchema.shape.paymentMethod,
  giftCard: placeOrderSchema.shape.giftCard,
})
export const findOrderSchema = z.strictObject({
  orderNumber: orderNumberSchema,
  email: emailSchema,
})

/** The responses of the calls of cart and checkout. */
export const checkoutSetupResponse = z.strictObject({
  clientToken: z.string(),
  clientId: z.string(),
  environment: z.string(),
  sdkUrl: z.string().describe('The payment script of this environment.'),
  googlePayUrl: z.string().describe('Google’s script, for Google Pay.'),
  expiresAt: z.iso.datetime(),
  methods: z.array(z.enum(paymentMethods)).describe('Ways to pay that this shop offers.'),
})

const orderKey = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .describe('The order’s secret. Anyone who has it can see the order and capture its payment.')
export const placedOrderResponse = z.strictObject({
  id: z
    .string()
    .nullable()
    .describe(
      'The PayPal payment. The buyer approves it, then you capture it. Null if a gift card paid for everything.',
    ),
  orderNumber: z.string(),
  key: orderKey,
  total: decimalMoney,
  due: decimalMoney.describe(
    'The amount of the PayPal payment: the total minus what a gift card pays.',
  ),
})

export const captureResponse = z.strictObject({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'WORKING']),
  orderNumber: z.string(),
  key: orderKey.optional(),
})

const totals = z
  .strictObject({
    subtotal: decimalMoney.describe('Before discounts.'),
    discount: decimalMoney.describe('The discount on items.'),
    shipping: decimalMoney,
    tax: decimalMoney,
    giftCards: decimalMoney.describe('Gift cards being bought.'),
    total: decimalMoney,
  })
  .meta({ id: 'Totals' })
const arrivalDay = z.iso.date().describe('In the shop’s time zone.')
const shippingOptions = z
  .array(
    z.strictObject({
      method: shippingMethod,
      price: decimalMoney,
      arrivesFrom: arrivalDay,
      arrivesTo: arrivalDay,
    }),
  )
  .describe('Ways to ship this cart there, standard first. The totals are for the requested one.')

export const checkedCartResponse = z.strictObject({
  lines: z.array(
    z.strictObject({
      productId: z.int(),
      size: z.string(),
      color: z.string(),
      status: z.enum(['ok', 'unavailable', 'gone']),
      name: z.string(),
      unitPrice: decimalMoney.nullable(),
      isFinalSale: z.boolean().describe('It can’t be returned or exchanged unless it’s defective.'),
      image: z.string().nullable(),
    }),
  ),
  totals,
  shippingOptions,
  shippingQuote: z
    .string()
    .nullable()
    .describe('Send it with the order to hold the carrier’s price; null if there is none to hold.'),
  discounts: z
    .array(
      z.strictObject({ name: z.string(), code: z.string().nullable(), isForShipping: z.boolean() }),
    )
    .describe('Discounts applied: up to one on items and one on shipping.'),
  codeMessage: z
    .string()
    .nullable()
    .describe('Why the code doesn’t apply; null if it does or if there’s no code.'),
})

export type CheckedCart = z.infer<typeof checkedCartResponse>

export const findOrderResponse = z.strictObject({ message: z.string() })

export const placedOrderLinkResponse = z.strictObject({
  path: z
    .string()
    .nullable()
    .describe(
      'Null without the cookie of the order, and for the order of someone who isn’t signed in.',
    ),
})
export const customerOrderStatusResponse = z.strictObject({
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  paymentState: z.string(),
})
