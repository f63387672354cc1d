import { z } from 'zod'

import { addressFields, phoneSchema } from '@/modules/checkout/schemas'
import { optionalText, plainTextPattern, rowIdSchema } from '@/platform/schema-fields'

/** A name may be left out, or taken away again. */
const name = z
  .string()
  .trim()
  .max(60, 'Please use at most 60 characters.')
  .regex(plainTextPattern, 'Please use plain text.')
export const profileSchema = z.strictObject({ firstName: name, lastName: name })
export const profileResponse = z.object({
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})

/** How many addresses one person keeps. */
export const maxAddresses = 20
export const savedAddressSchema = z.strictObject({
  ...addressFields,
  phone: phoneSchema,
  label: optionalText(40),
  isDefault: z.boolean().default(false),
})
export type SavedAddressInput = z.infer<typeof savedAddressSchema>
export const addressResponse = z.object({
  id: z.int(),
  label: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  stateCode: z.string(),
  zip: z.string(),
  countryCode: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
})

/** How many pieces of each kind one person keeps. */
export const maxSavedItems = 500
const ids = z.array(rowIdSchema).max(maxSavedItems).default([])
export const mergeSavedSchema = z.strictObject({ products: ids, content: ids })
export const savedItemsResponse = z.object({
  products: z.array(z.int()),
  content: z.array(z.int()),
})

/** Pages of lists. */
export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Please ask for a page like 2.')
    .optional()
    .transform((page) => Number(page ?? 1)),
})

export const customerOrderParams = z.strictObject({
  orderNumber: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^DF-\d{1,12}$/, 'Order numbers look like DF-1001.'),
})
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

/** What a device keeps, to be shown: at most a hundred of each. */
export const savedCardsSchema = z.strictObject({
  products: z.array(rowIdSchema).max(100),
  content: z.array(rowIdSchema).max(100),
})

const pictureAnswer = z
  .strictObject({
    base: z.string(),
    widths: z.array(z.number()),
    width: z.number(),
    height: z.number(),
    color: z.string(),
    alt: z.string(),
  })
  .nullable()
const productCardAnswer = z.strictObject({
  id: z.int(),
  name: z.string(),
  priceCents: z.int(),
  wasCents: z.int().nullable(),
  picture: pictureAnswer,
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  isNew: z.boolean(),
  isSoldOut: z.boolean(),
})
const contentCardAnswer = z.strictObject({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  contentType: z.string(),
  picture: pictureAnswer,
  tags: z.array(z.string()),
  readingMinutes: z.number(),
  publishedAt: z.string(),
})
/** Cards as pages draw them, in the order they were kept. */
export const savedCardsResponse = z.strictObject({
  products: z.array(productCardAnswer),
  content: z.array(contentCardAnswer),
})
