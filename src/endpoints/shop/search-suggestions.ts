import { publicEndpoint } from '@/endpoints/public-endpoint'
import { suggestSearches } from '@/modules/shop/queries/search-suggestions'
import { suggestionsQuery, suggestionsResponse } from '@/modules/shop/schemas/search-suggestions'

export const searchSuggestionEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/api/search/suggestions',
    summary: 'Suggest products, categories, and articles for a search as it’s typed',
    query: suggestionsQuery,
    response: suggestionsResponse,
    limit: { points: 600, seconds: 60 },
    handle: async (req, { query: { search } }) => ({
      value: await suggestSearches(req.payload, search),
    }),
  }),
]
