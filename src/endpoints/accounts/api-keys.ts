import { z } from 'zod'

import { endpoint, type EndpointDeclaration, idParams } from '@/endpoints/endpoint'
import { createApiKey, revokeApiKey } from '@/modules/accounts/actions/api-keys'
import { apiKeySorts, listApiKeys } from '@/modules/accounts/queries/list-api-keys'
import { apiKeyResponse, newApiKeySchema } from '@/modules/accounts/schemas/admin'

/** `sessionOnly`: an API key cannot create or revoke another. */
const access = {
  requires: 'settings:write',
  sessionOnly: true,
} as const satisfies Partial<EndpointDeclaration>

export const adminApiKeyEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/api-keys',
    summary: 'List API keys without their secrets',
    ...access,
    query: z.strictObject({
      sort: z
        .enum(apiKeySorts)
        .default('active')
        .describe('active: keys that aren’t revoked first.'),
    }),
    response: z.array(apiKeyResponse),
    handle: ({ payload }, { query }) => listApiKeys(payload, query),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/api-keys',
    summary: 'Create an API key; its secret is returned only once',
    ...access,
    stepUp: true,
    body: newApiKeySchema,
    creates: true,
    response: z.strictObject({ id: z.int(), key: z.string() }),
    limit: { points: 30, seconds: 3600 },
    handle: (req, { body }) => createApiKey(req.payload, req.user, body),
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/api-keys/:id',
    summary: 'Revoke an API key permanently',
    ...access,
    stepUp: true,
    params: idParams,
    response: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id } }) => {
      await revokeApiKey(req.payload, req.user, id)
      return { id }
    },
  }),
]
