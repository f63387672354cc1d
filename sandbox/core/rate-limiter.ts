import type { Clock } from './clock'

/** The result for a limited call: whether it is allowed, and what is left. */
export interface Allowance {
  allowed: boolean
  remaining: number
  /** Until the next call is allowed, or a new window begins. */
  waitMs: number
}

export interface Limiter {
  take: (who: string) => Allowance
  /** Without counting. */
  peek: (who: string) => Allowance
  clear: () => void
}

/**
 * Limits the calls in each window; exceeding the limit may lock the caller out for longer. Follows the sandbox's clock.
 */
export function createLimiter(
  clock: Clock,
  rule: { calls: number; windowMs: number; lockoutMs?: number },
): Limiter {
  const windows = new Map<string, { since: number; used: number; lockedUntil: number }>()
  const current = (who: string) => {
    const now = clock.now()
    let window = windows.get(who)
    if (!window || (now >= window.since + rule.windowMs && now >= window.lockedUntil)) {
      window = { since: now, used: 0, lockedUntil: 0 }
      windows.set(who, window)
    }
    return window
  }
  const view = (
    window: { since: number; used: number; lockedUntil: number },
    allowed: boolean,
  ): Allowance => ({
    allowed,
    remaining: Math.max(0, rule.calls - window.used),
    waitMs: Math.max(0, Math.max(window.since + rule.windowMs, window.lockedUntil) - clock.now()),
  })
  return {
    take: (who) => {
      const window = current(who)
      const allowed = window.used < rule.calls && window.lockedUntil <= clock.now()
      if (allowed) window.used += 1
      else if (rule.lockoutMs && window.lockedUntil === 0)
        window.lockedUntil = clock.now() + rule.lockoutMs
      return view(window, allowed)
    },
    peek: (who) => {
      const window = current(who)
      return view(window, window.used < rule.calls && window.lockedUntil <= clock.now())
    },
    clear: () => windows.clear(),
  }
}
