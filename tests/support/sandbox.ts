import type { IdentityProvider } from '@/platform/identity-providers'

import { startSandbox } from '../../sandbox/start'

const ports = JSON.parse(process.env.TEST_SHARD_PORTS ?? '{}') as Record<string, number>
const control = `http://127.0.0.1:${ports.control}`

const ask = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
  const answer = await fetch(`${control}${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok)
    throw new Error(
      `The sandbox answered ${answer.status} to ${method} ${path}: ${await answer.text()}`,
    )
  return (answer.status === 204 ? undefined : await answer.json()) as Result
}

export type Mail = { subject: string; text: string; html: string; to: unknown }
/** What the shop talks to besides payment, mail and sign-in (sandbox/README.md). */
export type Service =
  'printful' | 'etsy' | 'mailchimp' | 'instagram' | 'tiktok' | 'facebook' | 'x' | 'linkedin'
export type Fault = {
  provider: 'paypal' | 'mail' | 'smtp' | `${IdentityProvider}-sign-in` | Service
  match?: { method?: string; path?: string }
  fault: string
  status?: number
  latencyMs?: number
  when?: 'before' | 'after'
  times?: number
  retryAfter?: number
  body?: unknown
}

/** The local PayPal and mail box of this test file, and the levers a test may pull. */
export function useSandbox() {
  let running: Awaited<ReturnType<typeof startSandbox>> | undefined
  beforeAll(async () => {
    running = await startSandbox({ pictureSize: 320, ports })
  })
  afterAll(() => running?.stop())
  return {
    approve: (paypalOrderId: string, funding: 'ok' | 'decline' | 'pending' = 'ok') =>
      ask('POST', `/paypal/orders/${paypalOrderId}/approve`, { funding }),
    completeCapture: (id: string) => ask('POST', `/paypal/captures/${id}/complete`, {}),
    denyCapture: (id: string) => ask('POST', `/paypal/captures/${id}/deny`, {}),
    refund: (captureId: string, amount: string) =>
      ask('POST', '/paypal/refunds', {
        captureId,
        amount: { currency_code: 'USD', value: amount },
      }),
    /** What else happens at PayPal without the shop (sandbox/README.md). */
    payPal: <Result = unknown>(path: string, body: Record<string, unknown>) =>
      ask<Result>('POST', `/paypal${path}`, body),
    /** Somebody who can be chosen on the consent page of this provider. */
    addPerson: (
      provider: IdentityProvider,
      person: { key: string; name?: string; email?: string | null; emailVerified?: boolean },
    ) => ask('POST', `/${provider}-sign-in/people`, person),
    /** What this provider does wrong from now on (sandbox/README.md). */
    misbehave: (provider: IdentityProvider, settings: Record<string, unknown>) =>
      ask('POST', `/${provider}-sign-in/settings`, settings),
    rotateGoogleKeys: () => ask('POST', '/google-sign-in/keys/rotate', {}),
    /** Where the double of a service listens. */
    addressOf: (service: Service) => `http://127.0.0.1:${ports[service]}`,
    /** What happens at a service without the shop: its part of the control port (sandbox/README.md). */
    lever: <Result = unknown>(
      service: Service,
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      body?: unknown,
    ) => ask<Result>(method, `/${service}${path}`, body),
    /** Forgets everything, everywhere; the clock too. */
    reset: () => ask('POST', '/reset', {}),
    /** So far ahead of the real time; tokens, links and limits follow it. */
    moveClock: (offsetMs: number) => ask('POST', '/clock', { offsetMs }),
    callsTo: async (service: Service) =>
      (
        await ask<{
          calls: {
            method: string
            path: string
            headers: Record<string, string>
            body?: unknown
            status: number | null
          }[]
        }>('GET', `/calls?provider=${service}`)
      ).calls,
    fault: (fault: Fault) => ask('POST', '/faults', fault),
    clearFaults: () => ask('DELETE', '/faults'),
    webhooks: (settings: Record<string, unknown>) =>
      ask('POST', '/paypal/webhooks/settings', settings),
    flushWebhooks: () => ask('POST', '/paypal/webhooks/flush', {}),
    ledger: () =>
      ask<{
        orders: { id: string; status: string }[]
        captures: { id: string; status: string; amount?: unknown }[]
        refunds: { id: string }[]
      }>('GET', '/paypal/ledger'),
    calls: async () =>
      (
        await ask<{
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
