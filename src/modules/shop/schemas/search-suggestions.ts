import { z } from 'zod'

import { searchTextField } from '@/platform/schema-fields'

export const suggestionsQuery = z.strictObject({
  search: searchTextField.describe('What was typed so far.'),
})

const suggestion = z.strictObject({
  label: z.string(),
  href: z.string().describe('A path of the shop, or a telephone link.'),
})

export const suggestionsResponse = z
  .strictObject({
    help: z.array(suggestion).describe('Pages that answer a question.'),
    products: z.array(suggestion),
    categories: z.array(suggestion),
    articles: z.array(suggestion),
  })
  .meta({ id: 'SearchSuggestions' })
export type SearchSuggestions = z.infer<typeof suggestionsResponse>
