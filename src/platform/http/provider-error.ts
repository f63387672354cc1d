/**
 * Why a call failed, as far as it matters for what to do next.
 * `sign-in`: keys or tokens are no longer good. `permission`: they are, and may not do this. `limit`: too much too fast.
 * `down`: no answer, or one of its own failing. `refused`: it understood and said no. `odd`: an answer nobody understands.
 */
export type ProviderErrorKind = 'sign-in' | 'permission' | 'limit' | 'down' | 'refused' | 'odd'

/** The `issue` of an error that a renewed access token mends. */
export const expiredAccessTokenIssue = 'access_token'

type Details = {
  status?: number
  /** The same call may be sent again (with the same request id). */
  retryable: boolean
  trouble?: ProviderErrorKind
  /** How long the provider asks to be left alone, in milliseconds. */
  retryAfterMs?: number
  /** The provider's own word for it. */
  issue?: string
  debugId?: string
  cause?: unknown
}

/** A party outside did not do what was asked. */
export class ProviderError extends Error {
  constructor(
    readonly provider: string,
    message: string,
    readonly details: Details,
  ) {
    super(`${provider}: ${message}`, { cause: details.cause })
    this.name = 'ProviderError'
  }
}
