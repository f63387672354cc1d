import type { z } from 'zod'

import { withCircuitBreaker } from './circuit-breaker'
import { ProviderError, type ProviderErrorKind } from './provider-error'
import { withRetries } from './retries'

export type ProviderResponse = {
  status: number
  headers: Headers
  /** Parsed JSON; the text when it is none; undefined when empty. */ body: unknown
}

/** What an answer says went wrong; null when it is good. */
export type ErrorMapping = {
  message: string
  trouble: ProviderErrorKind
  retryAfterMs?: number
  issue?: string
  debugId?: string
} | null

type Call<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base address: '/v2/video/list/'. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  form?: Record<string, string>
  /** Anything else: a file, a form with one. */
  body?: BodyInit
  headers?: Record<string, string>
  answer: Schema
  /** Whether the same call may be sent again when it is unknown whether it arrived. GET may, the others may not unless told. */
  repeatable?: boolean
  timeoutMs?: number
}

type Options = {
  provider: string
  baseUrl: string
  headers?: Record<string, string>
  /** Reads the provider's own way of saying no. Without one, every status from 400 on is trouble. */
  verdict?: (answer: ProviderResponse) => ErrorMapping
  timeoutMs?: number
}

const mostBytes = 20_000_000
const pauses = [800, 1600, 3200] as const
/** A pause longer than this is not waited for here: the caller is told how long, and comes back. */
const longestPauseMs = 15_000

export function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, 24 * 3_600_000)) : undefined
}

/** By its status alone. */
export function errorKindFromStatus(status: number): ProviderErrorKind | null {
  if (status < 300) return null
  if (status === 401) return 'sign-in'
  if (status === 403) return 'permission'
  if (status === 429) return 'limit'
  return status >= 500 || status === 408 ? 'down' : status >= 400 ? 'refused' : 'odd'
}

const plainVerdict = ({ status, headers }: ProviderResponse): ErrorMapping => {
  const trouble = errorKindFromStatus(status)
  return trouble
    ? { message: `answered ${status}`, trouble, retryAfterMs: parseRetryAfter(headers) }
    : null
}

const readBody = async (answer: Response): Promise<unknown> => {
  const parts: Uint8Array[] = []
  let size = 0
  if (answer.body)
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > mostBytes) throw new Error('The answer is too long')
      parts.push(part)
    }
  const text = Buffer.concat(parts).toString('utf8')
  if (!text.trim()) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * What all clients of JSON services share: a time limit, an answer that goes through zod, failures as ProviderError,
 * repeats with jitter for calls that may be repeated (`Retry-After` obeyed), and a circuit breaker. Redirects are not
 * followed: keys would go along. Addresses and bodies never reach a log.
 * @throws ProviderError
 */
export function createHttpClient({
  provider,
  baseUrl,
  headers: always = {},
  verdict = plainVerdict,
  timeoutMs = 20_000,
}: Options) {
  const base = baseUrl.replace(/\/+$/, '')

  const once = async <Schema extends z.ZodType>(
    call: Call<Schema>,
  ): Promise<{ data: z.infer<Schema>; headers: Headers; status: number }> => {
    const url = new URL(base + call.path)
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const isForm = call.form !== undefined
    const body =
      call.json !== undefined
        ? JSON.stringify(call.json)
        : isForm
          ? new URLSearchParams(call.form)
          : call.body
    let answer: ProviderResponse
    try {
      const response = await fetch(url, {
        method: call.method ?? 'GET',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(call.timeoutMs ?? timeoutMs),
        headers: {
          Accept: 'application/json',
          ...(call.json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...always,
          ...call.headers,
        },
      })
      answer = {
        status: response.status,
        headers: response.headers,
        body: await readBody(response),
      }
    } catch (cause) {
      const late = cause instanceof Error && cause.name === 'TimeoutError'
      throw new ProviderError(provider, late ? 'did not answer in time' : 'could not be reached', {
        retryable: true,
        trouble: 'down',
        cause,
      })
    }
    const wrong = verdict(answer)
    if (wrong)
      throw new ProviderError(provider, wrong.message, {
        ...wrong,
        status: answer.status,
        retryable: wrong.trouble === 'down' || wrong.trouble === 'limit',
      })
    const parsed = call.answer.safeParse(answer.body)
    if (!parsed.success)
      throw new ProviderError(
        provider,
        `answered something that was not expected (${parsed.error.issues[0]?.path.join('.') || 'all of it'})`,
        {
          status: answer.status,
          retryable: call.method === undefined || call.method === 'GET',
          trouble: 'odd',
          cause: parsed.error,
        },
      )
    return { data: parsed.data, headers: answer.headers, status: answer.status }
  }

  /** A refusal for being too fast had no effect, so anything may be sent again after it; the rest only when it is safe. */
  const mayRepeat = (call: Call<z.ZodType>, { details }: ProviderError): boolean =>
    details.retryable &&
    (details.trouble === 'limit' ||
      (call.repeatable ?? (call.method === undefined || call.method === 'GET')))

  return <Schema extends z.ZodType>(
    call: Call<Schema>,
  ): Promise<{ data: z.infer<Schema>; headers: Headers; status: number }> =>
    withRetries(() => withCircuitBreaker(provider, base, () => once(call)), {
      pauses,
      longestPauseMs,
      mayRepeat: (error) => mayRepeat(call, error),
    })
}
export type HttpClient = ReturnType<typeof createHttpClient>

/** ISO 8601 of so many seconds from now; null when nobody says when something runs out. */
export function expiresAtFromSeconds(seconds: number | null | undefined): string | null {
  return seconds ? new Date(Date.now() + seconds * 1000).toISOString() : null
}
