import { type Answer, retryAfterOf, troubleOf, type Verdict } from '../caller'
import type { ProviderTrouble } from '../http'

type GraphProblem = { message?: unknown; code?: unknown; error_subcode?: unknown; fbtrace_id?: unknown }

const throttled = new Set([4, 17, 32, 341, 613, 80002])
const signIn = new Set([102, 190])

/** By Meta's own code: the status of the same trouble varies. */
const byCode = (code: number): ProviderTrouble | null => {
  if (signIn.has(code)) return 'sign-in'
  if (code === 10 || (code >= 200 && code < 300)) return 'permission'
  if (throttled.has(code)) return 'limit'
  return code === 1 || code === 2 ? 'down' : null
}

/** The longest of the minutes that `X-Business-Use-Case-Usage` asks for. */
const regainMs = (headers: Headers): number | undefined => {
  try {
    const usage = Object.values(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}') as Record<string, { estimated_time_to_regain_access?: number }[]>).flat()
    const minutes = Math.max(0, ...usage.map((entry) => Number(entry.estimated_time_to_regain_access) || 0))
    return minutes > 0 ? minutes * 60_000 : undefined
  } catch {
    return undefined
  }
}

/** What a refusal of the Graph API or of api.instagram.com means (reference, section 5). The address is never told: the token may be in it. */
export const instagramVerdict = ({ status, headers, body }: Answer): Verdict => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as { error?: GraphProblem; error_message?: unknown }
  const problem = typeof given.error === 'object' && given.error !== null ? given.error : null
  const byStatus = troubleOf(status)
  if (!problem && !byStatus) return null
  const code = Number(problem?.code)
  const trouble = byCode(code) ?? (byStatus === 'sign-in' || byStatus === 'permission' || !byStatus ? 'refused' : byStatus)
  const said = problem?.message ?? given.error_message
  const subcode = Number(problem?.error_subcode)
  return {
    message: typeof said === 'string' ? said.slice(0, 200) : `answered ${status}`, trouble,
    ...(Number.isFinite(code) ? { issue: Number.isFinite(subcode) ? `${code}/${subcode}` : String(code) } : {}),
    ...(typeof problem?.fbtrace_id === 'string' ? { debugId: problem.fbtrace_id } : {}),
    retryAfterMs: retryAfterOf(headers) ?? (trouble === 'limit' ? regainMs(headers) ?? 15 * 60_000 : undefined),
  }
}
