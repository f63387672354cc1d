import { z } from 'zod'

import {
  addressFields,
  addressTexts,
  checkZipState,
  optionalText,
  phoneSchema,
  plainTextPattern,
  rowIdSchema,
} from '@/platform/schema-fields'

const name = z
  .string()
  .trim()
  .max(60, 'Please use 60 characters or fewer.')
  .regex(plainTextPattern, 'Please use plain text.')
export const profileSchema = z.strictObject({ firstName: name, lastName: name })
export const profileResponse = z.object({
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})

export const maxAddresses = 20
export const savedAddressSchema = z
  .strictObject({
    ...addressFields,
    phone: phoneSchema,
    label: optionalText(40),
    isDefault: z.boolean().default(false),
  })
  .superRefine(checkZipState)
export type SavedAddressInput = z.infer<typeof savedAddressSchema>
export const addressResponse = z.object({
  id: z.int(),
  label: z.string(),
  ...addressTexts,
  countryCode: z.string(),
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

export const savedCardsSchema = z.strictObject({
  products: z.array(rowIdSchema).max(100),
  content: z.array(rowIdSchema).max(100),
})

const pictureResponse = z
  .strictObject({
    base: z.url().describe('Add a width and a format: -640.webp or -640.avif.'),
    widths: z.array(z.number()),
    width: z.number(),
    height: z.number(),
    color: z.string(),
    alt: z.string(),
    position: z.string().optional(),
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
