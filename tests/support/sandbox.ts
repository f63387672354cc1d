import type { IdentityProvider } from '@/platform/identity-providers'

import { startSandbox } from '../../sandbox/start'

const ports = JSON.parse(process.env.TEST_SHARD_PORTS ?? '{}') as Record<string, number>
const control = `http://127.0.0.1:${ports.control}`

const controlRequest = async <Result>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> => {
  const response = await fetch(`${control}${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(
      `The sandbox answered ${response.status} to ${method} ${path}: ${await response.text()}`,
    )
  return (response.status === 204 ? undefined : await response.json()) as Result
}

export type Mail = { subject: string; text: string; html: string; to: unknown }
/** The settings of the sandbox's bucket. */
export function bucketOfSandbox() {
  return {
    endpoint: `http://127.0.0.1:${ports.s3}`,
    bucket: 'sandbox-bucket',
    region: 'us-east-1',
    accessKeyId: 'sandbox-storage',
    secretAccessKey: 'sandbox-storage-secret',
    pathStyle: true,
  }
}

/** Services that the shop uses besides payments, email, and sign-in (sandbox/README.md). */
export type Service =
  'printful' | 'etsy' | 'mailchimp' | 'instagram' | 'tiktok' | 'facebook' | 'x' | 'linkedin'
export type Fault = {
  provider: 'paypal' | 'mail' | 's3' | 'smtp' | `${IdentityProvider}-sign-in` | Service
  match?: { method?: string; path?: string }
  fault: string
  status?: number
  latencyMs?: number
  when?: 'before' | 'after'
  times?: number
  retryAfter?: number
  body?: unknown
}

const clearFaults = () => controlRequest('DELETE', '/faults')

/** Waits until the latest planned fault was hit: the delayed call has then arrived. */
const faultMet = async (): Promise<void> => {
  type Planned = { faults: { hits: number }[] }
  const hits = async () =>
    (await controlRequest<Planned>('GET', '/faults')).faults.at(-1)?.hits ?? 0
  while ((await hits()) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Starts the sandbox for this test file and returns functions that control it. */
export function useSandbox() {
  let running: Awaited<ReturnType<typeof startSandbox>> | undefined
  beforeAll(async () => {
    running = await startSandbox({ pictureSize: 320, ports })
  })
  afterAll(() => running?.stop())
  return {
    approve: (
      paypalOrderId: string,
      funding: 'ok' | 'decline' | 'card-decline' | 'pending' = 'ok',
      source: 'paypal' | 'card' | 'venmo' | 'apple_pay' | 'google_pay' = 'paypal',
    ) => controlRequest('POST', `/paypal/orders/${paypalOrderId}/approve`, { funding, source }),
    completeCapture: (id: string) => controlRequest('POST', `/paypal/captures/${id}/complete`, {}),
    denyCapture: (id: string) => controlRequest('POST', `/paypal/captures/${id}/deny`, {}),
    refund: (captureId: string, amount: string) =>
      controlRequest('POST', '/paypal/refunds', {
        captureId,
        amount: { currency_code: 'USD', value: amount },
      }),
    /**
     * Simulates a buyer who entered a card in PayPal’s fields or chose one in Google Pay, and whose
     * bank responded to 3-D Secure.
     */
    enterCard: (
      paypalOrderId: string,
      authentication?: {
        liability_shift: string
        three_d_secure?: { enrollment_status?: string; authentication_status?: string }
      },
      source: 'card' | 'google_pay' = 'card',
    ) =>
      controlRequest('POST', `/paypal/orders/${paypalOrderId}/approve`, {
        source,
        ...(authentication && { authentication }),
      }),
    /** Simulates an event at PayPal (sandbox/README.md). */
    payPal: <Result = unknown>(path: string, body: Record<string, unknown>) =>
      controlRequest<Result>('POST', `/paypal${path}`, body),
    /** Adds a user to the provider's consent page. */
    addPerson: (
      provider: IdentityProvider,
      person: { key: string; name?: string; email?: string | null; emailVerified?: boolean },
    ) => controlRequest('POST', `/${provider}-sign-in/people`, person),
    /** Makes the provider misbehave from now on (sandbox/README.md). */
    misbehave: (provider: IdentityProvider, settings: Record<string, unknown>) =>
      controlRequest('POST', `/${provider}-sign-in/settings`, settings),
    rotateGoogleKeys: () => controlRequest('POST', '/google-sign-in/keys/rotate', {}),
    /** Returns the base URL of a sandbox service. */
    addressOf: (service: Service) => `http://127.0.0.1:${ports[service]}`,
    /** Simulates an event at a service through the control port (sandbox/README.md). */
    control: <Result = unknown>(
      service: Service,
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      body?: unknown,
    ) => controlRequest<Result>(method, `/${service}${path}`, body),
    /** Resets the state of all services and the clock. */
    reset: () => controlRequest('POST', '/reset', {}),
    /** Offsets the sandbox's clock, which tokens, links, and limits follow. */
    moveClock: (offsetMs: number) => controlRequest('POST', '/clock', { offsetMs }),
    callsTo: async (service: Service | 's3') =>
      (
        await controlRequest<{
          calls: {
            method: string
            path: string
            headers: Record<string, string>
            body?: unknown
            status: number | null
          }[]
        }>('GET', `/calls?provider=${service}`)
      ).calls,
    fault: (fault: Fault) => controlRequest('POST', '/faults', fault),
    clearFaults,
    faultMet,
    /** Does something once the delayed call has arrived, then releases its response. */
    beforeLateAnswer: async (act: () => Promise<unknown>) => {
      await faultMet()
      await act()
      await controlRequest('POST', '/faults/answer', {})
    },
    webhooks: (settings: Record<string, unknown>) =>
      controlRequest('POST', '/paypal/webhooks/settings', settings),
    flushWebhooks: () => controlRequest('POST', '/paypal/webhooks/flush', {}),
    ledger: () =>
      controlRequest<{
        orders: { id: string; status: string }[]
        captures: { id: string; status: string; amount?: unknown }[]
        refunds: { id: string }[]
      }>('GET', '/paypal/ledger'),
    calls: async () =>
      (
        await controlRequest<{
          calls: {
            method: string
            path: string
            headers: Record<string, string>
            body?: unknown
            status: number | null
            fault?: string
          }[]
        }>('GET', '/calls?provider=paypal')
      ).calls,
    mails: async (to: string) =>
      (
        (await (
          await fetch(`http://127.0.0.1:${ports.mail}/api/mails?to=${encodeURIComponent(to)}`)
        ).json()) as { mails: Mail[] }
      ).mails,
  }
}
