import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from './crc32'
import { ProviderError } from '../http'

type Options = { webhookId: string; environment: 'rehearsal' | 'sandbox' | 'live'; baseUrl: string }

const hosts = {
  live: ['api.paypal.com', 'api-m.paypal.com'],
  sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
}
const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9-]{1,120}$/
const certificateBytes = 20_000

/** Anyone can sign with a key of their own: the certificate counts only when it comes from PayPal's own address. */
const trustedCertificateUrl = (text: string, { environment, baseUrl }: Options): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password || url.search || url.hash || !certificatePath.test(url.pathname)) return null
  if (environment === 'rehearsal') return url.port === new URL(baseUrl).port && ['127.0.0.1', 'localhost'].includes(url.hostname) ? url : null
  return url.protocol === 'https:' && url.port === '' && hosts[environment].includes(url.hostname) ? url : null
}

/**
 * Checks a delivery offline: SHA256withRSA over `id|time|webhook id|crc32 of the raw body`. The webhook id is that
 * of our subscription. (PayPal, "Verify webhook signature".)
 */
export const createWebhookVerifier = (options: Options) => {
  const certificates = new Map<string, X509Certificate>()

  const getCertificate = async (url: URL): Promise<X509Certificate> => {
    const known = certificates.get(url.href)
    if (known) return known
    try {
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000), headers: { 'Accept-Encoding': 'identity' } })
      const text = await answer.text()
      if (!answer.ok || text.length > certificateBytes) throw new Error(`HTTP ${answer.status}, ${text.length} characters`)
      const certificate = new X509Certificate(text)
      if (certificates.size > 20) certificates.clear()
      certificates.set(url.href, certificate)
      return certificate
    } catch (cause) {
      throw new ProviderError('PayPal', 'the certificate of a delivery could not be read', { retryable: true, cause })
    }
  }

  const isInside = (certificate: X509Certificate): boolean =>
    new Date(certificate.validFrom) <= new Date() && new Date() <= new Date(certificate.validTo)

  return async (headers: Headers, rawBody: Buffer): Promise<boolean> => {
    const [id, time, signature, certUrl, algorithm] = ['id', 'time', 'sig'].map((name) => headers.get(`paypal-transmission-${name}`))
      .concat(headers.get('paypal-cert-url'), headers.get('paypal-auth-algo'))
    if (!id || !time || !signature || !certUrl || algorithm !== 'SHA256withRSA') return false
    const url = trustedCertificateUrl(certUrl, options)
    if (!url) return false
    const certificate = await getCertificate(url)
    if (!isInside(certificate)) return false
    const message = Buffer.from(`${id}|${time}|${options.webhookId}|${crc32(rawBody)}`)
    return verify('RSA-SHA256', message, certificate.publicKey, Buffer.from(signature, 'base64'))
  }
}
