import type { PayloadRequest } from 'payload'

import { apiKeyPattern, type RequestApiKey } from '@/access/api-key'
import { findApiKey } from '@/modules/accounts/actions/api-keys'
import { AppError } from '@/platform/errors'

import { consumeRateLimit, type RateLimit } from './rate-limit'

/** Whatever a key calls, all together. */
const perKey: RateLimit = { points: 600, seconds: 60 }
/** From one address: a program with a wrong key should stop and ask somebody. */
const wrongOnes: RateLimit = { points: 60, seconds: 60 }

type Acting = NonNullable<PayloadRequest['user']> & { actingKey: RequestApiKey }

const refuse = (sentence: string): AppError => new AppError('unauthorized', sentence)

/** Addresses are kept in logs and histories, so a key in one is refused before anything else, also a good one. */
const refuseInAddress = (req: PayloadRequest): void => {
  if ([...(req.searchParams?.values() ?? [])].some((value) => value.startsWith('dfk_')))
    throw new AppError(
      'bad_request',
      'A key belongs into the header Authorization: Bearer …, never into an address, where logs keep it. Please revoke this one and make another.',
    )
}

/**
 * The person who made the key that this request carries (Authorization: Bearer dfk_…), with the key upon them: they may
 * do what both may. Null without a key. Roles are read anew, so a demotion counts at the next call.
 * @throws AppError unauthorized (no such key, revoked, expired, its maker switched off), too_many_requests, bad_request
 */
export async function authenticateApiKey(req: PayloadRequest): Promise<Acting | null> {
  refuseInAddress(req)
  const header = req.headers.get('authorization')
  if (!header?.includes('dfk_')) return null
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
  const found = apiKeyPattern.test(key) ? await findApiKey(req.payload, key) : null
  if (!found || found.isRevoked || found.isExpired) {
    await consumeRateLimit(req, 'api-key refused', wrongOnes)
    if (!found)
      throw refuse('This API key is not known. It is sent as: Authorization: Bearer dfk_…')
    throw refuse(found.isRevoked ? 'This API key was revoked.' : 'This API key has expired.')
  }
  await consumeRateLimit(req, 'api-key', perKey, String(found.id))
  const { id, name, prefix, permissions, makerId } = found
  const maker = await req.payload.findByID({
    collection: 'users',
    id: makerId,
    depth: 0,
    disableErrors: true,
  })
  if (!maker?.isActive)
    throw refuse('Whoever made this API key is switched off, and so is the key.')
  return { ...maker, collection: 'users', actingKey: { id, name, prefix, permissions } }
}
