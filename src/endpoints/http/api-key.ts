import type { PayloadRequest } from 'payload'

import { apiKeyPattern, type RequestApiKey } from '@/access/api-key'
import { findApiKey } from '@/modules/accounts/actions/api-keys'
import { AppError } from '@/platform/errors'

import { consumeRateLimit, type RateLimit } from './rate-limit'

/** For all calls with one key. */
const keyLimit: RateLimit = { points: 600, seconds: 60 }
/** For invalid keys from one address. */
const invalidKeyLimit: RateLimit = { points: 60, seconds: 60 }

type ApiKeyUser = NonNullable<PayloadRequest['user']> & { actingKey: RequestApiKey }

const unauthorized = (message: string): AppError => new AppError('unauthorized', message)

/** Rejects a key in the URL, even a valid one: logs and histories store URLs. */
const assertNoKeyInUrl = (req: PayloadRequest): void => {
  if ([...(req.searchParams?.values() ?? [])].some((value) => value.startsWith('dfk_')))
    throw new AppError(
      'bad_request',
      'Send API keys in the Authorization: Bearer … header, never in a URL, where logs can expose them. Revoke this key and create a new one.',
    )
}

/**
 * Authenticates the API key of a request (Authorization: Bearer dfk_…); null without one. Returns
 * the user who created it, with the key: allowed is what both allow. The role is read at each
 * call, so a demotion takes effect at once.
 * @throws AppError unauthorized (unknown, revoked, expired, creator deactivated), too_many_requests, bad_request
 */
export async function authenticateApiKey(req: PayloadRequest): Promise<ApiKeyUser | null> {
  assertNoKeyInUrl(req)
  const header = req.headers.get('authorization')
  if (!header?.includes('dfk_')) return null
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
  const apiKey = apiKeyPattern.test(key) ? await findApiKey(req.payload, key) : null
  if (!apiKey || apiKey.isRevoked || apiKey.isExpired) {
    await consumeRateLimit(req, 'api-key refused', invalidKeyLimit)
    if (!apiKey) throw unauthorized('Unknown API key. Send it as: Authorization: Bearer dfk_…')
    throw unauthorized(
      apiKey.isRevoked ? 'This API key has been revoked.' : 'This API key has expired.',
    )
  }
  await consumeRateLimit(req, 'api-key', keyLimit, String(apiKey.id))
  const { id, name, prefix, permissions, creatorId } = apiKey
  const creator = await req.payload.findByID({
    collection: 'users',
    id: creatorId,
    depth: 0,
    disableErrors: true,
  })
  if (!creator?.isActive) throw unauthorized('The user who created this API key is deactivated.')
  return { ...creator, collection: 'users', actingKey: { id, name, prefix, permissions } }
}
