import { z } from 'zod'

/**
 * A fault that a test injects at a provider.
 *
 * - `latency`: the response is held back until the time is over, a control call releases it, or the faults are cleared.
 * - `status`: the provider responds with its own error (429 may have `retryAfter`).
 * - `reset-before`: the connection is cut before anything happens.
 * - `reset-after`: the effect happens, the connection is cut before the response.
 * - `truncated`: the effect happens, the connection is cut half-way through the body.
 * - `malformed`: the effect happens, the response is complete but is not valid JSON.
 * - `no-content-type`: the effect happens, the response has no content type.
 * - `repeat`: the response is the previous one of this path, even if another page was requested.
 * - `html`: a gateway responds with a page, and the provider gets nothing.
 */
export const faultSchema = z.strictObject({
  provider: z.string(),
  match: z
    .strictObject({ method: z.string().optional(), path: pathPattern().optional() })
    .default({}),
  fault: z.enum([
    'latency',
    'status',
    'reset-before',
    'reset-after',
    'truncated',
    'malformed',
    'no-content-type',
    'repeat',
    'html',
  ]),
  /** For `latency`, `status` and `html`: whether the provider acts before it fails. */
  when: z.enum(['before', 'after']).default('before'),
  status: z.int().min(200).max(599).optional(),
  retryAfter: z.union([z.string(), z.number()]).optional(),
  /** For `status`: the body, to force one documented error. */
  body: z.unknown().optional(),
  latencyMs: z.int().min(0).max(600_000).default(1_000),
  times: z.int().min(1).default(1),
})

export type Fault = z.infer<typeof faultSchema>
export type PlannedFault = Fault & { hits: number }

export interface Faults {
  add: (fault: Fault) => void
  /** The first planned fault that fits this call; using it counts. */
  take: (provider: string, method: string, path: string) => Fault | undefined
  list: () => PlannedFault[]
  /** Resolves after the time in milliseconds, or once late responses are released. */
  wait: (ms: number) => Promise<void>
  /** Releases every late response. Planned faults stay. */
  answer: () => void
  clear: () => void
}

export function createFaults(): Faults {
  let planned: PlannedFault[] = []
  const waiting = new Set<() => void>()
  const answer = () => {
    for (const end of [...waiting]) end()
  }
  return {
    add: (fault) => {
      planned.push({ ...fault, hits: 0 })
    },
    take: (provider, method, path) => {
      const fault = planned.find(
        (one) => one.hits < one.times && matchesFault(one, provider, method, path),
      )
      if (fault) fault.hits += 1
      return fault
    },
    list: () => planned,
    wait: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
      }),
    answer,
    clear: () => {
      planned = []
      answer()
    },
  }
}

function matchesFault(fault: Fault, provider: string, method: string, path: string): boolean {
  if (fault.provider !== provider) return false
  if (fault.match.method && fault.match.method.toUpperCase() !== method) return false
  return !fault.match.path || toPattern(fault.match.path).test(path)
}

/** A path that begins with a slash is anchored there (so it is also a prefix); anything else may match anywhere. */
function toPattern(path: string): RegExp {
  return new RegExp(path.startsWith('/') ? `^(?:${path})` : path)
}

function pathPattern() {
  return z.string().refine(isPattern, 'must be a path prefix or a regular expression')
}

function isPattern(path: string): boolean {
  try {
    return Boolean(toPattern(path))
  } catch {
    return false
  }
}
