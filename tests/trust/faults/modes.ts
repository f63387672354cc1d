import type { Trust } from '../shop'

/** How PayPal behaves during one purchase. `faults` are planned for its capture; without `ends` it is paid. */
export type Mode = {
  name: string
  ends?: 'declined' | 'pending'
  faults?: (scale: Trust['scale']) => Record<string, unknown>[]
}

const status = (code: number, more: Record<string, unknown> = {}) => ({
  fault: 'status',
  status: code,
  ...more,
})

/** The thirteen failure modes. Duplicates and reordering of webhooks are set for all purchases at once. */
export const modes: readonly Mode[] = [
  { name: 'ok' },
  {
    name: 'slow',
    faults: (scale) => [{ fault: 'latency', latencyMs: scale === 'full' ? 20_000 : 3000 }],
  },
  { name: 'cut before success', faults: () => [{ fault: 'reset-before' }] },
  {
    name: 'timeout after success',
    faults: () => [{ fault: 'latency', when: 'after', latencyMs: 9000 }],
  },
  { name: 'cut after success', faults: () => [{ fault: 'reset-after' }] },
  { name: '500, then ok', faults: () => [status(500)] },
  { name: '503 for long', faults: (scale) => [status(503, { times: scale === 'full' ? 12 : 4 })] },
  { name: '429 with Retry-After', faults: () => [status(429, { retryAfter: 1, times: 2 })] },
  { name: 'cut in the body', faults: () => [{ fault: 'truncated' }] },
  { name: 'malformed JSON', faults: () => [{ fault: 'malformed' }] },
  { name: 'a gateway’s page', faults: () => [{ fault: 'html', times: 2 }] },
  { name: 'declined', ends: 'declined' },
  { name: 'pending, then completed', ends: 'pending' },
]

export async function planCaptureFaults(
  trust: Trust,
  mode: Mode,
  paypalOrderId: string,
): Promise<void> {
  for (const fault of mode.faults?.(trust.scale) ?? [])
    await trust.control('POST', '/faults', {
      provider: 'paypal',
      match: { method: 'POST', path: `/v2/checkout/orders/${paypalOrderId}/capture` },
      ...fault,
    })
}
