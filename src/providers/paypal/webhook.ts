import { verify, X509Certificate } from 'node:crypto'

import { ProviderError } from '@/platform/http/provider-error'

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** CRC-32 as an unsigned number (node:zlib has it only since Node 20.15). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

type Options = { webhookId: string; environment: 'demo' | 'sandbox' | 'live'; baseUrl: string }

const hosts = {
  live: ['api.paypal.com', 'api-m.paypal.com'],
  sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
}
const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9-]{1,120}$/
const maxCertificateLength = 20_000

/** Anyone can sign with their own key, so only certificates from PayPal's own hosts count. */
const trustedCertificateUrl = (text: string, { environment, baseUrl }: Options): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    !url ||
    url.username ||
    url.password ||
    url.search ||
    url.hash ||
    !certificatePath.test(url.pathname)
  )
    return null
  if (environment === 'demo')
    return url.port === new URL(baseUrl).port && ['127.0.0.1', 'localhost'].includes(url.hostname)
      ? url
      : null
  return url.protocol === 'https:' && url.port === '' && hosts[environment].includes(url.hostname)
    ? url
    : null
}

/** Fetches per minute: PayPal changes its certificate about once a year, so more names are forged. */
const maxFetchesPerMinute = 10
const unusableMs = 10 * 60 * 1000
const maxUnusable = 500

const notReadable = (cause?: unknown): ProviderError =>
  new ProviderError('PayPal', 'the certificate of a delivery could not be read', {
    retryable: true,
    cause,
  })

/** Returns the certificate at `url`; null if PayPal has none there. @throws ProviderError if PayPal doesn't respond */
async function fetchCertificate(url: URL): Promise<X509Certificate | null> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
    headers: { 'Accept-Encoding': 'identity' },
  }).catch((error: unknown) => {
    throw notReadable(error)
  })
  const text = await response.text().catch((error: unknown) => {
    throw notReadable(error)
  })
  if (response.status >= 500 || response.status === 429)
    throw notReadable(new Error(`HTTP ${response.status}`))
  if (!response.ok || text.length > maxCertificateLength) return null
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

/**
 * Returns a function that gets PayPal's certificates. Anyone can name one in a forged delivery, so fetches are limited:
 * one at a time, ten a minute, and none for a name that turned out to be wrong in the last ten minutes.
 */
function createCertificateStore() {
  const certificates = new Map<string, X509Certificate>()
  const unusableUntil = new Map<string, number>()
  let recentFetches: number[] = []
  let last: Promise<unknown> = Promise.resolve()

  const load = async (url: URL): Promise<X509Certificate | null> => {
    const cached = certificates.get(url.href)
    if (cached) return cached
    const now = Date.now()
    if ((unusableUntil.get(url.href) ?? 0) > now) return null
    recentFetches = recentFetches.filter((time) => time > now - 60_000)
    if (recentFetches.length >= maxFetchesPerMinute) throw notReadable()
    recentFetches.push(now)
    const certificate = await fetchCertificate(url)
    if (certificate) {
      if (certificates.size > 20) certificates.clear()
      certificates.set(url.href, certificate)
    } else {
      if (unusableUntil.size >= maxUnusable) unusableUntil.clear()
      unusableUntil.set(url.href, now + unusableMs)
    }
    return certificate
  }

  return (url: URL): Promise<X509Certificate | null> => {
    const cached = certificates.get(url.href)
    if (cached) return Promise.resolve(cached)
    const next = last.then(
      () => load(url),
      () => load(url),
    )
    last = next.catch(() => null)
    return next
  }
}

/**
 * Returns a function that verifies a webhook delivery: SHA256withRSA over `id|time|webhook id|crc32
 * of the raw body`, with the webhook id of our subscription (PayPal, "Verify webhook signature").
 */
export function createWebhookVerifier(options: Options) {
  const getCertificate = createCertificateStore()

  const isCurrent = (certificate: X509Certificate): boolean =>
    new Date(certificate.validFrom) <= new Date() && new Date() <= new Date(certificate.validTo)

  return async (headers: Headers, rawBody: Buffer): Promise<boolean> => {
    const [id, time, signature, certUrl, algorithm] = ['id', 'time', 'sig']
      .map((name) => headers.get(`paypal-transmission-${name}`))
      .concat(headers.get('paypal-cert-url'), headers.get('paypal-auth-algo'))
    if (!id || !time || !signature || !certUrl || algorithm !== 'SHA256withRSA') return false
    const url = trustedCertificateUrl(certUrl, options)
    if (!url) return false
    const certificate = await getCertificate(url)
    if (!certificate || !isCurrent(certificate)) return false
    const message = Buffer.from(`${id}|${time}|${options.webhookId}|${crc32(rawBody)}`)
    return verify('RSA-SHA256', message, certificate.publicKey, Buffer.from(signature, 'base64'))
  }
}
