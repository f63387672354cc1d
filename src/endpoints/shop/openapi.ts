import { z } from 'zod'
import { getApiDocument } from '@/modules/shop/queries/openapi-document'
import { publicEndpoint } from '@/endpoints/public-endpoint'

export const openApiEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    limit: { points: 120, seconds: 60 },
    query: z.strictObject({}),
    answer: z.looseObject({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.unknown()),
    }),
    handle: async (req) => ({ value: getApiDocument(req.payload) }),
  }),
]
