/**
 * Why a call failed, as far as it matters for what to do next.
 * `sign-in`: keys or tokens are no longer good. `permission`: they are, and may not do this. `limit`: too much too fast.
 * `down`: no answer, or one of its own failing. `refused`: it understood and said no. `odd`: an answer nobody understands.
 */
export type ProviderTrouble = 'sign-in' | 'permission' | 'limit' | 'down' | 'refused' | 'odd'

/** The `issue` of an error that a renewed access token mends. */
export const deadAccessToken = 'access_token'

type Details = {
  status?: number
  /** The same call may be sent again (with the same request id). */
  retryable: boolean
  trouble?: ProviderTrouble
  /** How long the provider asks to be left alone, in milliseconds. */
  retryAfterMs?: number
  /** The provider's own word for it. */
  issue?: string
  debugId?: string
  cause?: unknown
}

/** A party outside did not do what was asked. */
export class ProviderError extends Error {
  constructor(readonly provider: string, message: string, readonly details: Details) {
    super(`${provider}: ${message}`, { cause: details.cause })
    this.name = 'ProviderError'
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Somebody waits at a screen: what asks for a longer pause is told instead. */
const longestPauseMs = 5000

/**
 * Repeats a call that is safe to repeat (it carries a request id), with growing pauses and jitter, or after the pause
 * that the provider asks for.
 * @param pauses milliseconds before each further try
 */
export const withRetries = async <Result>(call: () => Promise<Result>, pauses: readonly number[] = [500, 1500]): Promise<Result> => {
  for (const pause of pauses) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.details.retryable) throw error
      const { retryAfterMs = 0 } = error.details
      if (retryAfterMs > longestPauseMs) throw error
      await wait(Math.max(retryAfterMs, pause * (0.75 + Math.random() / 2)))
    }
  }
  return call()
}

/** Rejects after so many milliseconds; the call itself may still have had its effect. */
export const withDeadline = async <Result>(provider: string, milliseconds: number, call: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderError(provider, `no answer within ${milliseconds} ms`, { retryable: true, trouble: 'down' })), milliseconds)
  })
  return Promise.race([call, deadline]).finally(() => clearTimeout(timer))
}
