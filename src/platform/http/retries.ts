import {
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel'

import { ProviderError } from './provider-error'

type RetryOptions = {
  /** The pause before each further try, in milliseconds; a random part of up to a half is added or taken away. */
  pauses?: readonly number[]
  /** When the provider asks for a longer pause than this, in milliseconds, its error is thrown at once. */
  longestPauseMs?: number
  mayRepeat?: (error: ProviderError) => boolean
}

/**
 * Repeats a call that fails with a ProviderError, after a growing pause or after the one that the provider asks for.
 * The defaults suit a call that is safe to repeat (it carries a request id) and that a person waits for.
 * @param options.mayRepeat by default, whatever the error calls retryable is repeated
 * @throws what the last try threw
 */
export function withRetries<Result>(
  call: () => Promise<Result>,
  {
    pauses = [500, 1500],
    longestPauseMs = 5000,
    mayRepeat = (error) => error.details.retryable,
  }: RetryOptions = {},
): Promise<Result> {
  const isWorthIt = (error: unknown): boolean =>
    error instanceof ProviderError &&
    (error.details.retryAfterMs ?? 0) <= longestPauseMs &&
    mayRepeat(error)
  return retry(handleWhen(isWorthIt), {
    maxAttempts: pauses.length,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const asked =
        'error' in result && result.error instanceof ProviderError
          ? result.error.details.retryAfterMs
          : undefined
      return asked === undefined
        ? (pauses[attempt - 1] ?? 0) * (0.5 + Math.random())
        : asked + Math.random() * 250
    }),
  }).execute(call)
}

/**
 * Stops waiting for a call after so many milliseconds. The call itself goes on and may still have its effect.
 * @throws ProviderError (retryable) when there is no answer in time
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
      ? new ProviderError(provider, `no answer within ${milliseconds} ms`, {
          retryable: true,
          trouble: 'down',
        })
      : error
  }
}
