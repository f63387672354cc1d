import { currentWork, runWork } from '../observability/work-context'
import type { ProviderError } from './provider-error'

/** How long someone waits for services in one call of the API. */
const maxWaitMs = 20_000
/** A shorter try isn't worth it. */
const minTryMs = 5000

/**
 * Runs a call that someone waits for: inside, services are asked again only while there is time, and
 * reads don't wait longer. Writes keep their time, because ending one early leaves its outcome open.
 */
export function withDeadline<Result>(run: () => Result, milliseconds = maxWaitMs): Result {
  const deadline = performance.now() + milliseconds
  return runWork({ fields: {}, ...currentWork(), deadline }, run)
}

const timeLeftMs = (): number => (currentWork()?.deadline ?? Infinity) - performance.now()

/** Shortens the timeout of a read to the time that is left. */
export function readTimeoutMs(timeoutMs: number): number {
  return Math.ceil(Math.min(timeoutMs, Math.max(minTryMs, timeLeftMs())))
}

/** Whether there is time for another try after the pause that the service asks for. */
export function hasTimeToRetry({ details }: ProviderError): boolean {
  return timeLeftMs() > (details.retryAfterMs ?? 0) + minTryMs
}
