import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { rateLimitAddress } from '@/platform/client-address'

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))

/**
 * Limits how many pages each client can have rendered per minute. Missing pages below visitors' own pages have a
 * separate limit, so people can still check out after a lot of browsing. Pages that come from a cache do not count.
 */
export class RenderLimit {
  private readonly limiter: RateLimiterMemory
  private readonly missing: RateLimiterMemory

  constructor(rendersPerMinute: number) {
    const allowance = { points: rendersPerMinute, duration: 60 }
    this.limiter = new RateLimiterMemory({ keyPrefix: 'render', ...allowance })
    this.missing = new RateLimiterMemory({ keyPrefix: 'missing', ...allowance })
  }

  /** Takes one render from the client's allowance. @returns null, or the seconds to wait when none is left */
  async consume(address: string): Promise<number | null> {
    try {
      await this.limiter.consume(rateLimitAddress(address))
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return secondsOf(refusal)
    }
  }

  /** @returns the seconds to wait if the client asked for too many missing pages, or null */
  async waitAfterMissing(address: string): Promise<number | null> {
    const used = await this.missing.get(rateLimitAddress(address))
    return used && used.remainingPoints <= 0 ? secondsOf(used) : null
  }

  /** Counts a missing page that the client asked for. */
  async countMissing(address: string): Promise<void> {
    await this.missing.penalty(rateLimitAddress(address))
  }

  /** Refunds a render: the page came from Next's cache. */
  async refund(address: string): Promise<void> {
    await this.limiter.reward(rateLimitAddress(address))
  }
}
