import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Request and response header that names a request. */
export const requestIdHeader = 'x-request-id'

const plausible = /^[\w.:=+/-]{8,128}$/

/**
 * Returns the id of a request: the one from our own proxy, or a new one. Without a proxy the header is the visitor's own
 * claim, so it is ignored.
 */
export function readRequestId(headers: IncomingHttpHeaders, trustedProxies: number): string {
  const received = trustedProxies > 0 ? headers[requestIdHeader] : undefined
  return typeof received === 'string' && plausible.test(received) ? received : randomUUID()
}
