import { z } from 'zod'

import { reviewNameFormats } from '@/modules/reviews/rules'
import {
  addressFields,
  optionalText,
  orderNumberSchema,
  phoneSchema,
  plainTextPattern,
  requiredParagraphs,
  rowIdSchema,
} from '@/platform/schema-fields'

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

export const maxAddresses = 20
export const savedAddressSchema = z.strictObject({
  ...addressFields,
  phone: phoneSchema,
  label: optionalText(40),
  isDefault: z.boolean().default(false),
})
export type SavedAddressInput = z.infer<typeof savedAddressSchema>
/** A saved address. Absent values are empty strings, as form fields need them. */
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

/** For each kind. */
export const maxSavedItems = 500
const ids = z.array(rowIdSchema).max(maxSavedItems).default([])
export const mergeSavedSchema = z.strictObject({ products: ids, content: ids })
export const savedItemsResponse = z.object({
  products: z.array(z.int()),
  content: z.array(z.int()),
})

export const reviewSchema = z.strictObject({
  productId: rowIdSchema,
  rating: z
    .int('Please choose from 1 to 5.')
    .min(1, 'Please choose from 1 to 5.')
    .max(5, 'Please choose from 1 to 5.'),
  title: optionalText(120),
  body: requiredParagraphs('a few words', 4000),
  showAs: z.enum(reviewNameFormats).default('initial'),
})
export const reviewChangeSchema = reviewSchema.omit({ productId: true })
export type ReviewInput = z.infer<typeof reviewSchema>
export const customerReviewResponse = z.object({
  id: z.int(),
  productId: z.int(),
  productName: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected']),
  createdAt: z.string(),
})

export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Please ask for a page like 2.')
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

export const savedCardsSchema = z.strictObject({
  products: z.array(rowIdSchema).max(100),
  content: z.array(rowIdSchema).max(100),
})

const pictureResponse = z
  .strictObject({
    base: z.string(),
    widths: z.array(z.number()),
    width: z.number(),
    height: z.number(),
    color: z.string(),
    alt: z.string(),
  })
  .nullable()
const productCardResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  priceCents: z.int(),
  wasCents: z.int().nullable(),
  picture: pictureResponse,
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  isNew: z.boolean(),
  isSoldOut: z.boolean(),
})
const contentCardResponse = z.strictObject({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  contentType: z.string(),
  picture: pictureResponse,
  tags: z.array(z.string()),
  readingMinutes: z.number(),
  publishedAt: z.string(),
})
export const savedCardsResponse = z.strictObject({
  products: z.array(productCardResponse),
  content: z.array(contentCardResponse),
})
