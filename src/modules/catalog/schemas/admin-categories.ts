import { z } from 'zod'

import {
  requiredParagraphs,
  requiredText,
  rowIdSchema,
  slugSchema,
  versionField,
} from '@/platform/schema-fields'

const fields = {
  name: requiredText('a name', 80),
  slug: z
    .literal('')
    .or(slugSchema.max(60, 'Please use 60 characters or fewer.'))
    .optional()
    .describe('Used in URLs. Created from the name if left out.'),
  description: requiredParagraphs('a description', 500)
    .or(z.literal(''))
    .nullable()
    .optional()
    .transform((text) => text || null),
}
const ids = z.array(rowIdSchema).max(20_000).default([])
/** The ids are for undoing a deletion: items that still have no category move into the new one. */
export const newCategoryBody = z.strictObject({ ...fields, productIds: ids, contentIds: ids })
export const categoryBody = z.strictObject({ ...fields, ...versionField })
export const adminCategoryResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  products: z.int(),
  content: z.int(),
  updatedAt: z.iso.datetime(),
})
export type CategoryInput = Omit<z.output<typeof categoryBody>, 'version'>
