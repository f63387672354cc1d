import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { rateLimitAddress } from '@/platform/client-address'

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Limits how many pages each client may have rendered in a minute. Pages that come from a cache do not count. */
export class RenderLimit {
  private readonly limiter: RateLimiterMemory

  constructor(rendersPerMinute: number) {
    this.limiter = new RateLimiterMemory({
      keyPrefix: 'render',
      points: rendersPerMinute,
      duration: 60,
    })
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

  /** @returns the seconds to wait if the client's allowance has no render left, or null; takes none */
  async wait(address: string): Promise<number | null> {
    const used = await this.limiter.get(rateLimitAddress(address))
    return used && used.remainingPoints <= 0 ? secondsOf(used) : null
  }

  /** Gives a render back: the page came from Next's cache. */
  async refund(address: string): Promise<void> {
    await this.limiter.reward(rateLimitAddress(address))
  }
}
