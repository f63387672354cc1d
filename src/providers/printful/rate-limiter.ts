import { ProviderError } from '@/platform/http/provider-error'

const windowMs = 60_000
/** Printful lets 120 through; the rest is for whoever else uses the token. */
const mostInWindow = 100
/** Changes of products are counted apart, ten a minute, and one too many shuts the door for a minute. */
const mostProductChanges = 9

type Pace = { calls: number[]; changes: number[]; pausedUntil: number }
/** One for each token in this process: everybody who uses it waits together. */
const paces = new Map<string, Pace>()

const paceOf = (token: string): Pace => {
  const known = paces.get(token)
  if (known) return known
  const made = { calls: [], changes: [], pausedUntil: 0 }
  paces.set(token, made)
  return made
}

const waitOf = (times: number[], most: number, now: number): number => {
  while (times[0] !== undefined && times[0] <= now - windowMs) times.shift()
  return times.length >= most ? (times[times.length - most] ?? now) + windowMs - now : 0
}

/**
 * Waits until this token may be used again.
 * @param patienceMs how long at most; somebody who looks at a screen waits less than a job
 * @throws ProviderError `limit` when it would take longer
 */
export async function acquireRateLimitSlot(
  token: string,
  {
    isProductChange = false,
    patienceMs = windowMs,
  }: { isProductChange?: boolean; patienceMs?: number } = {},
): Promise<void> {
  const pace = paceOf(token)
  for (;;) {
    const now = Date.now()
    const wait = Math.max(
      pace.pausedUntil - now,
      waitOf(pace.calls, mostInWindow, now),
      isProductChange ? waitOf(pace.changes, mostProductChanges, now) : 0,
    )
    if (wait <= 0) {
      pace.calls.push(now)
      if (isProductChange) pace.changes.push(now)
      return
    }
    if (wait > patienceMs)
      throw new ProviderError('Printful', 'asks us to slow down', {
        retryable: true,
        trouble: 'limit',
        retryAfterMs: wait,
      })
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Printful said that it was too much: nobody calls with this token until then. */
export function pauseToken(token: string, ms: number): void {
  const pace = paceOf(token)
  pace.pausedUntil = Math.max(pace.pausedUntil, Date.now() + ms)
}

/** For tests, whose minutes are shorter. */
export function resetRateLimits(): void {
  return paces.clear()
}
