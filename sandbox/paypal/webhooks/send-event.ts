import type { ProviderContext } from '../context'
import { AUTH_ALGORITHM, CERTIFICATE_PATH, type Signer } from './signer'

const ANSWER_TIMEOUT_MS = 15_000

/** Posts one signed event. Returns the status, or null without a response. Any 2xx means received. */
export async function sendEvent(
  { clock, origin }: Pick<ProviderContext, 'clock' | 'origin'>,
  signer: Signer,
  { raw, url, webhookId, forged }: { raw: string; url: string; webhookId: string; forged: boolean },
): Promise<number | null> {
  const bytes = Buffer.from(raw)
  const transmission = await signer.sign(bytes, webhookId, clock.iso(), forged)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-214.0-58853494 (Dayfern demo)',
        'paypal-auth-algo': AUTH_ALGORITHM,
        'paypal-auth-version': 'v2',
        'paypal-cert-url': `${origin()}${CERTIFICATE_PATH}${await signer.certificateId()}`,
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-sig': transmission.signature,
        'paypal-transmission-time': transmission.time,
      },
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

export function isReceived(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}
