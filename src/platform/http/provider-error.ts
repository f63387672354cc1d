/**
 * Why a call failed, as far as it matters for what to do next. `sign-in`: keys or tokens are no
 * longer valid. `permission`: they are, but don't allow the call. `limit`: rate limited. `down`: no
 * response, or a server error. `refused`: the provider rejected the call. `unexpected`: an unexpected
 * response.
 */
export type ProviderErrorKind =
  'sign-in' | 'permission' | 'limit' | 'down' | 'refused' | 'unexpected'

/** The `issue` of an error that renewing the access token fixes. */
export const expiredAccessTokenIssue = 'access_token'
/** The `issue` of an error after signing in with an Etsy account that has no shop. */
export const noShopIssue = 'no_shop'

/** The message of an error after a timeout. */
export const timeoutMessage = 'didn’t respond in time'
/** The message of an error response that doesn't say more than its status. */
export function statusMessage(status: number): string {
  return `returned HTTP ${status}`
}

type Details = {
  status?: number
  /** The same call may be sent again (with the same request id). */
  retryable: boolean
  kind?: ProviderErrorKind
  /** Pause that the provider asks for, in milliseconds. */
  retryAfterMs?: number
  /** The provider's own error code. */
  issue?: string
  debugId?: string
  cause?: unknown
}

/** A call to an external service failed. */
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

/** Whether a provider no longer accepts the keys or tokens, so that someone has to replace them. */
export function isKeyRefusal(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.details.kind === 'sign-in'
}

/** For staff: the shop's own keys are in its environment. */
export function keyRefusalText(provider: string): string {
  return `${provider} doesn’t accept the shop’s keys. Replace them in the server environment, then restart the shop.`
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ProviderError && error.details.status === 404
}

/** Returns the result of a call; null if the provider returned 404. */
export async function nullIfNotFound<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
