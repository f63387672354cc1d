import { ProviderError } from '@/platform/http/provider-error'

const windowMs = 60_000
/** Printful allows 120 calls; the rest is for other users of the token. */
const maxCalls = 100
/** Printful allows ten changes of products a minute, and blocks the token for a minute after more. */
const maxProductChanges = 9

type Usage = { calls: number[]; changes: number[]; pausedUntil: number }
/** By token: all clients of this process with the same token share a limit. */
const usages = new Map<string, Usage>()

function usageOf(token: string): Usage {
  const usage = usages.get(token) ?? { calls: [], changes: [], pausedUntil: 0 }
  usages.set(token, usage)
  return usage
}

/** Removes times outside of the window, and returns how long to wait for a slot. */
function waitForSlotMs(times: number[], maxInWindow: number, now: number): number {
  while (times[0] !== undefined && times[0] <= now - windowMs) times.shift()
  return times.length >= maxInWindow
    ? (times[times.length - maxInWindow] ?? now) + windowMs - now
    : 0
}

/**
 * Waits until the token may be used.
 * @throws ProviderError `limit` if that would take longer than `maxWaitMs`
 */
export async function acquireRateLimitSlot(
  token: string,
  {
    isProductChange = false,
    maxWaitMs = windowMs,
  }: { isProductChange?: boolean; maxWaitMs?: number } = {},
): Promise<void> {
  const usage = usageOf(token)
  for (;;) {
    const now = Date.now()
    const waitMs = Math.max(
      usage.pausedUntil - now,
      waitForSlotMs(usage.calls, maxCalls, now),
      isProductChange ? waitForSlotMs(usage.changes, maxProductChanges, now) : 0,
    )
    if (waitMs <= 0) {
      usage.calls.push(now)
      if (isProductChange) usage.changes.push(now)
      return
    }
    if (waitMs > maxWaitMs)
      throw new ProviderError('Printful', 'asks us to slow down', {
        retryable: true,
        kind: 'limit',
        retryAfterMs: waitMs,
      })
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Pauses all calls with this token, after Printful rejected one as too many. */
export function pauseToken(token: string, ms: number): void {
  const usage = usageOf(token)
  usage.pausedUntil = Math.max(usage.pausedUntil, Date.now() + ms)
}

/** For tests. */
export function resetRateLimits(): void {
  usages.clear()
}
