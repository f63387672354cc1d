import { z } from 'zod'

import { apiKeyPermissions } from '@/access/api-key'
import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { createApiKey, revokeApiKey } from '@/modules/accounts/actions/api-keys'
import { listApiKeys } from '@/modules/accounts/queries/list-api-keys'
import { requiredText } from '@/platform/schema-fields'

const date = z.iso.datetime().nullable()
const permission = z.enum(apiKeyPermissions)
const keyResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  state: z.enum(['works', 'expired', 'revoked', 'its maker may not use it']),
  permissions: z.array(permission),
  lost: z
    .array(permission)
    .describe('What is on its list and its maker may not do any more; the key may not either.'),
  makerId: z.int(),
  maker: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: date,
  lastUsedAt: date,
  revokedAt: date,
})
const newKeySchema = z.strictObject({
  name: requiredText('a name', 80),
  permissions: z
    .array(permission)
    .min(1, 'Please choose at least one.')
    .max(apiKeyPermissions.length)
    .transform((list) => [...new Set(list)]),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe('When it stops working; null: not by itself.'),
})

/** `peopleOnly`: an API key can't create or revoke another. */
export const adminApiKeyEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/api-keys',
    summary: 'API keys, without the keys themselves',
    requires: 'settings:write',
    peopleOnly: true,
    answer: z.array(keyResponse),
    handle: ({ payload }) => listApiKeys(payload),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/api-keys',
    summary: 'Make an API key; it is answered only this once',
    requires: 'settings:write',
    peopleOnly: true,
    body: newKeySchema,
    answer: z.strictObject({ id: z.int(), key: z.string() }),
    limit: { points: 30, seconds: 3600 },
    handle: (req, { body }) => createApiKey(req.payload, requireUser(req), body),
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/api-keys/:id',
    summary: 'Revoke an API key, at once and for good',
    requires: 'settings:write',
    peopleOnly: true,
    params: idParams,
    answer: z.strictObject({ id: z.int() }),
    handle: async (req, { params: { id } }) => {
      await revokeApiKey(req.payload, requireUser(req), id)
      return { id }
    },
  }),
]
