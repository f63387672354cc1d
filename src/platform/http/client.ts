import type { z } from 'zod'

import { withCircuitBreaker } from './circuit-breaker'
import { hasTimeToRetry, readTimeoutMs } from './deadline'
import {
  ProviderError,
  type ProviderErrorKind,
  statusMessage,
  timeoutMessage,
} from './provider-error'
import { withRetries } from './retries'

export type ProviderResponse = {
  status: number
  headers: Headers
  /** Parsed JSON; the text if it isn't JSON; undefined if empty. */
  body: unknown
}

/** The error in a response; null if there is none. */
export type ErrorMapping = {
  message: string
  kind: ProviderErrorKind
  retryAfterMs?: number
  issue?: string
  debugId?: string
} | null

type Call<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base URL: '/v2/video/list/'. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  form?: Record<string, string>
  /** Any other body, such as a file or a multipart form. */
  body?: BodyInit
  headers?: Record<string, string>
  schema: Schema
  /** Whether the call may be repeated if it may have arrived. By default only GET is. */
  repeatable?: boolean
  timeoutMs?: number
}

export type HttpClientOptions = {
  provider: string
  baseUrl: string
  headers?: Record<string, string>
  /** Maps the provider's own errors. By default every status that is not 2xx is one. */
  mapError?: (response: ProviderResponse) => ErrorMapping
  timeoutMs?: number
}

const maxBytes = 20_000_000
const pauses = [800, 1600, 3200] as const
/** The client doesn't wait for longer pauses: the error carries them, and the caller retries later. */
const maxPauseMs = 15_000

export function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, 24 * 3_600_000)) : undefined
}

/** Returns the error kind of a status; null for success. */
export function errorKindFromStatus(status: number): ProviderErrorKind | null {
  if (status < 300) return null
  if (status === 401) return 'sign-in'
  if (status === 403) return 'permission'
  if (status === 429) return 'limit'
  return status >= 500 || status === 408 ? 'down' : status >= 400 ? 'refused' : 'unexpected'
}

const errorFromStatus = ({ status, headers }: ProviderResponse): ErrorMapping => {
  const kind = errorKindFromStatus(status)
  return kind
    ? { message: statusMessage(status), kind, retryAfterMs: parseRetryAfter(headers) }
    : null
}

const readBody = async (response: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      throw new Error('The response is too long')
    }
    chunks.push(value)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (!text.trim()) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

type Result<Schema extends z.ZodType> = { data: z.infer<Schema>; headers: Headers; status: number }

const isRead = ({ method = 'GET' }: Call<z.ZodType>): boolean => method === 'GET'

const toRequestBody = ({ json, form, body }: Call<z.ZodType>): BodyInit | undefined => {
  if (json !== undefined) return JSON.stringify(json)
  return form ? new URLSearchParams(form) : body
}

/** Sends a request once. @throws ProviderError `down` if there is no response */
async function fetchResponse(
  { provider, baseUrl, headers, timeoutMs = 20_000 }: HttpClientOptions,
  call: Call<z.ZodType>,
): Promise<ProviderResponse> {
  const url = new URL(baseUrl + call.path)
  const maxMs = call.timeoutMs ?? timeoutMs
  const signal = AbortSignal.timeout(isRead(call) ? readTimeoutMs(maxMs) : maxMs)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  try {
    const response = await fetch(url, {
      method: call.method ?? 'GET',
      body: toRequestBody(call),
      redirect: 'manual',
      signal,
      headers: {
        Accept: 'application/json',
        ...(call.json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
        ...call.headers,
      },
    })
    return { status: response.status, headers: response.headers, body: await readBody(response) }
  } catch (cause) {
    throw new ProviderError(provider, signal.aborted ? timeoutMessage : 'couldn’t be reached', {
      retryable: true,
      kind: 'down',
      cause,
    })
  }
}

async function send<Schema extends z.ZodType>(
  options: HttpClientOptions,
  call: Call<Schema>,
): Promise<Result<Schema>> {
  const { provider, mapError = errorFromStatus } = options
  const response = await fetchResponse(options, call)
  const { status, headers } = response
  const error = mapError(response)
  if (error)
    throw new ProviderError(provider, error.message, {
      ...error,
      status,
      retryable: error.kind === 'down' || error.kind === 'limit',
    })
  const data = parseResponse(provider, call.schema, response.body, {
    status,
    retryable: isRead(call),
  })
  return { data, headers, status }
}

/**
 * Validates a response body.
 * @throws ProviderError `unexpected`, with the path of the first value that does not fit
 */
export function parseResponse<Schema extends z.ZodType>(
  provider: string,
  schema: Schema,
  body: unknown,
  details: { status?: number; retryable: boolean },
): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.')
  throw new ProviderError(provider, `sent an unexpected response${path ? ` (${path})` : ''}`, {
    ...details,
    kind: 'unexpected',
    cause: parsed.error,
  })
}

/**
 * Creates a client for a JSON service: with a timeout, responses validated by zod, failures as ProviderError, retries
 * with jitter for calls that may be repeated (`Retry-After` is respected), and a circuit breaker. Redirects are not
 * followed, because the keys would be sent along. URLs and bodies are never logged.
 * @throws ProviderError
 */
export function createHttpClient(options: HttpClientOptions) {
  const { provider } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  return <Schema extends z.ZodType>(call: Call<Schema>): Promise<Result<Schema>> =>
    withRetries(
      () => withCircuitBreaker(provider, baseUrl, () => send({ ...options, baseUrl }, call)),
      {
        pauses,
        maxPauseMs,
        // A rate-limited call had no effect, so any call may be repeated then.
        mayRepeat: (error) =>
          error.details.retryable &&
          (error.details.kind === 'limit' || (call.repeatable ?? isRead(call))) &&
          hasTimeToRetry(error),
      },
    )
}
export type HttpClient = ReturnType<typeof createHttpClient>

/** Returns the ISO time this many seconds from now; null if it doesn't expire. */
export function expiresAtFromSeconds(seconds: number | null | undefined): string | null {
  return seconds ? new Date(Date.now() + seconds * 1000).toISOString() : null
}
