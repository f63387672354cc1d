import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel'

import { ProviderError } from './provider-error'

const failuresInARow = 8
const restMs = 20_000

/** One for each provider and address in this process. */
const breakers = new Map<string, CircuitBreakerPolicy>()

const breakerOf = (key: string): CircuitBreakerPolicy => {
  const known = breakers.get(key)
  if (known) return known
  const made = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && error.details.trouble === 'down'),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failuresInARow) },
  )
  breakers.set(key, made)
  return made
}

/**
 * Calls, unless the provider failed eight times in a row within reach: then for 20 seconds nothing is sent and the
 * error comes at once, so that nobody waits for what is down.
 */
export async function withCircuitBreaker<Result>(
  provider: string,
  address: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await breakerOf(`${provider} ${address}`).execute(call)
  } catch (error) {
    if (error instanceof BrokenCircuitError)
      throw new ProviderError(provider, 'rests after failing several times', {
        retryable: false,
        trouble: 'down',
        retryAfterMs: restMs,
        cause: error,
      })
    throw error
  }
}

/** Forgets what failed. For tests, and after new keys were entered. */
export function resetCircuitBreakers(): void {
  return breakers.clear()
}
