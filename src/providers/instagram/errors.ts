import {
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import { type ProviderErrorKind, statusMessage } from '@/platform/http/provider-error'

type GraphError = {
  message?: unknown
  code?: unknown
  error_subcode?: unknown
  fbtrace_id?: unknown
}

const throttled = new Set([4, 17, 32, 341, 613, 80002])
const signIn = new Set([102, 190])

/** Maps Meta's own code, because the status of the same error varies. */
const errorKindFromCode = (code: number): ProviderErrorKind | null => {
  if (signIn.has(code)) return 'sign-in'
  if (code === 10 || (code >= 200 && code < 300)) return 'permission'
  if (throttled.has(code)) return 'limit'
  return code === 1 || code === 2 ? 'down' : null
}

type Usage = Record<string, unknown>
const isObject = (value: unknown): value is Usage => typeof value === 'object' && value !== null
/** Parses a header with JSON; empty if it has none. */
const readUsage = (headers: Headers, name: string): Usage => {
  try {
    const usage = JSON.parse(headers.get(name) ?? '') as unknown
    return isObject(usage) ? usage : {}
  } catch {
    return {}
  }
}
const businessUsage = (headers: Headers): Usage[] =>
  Object.values(readUsage(headers, 'x-business-use-case-usage')).flat().filter(isObject)
const highest = (values: readonly unknown[]): number =>
  Math.max(0, ...values.map((value) => Number(value) || 0))

/** The longest of the pauses that `X-Business-Use-Case-Usage` asks for. */
const regainMs = (headers: Headers): number | undefined =>
  highest(businessUsage(headers).map((usage) => usage.estimated_time_to_regain_access)) * 60_000 ||
  undefined

const cooldownFromPercent = 80
const defaultCooldownMs = 5 * 60_000
/** Returns the pause after a success: from 80% of the rate limit on, the one that Meta asks for or five minutes (reference, section 5). */
export function usageCooldownMs(headers: Headers): number | null {
  const percents = [readUsage(headers, 'x-app-usage'), ...businessUsage(headers)].flatMap(
    (usage) => [usage.call_count, usage.total_time, usage.total_cputime],
  )
  return highest(percents) >= cooldownFromPercent ? (regainMs(headers) ?? defaultCooldownMs) : null
}

/** Maps errors of the Graph API and of api.instagram.com (reference, section 5). The URL is left out: it may contain the token. */
export function mapInstagramError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const response = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: GraphError
    error_message?: unknown
  }
  const error =
    typeof response.error === 'object' && response.error !== null ? response.error : null
  const byStatus = errorKindFromStatus(status)
  if (!error && !byStatus) return null
  const code = Number(error?.code)
  const kind =
    errorKindFromCode(code) ??
    (code && (byStatus === 'sign-in' || byStatus === 'permission')
      ? 'refused'
      : (byStatus ?? 'refused'))
  const message = error?.message ?? response.error_message
  const subcode = Number(error?.error_subcode)
  return {
    message: typeof message === 'string' ? message.slice(0, 200) : statusMessage(status),
    kind,
    ...(Number.isFinite(code)
      ? { issue: Number.isFinite(subcode) ? `${code}/${subcode}` : String(code) }
      : {}),
    ...(typeof error?.fbtrace_id === 'string' ? { debugId: error.fbtrace_id } : {}),
    retryAfterMs:
      parseRetryAfter(headers) ??
      (kind === 'limit' ? (regainMs(headers) ?? 15 * 60_000) : undefined),
  }
}
