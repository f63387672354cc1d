/**
 * Limits the wait for a promise that takes no AbortSignal. Its work goes on.
 * @throws Error after so many milliseconds
 */
export function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('Timed out'))),
    ),
  ])
}
