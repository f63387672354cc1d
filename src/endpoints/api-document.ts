import { z } from 'zod'
import { getApiDocument } from '../queries/api-document'
import { endpoint } from './endpoint'
import { publicAnswer } from './public-answer'

export const documentEndpoints = [
  endpoint({
    method: 'get', path: '/api/openapi.json', summary: 'This API as an OpenAPI 3.1 document', limit: { points: 120, seconds: 60 },
    query: z.strictObject({}), answer: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
    handle: async (req) => publicAnswer(req, getApiDocument(req.payload)),
  }),
]
