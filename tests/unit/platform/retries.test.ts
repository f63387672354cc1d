import { ProviderError } from '@/platform/http/provider-error'
import { withRetries, withTimeout } from '@/platform/http/retries'

const limited = (retryAfterMs?: number) =>
  new ProviderError('PayPal', 'RATE_LIMIT_REACHED', { status: 429, retryable: true, retryAfterMs })

/** Returns the number of calls, the time between the first and the last, and the outcome. */
const tryWith = async (error: Error, pauses: number[]) => {
  const times: number[] = []
  const outcome = await withRetries(
    () => {
      times.push(performance.now())
      return times.length > pauses.length ? Promise.resolve('good') : Promise.reject(error)
    },
    { pauses },
  ).catch((thrown: unknown) => thrown)
  return { calls: times.length, waited: (times.at(-1) ?? 0) - (times[0] ?? 0), outcome }
}

it('waits at least as long as the provider asks', async () => {
  const { calls, waited, outcome } = await tryWith(limited(120), [1, 1])
  expect([calls, outcome]).toEqual([3, 'good'])
  expect(waited).toBeGreaterThan(230)
})

it('doesn’t retry after a long wait or an error that isn’t retryable', async () => {
  const [long, final] = [limited(30_000), new ProviderError('PayPal', 'no', { retryable: false })]
  expect(await tryWith(long, [1])).toMatchObject({ calls: 1, outcome: long })
  expect(await tryWith(final, [1])).toMatchObject({ calls: 1, outcome: final })
})

it('doesn’t retry errors that don’t come from a provider', async () => {
  const error = new TypeError('x is not a function')
  expect(await tryWith(error, [1])).toMatchObject({ calls: 1, outcome: error })
})

it('times out a slow call, and passes on results and errors that arrive in time', async () => {
  const late = withTimeout('PayPal', 50, () => new Promise(() => undefined))
  await expect(late).rejects.toMatchObject({
    provider: 'PayPal',
    details: { retryable: true, kind: 'down' },
  })
  await expect(withTimeout('PayPal', 5000, () => Promise.resolve('good'))).resolves.toBe('good')
  await expect(
    withTimeout('PayPal', 5000, () => Promise.reject(new RangeError('no'))),
  ).rejects.toThrow(RangeError)
})
