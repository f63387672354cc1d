import type { ErrorMapping, ProviderResponse } from '@/platform/http/client'
import { mapInstagramError } from '@/providers/instagram/errors'

/** Changes about twice a year; this one is of July 2026. */
export const graphVersion = 'v26.0'

/** Trouble that only publishing meets: no token at all, the limit of posts in a day, a container that is not ready. */
const more: Readonly<Record<number, Pick<NonNullable<ErrorMapping>, 'trouble' | 'retryAfterMs'>>> =
  {
    104: { trouble: 'sign-in' },
    9: { trouble: 'limit', retryAfterMs: 3_600_000 },
    9007: { trouble: 'limit', retryAfterMs: 20_000 },
  }

/** Reads an error of the Graph API for staff. @param words plain sentences for the subcodes and codes that they can do something about */
export function mapGraphError(words: Readonly<Record<number, string>>) {
  return (answer: ProviderResponse): ErrorMapping => {
    const verdict = mapInstagramError(answer)
    if (!verdict) return null
    const [code = 0, subcode = 0] = (verdict.issue ?? '').split('/').map(Number)
    const told = (answer.body as { error?: { error_user_msg?: unknown } } | null)?.error
      ?.error_user_msg
    return {
      ...verdict,
      ...more[code],
      message:
        words[subcode] ??
        words[code] ??
        (typeof told === 'string' ? told.slice(0, 200) : verdict.message.replace(/^\(#\d+\) /, '')),
    }
  }
}
