import {
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'

import { problemResponse } from './schema'

/** X gives the end of the rate limit window in Unix seconds. */
const retryAfterMs = (headers: Headers): number | undefined => {
  const reset = Number(headers.get('x-rate-limit-reset'))
  return (
    parseRetryAfter(headers) ?? (reset > 0 ? Math.max(1000, reset * 1000 - Date.now()) : undefined)
  )
}

export function mapXError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const kind = errorKindFromStatus(status)
  if (!kind) return null
  const problem = problemResponse.safeParse(body).data
  const type = problem?.type.split('/').at(-1) || problem?.error
  if (type === 'usage-capped')
    return {
      message: 'You’re out of X API credits. Add more on X, then try again.',
      kind: 'refused',
      issue: type,
    }
  if (/duplicate content/i.test(problem?.detail ?? ''))
    return {
      message: 'X already has a recent post with the same text.',
      kind: 'refused',
      issue: 'duplicate',
    }
  // An expired refresh token gets 400.
  if (problem?.error)
    return {
      message: 'X no longer accepts this sign-in.',
      kind: status < 500 ? 'sign-in' : 'down',
      issue: problem.error,
    }
  return {
    message: problem?.errors?.[0]?.message || problem?.detail || `X returned HTTP ${status}.`,
    kind: kind,
    retryAfterMs: kind === 'limit' ? retryAfterMs(headers) : undefined,
    issue: type,
  }
}
