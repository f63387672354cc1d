import {
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel'

import { ProviderError, timeoutMessage } from './provider-error'

type RetryOptions = {
  /** The pause before each retry in milliseconds, varied randomly by up to a half. */
  pauses?: readonly number[]
  /** If the provider asks for a longer pause in milliseconds, its error is thrown at once. */
  maxPauseMs?: number
  mayRepeat?: (error: ProviderError) => boolean
}

/**
 * Retries a call that fails with a ProviderError, after a growing pause or the one that the
 * provider asks for. The defaults suit an idempotent call that a user waits for.
 * @param options.mayRepeat by default, errors that are `retryable`
 * @throws the last error
 */
export function withRetries<Result>(
  call: () => Promise<Result>,
  {
    pauses = [500, 1500],
    maxPauseMs = 5000,
    mayRepeat = (error) => error.details.retryable,
  }: RetryOptions = {},
): Promise<Result> {
  const isRetryable = (error: unknown): boolean =>
    error instanceof ProviderError &&
    (error.details.retryAfterMs ?? 0) <= maxPauseMs &&
    mayRepeat(error)
  return retry(handleWhen(isRetryable), {
    maxAttempts: pauses.length,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const requestedPauseMs =
        'error' in result && result.error instanceof ProviderError
          ? result.error.details.retryAfterMs
          : undefined
      return requestedPauseMs === undefined
        ? (pauses[attempt - 1] ?? 0) * (0.5 + Math.random())
        : requestedPauseMs + Math.random() * 250
    }),
  }).execute(call)
}

/**
 * Limits how long a call is waited for. The call itself continues and may still have its effect.
 * @throws ProviderError (retryable) after `milliseconds`
 */
export async function withTimeout<Result>(
  provider: string,
  milliseconds: number,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await timeout(milliseconds, TimeoutStrategy.Aggressive).execute(call)
  } catch (error) {
    throw error instanceof TaskCancelledError
      ? new ProviderError(provider, timeoutMessage, { retryable: true, kind: 'down' })
      : error
  }
}
