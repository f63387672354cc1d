/**
 * Limits the wait for a promise that takes no AbortSignal. What was asked for may still happen.
 * @throws DOMException TimeoutError after so many milliseconds
 */
export function withTimeout<Result>(milliseconds: number, asked: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    asked,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    ),
  ])
}
