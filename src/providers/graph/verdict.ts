import { z } from 'zod'
import { type Answer, retryAfterOf, troubleOf, type Verdict } from '../caller'
import type { ProviderTrouble } from '../http'

/** The oldest the Graph API answers changes about twice a year; this one is of July 2026. */
export const graphVersion = 'v26.0'

const errorSchema = z.object({
  error: z.object({
    message: z.string().catch(''), code: z.coerce.number().catch(0), error_subcode: z.coerce.number().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined), fbtrace_id: z.string().optional().catch(undefined),
  }),
})

/** By its code, not by the status (Graph API, Handling errors). */
const troubleFor = (code: number): ProviderTrouble => {
  if (code === 190 || code === 102 || code === 104) return 'sign-in'
  if (code === 10 || (code >= 200 && code < 300)) return 'permission'
  if ([4, 9, 17, 32, 341, 613, 80002].includes(code)) return 'limit'
  return code === 1 || code === 2 ? 'down' : 'refused'
}

const useCase = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })))
const pauseOf = (headers: Headers): number | undefined => {
  try {
    const minutes = Object.values(useCase.parse(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}'))).flat().map((one) => one.estimated_time_to_regain_access)
    return minutes.some((one) => one > 0) ? Math.max(...minutes) * 60_000 : undefined
  } catch {
    return undefined
  }
}

/** Reads an error of any Graph API. @param words plain sentences for the subcodes and codes that staff can do something about */
export const graphVerdict = (words: Readonly<Record<number, string>>) => ({ status, headers, body }: Answer): Verdict => {
  const { data } = errorSchema.safeParse(body)
  if (!data) {
    const trouble = troubleOf(status)
    return trouble ? { message: `answered ${status}`, trouble, retryAfterMs: retryAfterOf(headers) } : null
  }
  const { code, error_subcode: subcode = 0, error_user_msg: told, message, fbtrace_id: debugId } = data.error
  return {
    message: words[subcode] ?? words[code] ?? told ?? message.replace(/^\(#\d+\) /, ''), trouble: troubleFor(code), issue: subcode ? `${code}/${subcode}` : String(code),
    retryAfterMs: retryAfterOf(headers) ?? pauseOf(headers), debugId,
  }
}
