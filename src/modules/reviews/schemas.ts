import { z } from 'zod'

import { optionalText, requiredParagraphs, rowIdSchema } from '@/platform/schema-fields'

import { reviewNameFormats } from './rules'

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
