import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Request header in which the web process passes on the visitor's address. A value sent by the visitor is overwritten. */
export const clientAddressHeader = 'x-client-address'

const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text

/**
 * Reads an address as proxies write it: `203.0.113.7`, `203.0.113.7:443`, `2001:db8::1`, or `[2001:db8::1]:443`.
 * @returns the normalized address (an IPv4 address embedded in IPv6 as IPv4), or null for anything else
 */
export function parseAddress(text: string): string | null {
  const address = withoutPort(text.trim().replace(/^"(.*)"$/, '$1'))
  // ipaddr.js is slow, and sockets embed IPv4 in IPv6.
  const plain = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(plain)) return plain
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isAddress ? ipaddr.process(address).toString() : null
}

/** The key that rate limits count under: an IPv4 address, or the /64 network of IPv6, because one connection has all of its addresses. */
export function rateLimitAddress(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null || isIPv4(parsed)) return parsed ?? address
  return `${ipaddr.parse(parsed).toNormalizedString().split(':').slice(0, 4).join(':')}::`
}
