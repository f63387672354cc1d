import { z } from 'zod'

import { publicEndpoint } from '@/endpoints/public-endpoint'
import { getApiDocument } from '@/modules/shop/queries/openapi-document'

export const openApiEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/api/openapi.json',
    summary: 'Get this API as an OpenAPI 3.1 document',
    limit: { points: 120, seconds: 60 },
    query: z.strictObject({}),
    response: z.looseObject({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.unknown()),
    }),
    handle: async (req) => ({ value: getApiDocument(req.payload) }),
  }),
]
