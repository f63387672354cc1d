import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel'

import { countProviderCall, outcomeOf } from '@/platform/observability/provider-calls'
import { traceStep } from '@/platform/observability/tracing'

import { ProviderError } from './provider-error'

const maxConsecutiveFailures = 8
const cooldownMs = 20_000

/** By provider and base URL. */
const breakers = new Map<string, CircuitBreakerPolicy>()

const breakerOf = (key: string): CircuitBreakerPolicy => {
  const existing = breakers.get(key)
  if (existing) return existing
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && error.details.kind === 'down'),
    { halfOpenAfter: cooldownMs, breaker: new ConsecutiveBreaker(maxConsecutiveFailures) },
  )
  breakers.set(key, breaker)
  return breaker
}

/**
 * Calls a provider unless it was down eight times in a row; then calls fail at once for 20 seconds,
 * so that no one waits for a provider that is down.
 * @throws ProviderError
 */
export async function withCircuitBreaker<Result>(
  provider: string,
  address: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await traceStep(
      `call ${provider}`,
      { kind: 'client', attributes: { 'peer.service': provider } },
      () => breakerOf(`${provider} ${address}`).execute(call),
    )
    countProviderCall(provider, 'ok')
    return result
  } catch (error) {
    countProviderCall(provider, error instanceof BrokenCircuitError ? 'paused' : outcomeOf(error))
    if (error instanceof BrokenCircuitError)
      throw new ProviderError(provider, 'has failed several times in a row', {
        retryable: false,
        kind: 'down',
        retryAfterMs: cooldownMs,
        cause: error,
      })
    throw error
  }
}

/** Closes all circuits. For tests, and after new keys were entered. */
export function resetCircuitBreakers(): void {
  return breakers.clear()
}
