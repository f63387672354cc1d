import { lookup } from 'node:dns'

import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'

import { ProviderError } from './provider-error'

type Options = {
  /** The service, for error messages. */
  provider: string
  /** Allowed hosts: 'etsystatic.com' includes its subdomains. */
  hosts: readonly string[]
  /** Origins allowed whatever their address: the provider itself, if its base URL is configured. */
  origins?: readonly string[]
  maxBytes?: number
  timeoutMs?: number
}

const maxRedirects = 2

/** Whether an address is on the public internet: not this computer, its network, or a cloud's metadata service. */
const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Connects to the address that was checked, so that DNS can't answer differently for the check and the connection. */
const publicOnly = new Agent({
  connect: {
    timeout: 8000,
    lookup: (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, [])
        const blocked = addresses.find(({ address }) => !isPublic(address))
        if (blocked || addresses.length === 0)
          return done(new Error(`${hostname} isn’t a public internet address`), [])
        const [first] = addresses
        return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
      }),
  },
})
const direct = new Agent({ connect: { timeout: 8000 } })

const parse = (address: string, base?: URL): URL | null => {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

const createError = (
  provider: string,
  message: string,
  cause?: unknown,
  kind: 'refused' | 'down' = 'refused',
) => new ProviderError(provider, message, { retryable: kind === 'down', kind, cause })

/** @throws ProviderError `refused` for a URL that may not be fetched */
const agentFor = (url: URL, { provider, hosts, origins = [] }: Options): Agent => {
  if (origins.includes(url.origin)) return direct
  if (url.protocol !== 'https:' || url.port !== '' || url.username || url.password)
    throw createError(provider, 'the file link isn’t a standard https URL')
  const host = url.hostname.replace(/\.$/, '')
  if (!hosts.some((end) => host === end || host.endsWith(`.${end}`)))
    throw createError(provider, 'the file link points to another site')
  return publicOnly
}

const readBody = async (
  body: AsyncIterable<Uint8Array>,
  { provider, maxBytes = 10_000_000 }: Options,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes)
      throw createError(provider, `a file is larger than ${Math.round(maxBytes / 1_000_000)} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const fetchFile = async (
  address: string,
  options: Options,
  signal: AbortSignal,
): Promise<Buffer> => {
  const { provider } = options
  let url = parse(address)
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (!url) throw createError(provider, 'the file link isn’t valid')
    const response = await fetch(url, {
      dispatcher: agentFor(url, options),
      redirect: 'manual',
      signal,
      headers: { Accept: 'image/*,*/*;q=0.5', 'Accept-Encoding': 'identity' },
    })
    const { status } = response
    if (response.ok && response.body) return await readBody(response.body, options)
    await response.body?.cancel()
    if (status < 300 || status >= 400)
      throw createError(
        provider,
        `a file couldn’t be downloaded (${status})`,
        undefined,
        status >= 500 || status === 429 ? 'down' : 'refused',
      )
    url = parse(response.headers.get('location') ?? '', url)
  }
  throw createError(provider, 'a link redirects too many times')
}

/**
 * Creates a fetch for file URLs that a service returned, protected against SSRF: https on port 443,
 * listed hosts, public addresses only, at most two redirects that are checked again, limits on
 * size and time, no cookies.
 * @returns the bytes, at most `maxBytes` (10 MB by default)
 * @throws ProviderError `refused` if the file can't be fetched, `down` if a retry may help
 */
export function createSafeFetch(options: Options) {
  const { provider, timeoutMs = 15_000 } = options
  return async (address: string): Promise<Buffer> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await fetchFile(address, options, signal)
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw createError(
        provider,
        signal.aborted ? 'a file took too long to download' : 'a file couldn’t be reached',
        error,
        'down',
      )
    }
  }
}
