import {
  errorKindFromStatus,
  type ErrorMapping,
  parseRetryAfter,
  type ProviderResponse,
} from '@/platform/http/client'
import type { ProviderErrorKind } from '@/platform/http/provider-error'

type GraphProblem = {
  message?: unknown
  code?: unknown
  error_subcode?: unknown
  fbtrace_id?: unknown
}

const throttled = new Set([4, 17, 32, 341, 613, 80002])
const signIn = new Set([102, 190])

/** By Meta's own code: the status of the same error varies. */
const byCode = (code: number): ProviderErrorKind | null => {
  if (signIn.has(code)) return 'sign-in'
  if (code === 10 || (code >= 200 && code < 300)) return 'permission'
  if (throttled.has(code)) return 'limit'
  return code === 1 || code === 2 ? 'down' : null
}

type Usage = Record<string, unknown>
const isObject = (value: unknown): value is Usage => typeof value === 'object' && value !== null
/** What a header says in JSON, if it does. */
const readUsage = (headers: Headers, name: string): Usage => {
  try {
    const said = JSON.parse(headers.get(name) ?? '') as unknown
    return isObject(said) ? said : {}
  } catch {
    return {}
  }
}
const businessUsage = (headers: Headers): Usage[] =>
  Object.values(readUsage(headers, 'x-business-use-case-usage')).flat().filter(isObject)
const most = (values: readonly unknown[]): number =>
  Math.max(0, ...values.map((value) => Number(value) || 0))

/** The longest of the minutes that `X-Business-Use-Case-Usage` asks for. */
const regainMs = (headers: Headers): number | undefined =>
  most(businessUsage(headers).map((usage) => usage.estimated_time_to_regain_access)) * 60_000 ||
  undefined

const fullFrom = 80
const breakMs = 5 * 60_000
/** How long to leave Meta alone after a good answer: from 80 % of what it allows us, what it asks for, or else five minutes (reference, section 5). */
export function usageCooldownMs(headers: Headers): number | null {
  const percents = [readUsage(headers, 'x-app-usage'), ...businessUsage(headers)].flatMap(
    (usage) => [usage.call_count, usage.total_time, usage.total_cputime],
  )
  return most(percents) >= fullFrom ? (regainMs(headers) ?? breakMs) : null
}

/** What a refusal of the Graph API or of api.instagram.com means (reference, section 5). The address is never told: the token may be in it. */
export function mapInstagramError({ status, headers, body }: ProviderResponse): ErrorMapping {
  const given = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: GraphProblem
    error_message?: unknown
  }
  const problem = typeof given.error === 'object' && given.error !== null ? given.error : null
  const byStatus = errorKindFromStatus(status)
  if (!problem && !byStatus) return null
  const code = Number(problem?.code)
  const kind =
    byCode(code) ??
    (byStatus === 'sign-in' || byStatus === 'permission' || !byStatus ? 'refused' : byStatus)
  const said = problem?.message ?? given.error_message
  const subcode = Number(problem?.error_subcode)
  return {
    message: typeof said === 'string' ? said.slice(0, 200) : `answered ${status}`,
    kind,
    ...(Number.isFinite(code)
      ? { issue: Number.isFinite(subcode) ? `${code}/${subcode}` : String(code) }
      : {}),
    ...(typeof problem?.fbtrace_id === 'string' ? { debugId: problem.fbtrace_id } : {}),
    retryAfterMs:
      parseRetryAfter(headers) ??
      (kind === 'limit' ? (regainMs(headers) ?? 15 * 60_000) : undefined),
  }
}
