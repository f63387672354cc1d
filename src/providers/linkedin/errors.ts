import {
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { stillProcessingMessage, stillProcessingMs } from '@/providers/social-network'

import { errorResponse } from './schema'

export function mapLinkedInError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const kind = status === 426 ? 'refused' : errorKindFromStatus(status)
  if (!kind) return null
  const response = errorResponse.safeParse(body).data
  if (status === 426)
    return {
      message:
        'LinkedIn no longer supports this version of its API. The shop’s software needs an update.',
      kind: kind,
      issue: 'version',
    }
  if (status === 422 && /duplicate/i.test(`${response?.code} ${response?.message}`))
    return {
      message: 'LinkedIn already has a recent post with the same text.',
      kind: kind,
      issue: 'duplicate',
    }
  // An uploaded picture whose status a member's token may not read.
  if (
    status === 422 &&
    /urn:li:(image|video)\S* is not available|still processing/i.test(response?.message ?? '')
  )
    return {
      message: stillProcessingMessage('LinkedIn'),
      kind: 'limit',
      issue: 'in-progress',
      retryAfterMs: stillProcessingMs,
    }
  // Expired codes and refresh tokens get 400.
  if (response?.error)
    return {
      message: 'LinkedIn no longer accepts this sign-in.',
      kind: status < 500 ? 'sign-in' : 'down',
      issue: response.error,
    }
  // Its rate limits are per day; without Retry-After, wait an hour.
  return {
    message: response?.message || `LinkedIn returned HTTP ${status}.`,
    kind: kind,
    issue: response?.code,
    retryAfterMs: kind === 'limit' ? (parseRetryAfter(headers) ?? 3_600_000) : undefined,
  }
}

/** For `catch`: null where this sign-in lacks the permission for a read. */
export function nullIfForbidden(error: unknown): null {
  if (error instanceof ProviderError && error.details.kind === 'permission') return null
  throw error
}
