import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Request and response header that names a request. */
export const requestIdHeader = 'x-request-id'

const plausible = /^[\w.:=+/-]{8,128}$/

/**
 * The id of a request: as our own proxy gave it, or a new one. Without a proxy, the header is the visitor's own words.
 */
export function readRequestId(headers: IncomingHttpHeaders, trustedProxies: number): string {
  const given = trustedProxies > 0 ? headers[requestIdHeader] : undefined
  return typeof given === 'string' && plausible.test(given) ? given : randomUUID()
}
