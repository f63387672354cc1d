import type { IncomingMessage } from 'node:http'

import { parseAddress } from '@/platform/client-address'

type Request = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } }

/** The entries of X-Forwarded-For, which may be sent more than once. */
const forwardedForEntries = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** The `for` parameters of Forwarded (RFC 7239), null where an element has none. */
const forwardedEntries = (header: string | undefined): (string | null)[] =>
  header === undefined
    ? []
    : header
        .split(',')
        .map((element) => /(?:^|;)\s*for=\s*("[^"]*"|[^;,\s]+)/i.exec(element)?.[1] ?? null)

/**
 * The visitor's address: from the connection, or as our own proxies report it in X-Forwarded-For or Forwarded. When both
 * headers are present they must agree, because a proxy that writes one of them passes on what the visitor put into the other.
 * @param trustedProxies how many of our own proxies are in front; the address is read that many entries from the right
 * @returns a normalized address; the connection's own when the headers have no valid one
 */
export function readClientAddress(req: Request, trustedProxies: number): string {
  const own = parseAddress(req.socket.remoteAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return own
  const reported = [
    forwardedForEntries(req.headers['x-forwarded-for']),
    forwardedEntries(req.headers.forwarded),
  ]
    .filter((entries) => entries.length > 0)
    .map((entries) => parseAddress(entries.at(-trustedProxies) ?? ''))
  const [first] = reported
  return first && reported.every((address) => address === first) ? first : own
}
