import { z } from 'zod'

import type { ErrorMapping, ProviderResponse } from '@/platform/http/client'
import { mapInstagramError } from '@/providers/instagram/errors'

/** Changes about twice a year; this version is from July 2026. */
export const graphVersion = 'v26.0'

type GraphError = NonNullable<ErrorMapping>

/** Errors of publishing only: a missing token, the daily limit of posts, a container that is not ready. */
const publishingErrors: Readonly<Record<number, Pick<GraphError, 'kind' | 'retryAfterMs'>>> = {
  104: { kind: 'sign-in' },
  9: { kind: 'limit', retryAfterMs: 3_600_000 },
  9007: { kind: 'limit', retryAfterMs: 20_000 },
}

const userMessageResponse = z.object({ error: z.object({ error_user_msg: z.string() }) })

/** Maps an error of the Graph API. @param messages sentences for the subcodes and codes that staff can act on */
export function mapGraphError(messages: Readonly<Record<number, string>>) {
  return (response: ProviderResponse): ErrorMapping => {
    const error = mapInstagramError(response)
    if (!error) return null
    const [code = 0, subcode = 0] = (error.issue ?? '').split('/').map(Number)
    const userMessage = userMessageResponse.safeParse(response.body).data?.error.error_user_msg
    return {
      ...error,
      ...publishingErrors[code],
      message:
        messages[subcode] ??
        messages[code] ??
        userMessage?.slice(0, 200) ??
        error.message.replace(/^\(#\d+\) /, ''),
    }
  }
}
