import { lookup } from 'node:dns'

import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'

import { ProviderError } from './provider-error'

type Options = {
  /** Whose pictures they are, for what is said when one cannot be had. */
  provider: string
  /** Ends of host names that may be asked: 'etsystatic.com' allows it and everything below it. */
  hosts: readonly string[]
  /** Exactly these origins besides, whatever their address: the provider itself, where its address is configured. */
  origins?: readonly string[]
  mostBytes?: number
  timeoutMs?: number
}

const mostRedirects = 2

/** Only addresses of the open internet: not this computer, not its network, not a cloud's own services. */
const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/**
 * Connects only to an address that was checked, so that a name cannot answer once for the check and differently for
 * the connection.
 */
const publicOnly = new Agent({
  connect: {
    timeout: 8000,
    lookup: (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, [])
        const bad = addresses.find(({ address }) => !isPublic(address))
        if (bad || addresses.length === 0)
          return done(new Error(`${hostname} is not an address of the open internet`), [])
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

const fails = (
  provider: string,
  message: string,
  cause?: unknown,
  trouble: 'refused' | 'down' = 'refused',
) => new ProviderError(provider, message, { retryable: trouble === 'down', trouble, cause })

/**
 * Fetches a file that a service named, without letting the service (or whoever writes into it) choose where else we
 * look: https on its usual port, hosts of a list, public addresses only, at most two redirects of which each is
 * checked again, a limit on size and time, no cookies (quality.md 2.6).
 * @returns the bytes, at most `mostBytes` (10 MB unless told)
 * @throws ProviderError: `refused` when it may not or cannot be had, `down` when trying again may help
 */
export function createSafeFetch({
  provider,
  hosts,
  origins = [],
  mostBytes = 10_000_000,
  timeoutMs = 15_000,
}: Options) {
  const agentFor = (url: URL): Agent => {
    if (origins.includes(url.origin)) return direct
    if (url.protocol !== 'https:' || url.port !== '' || url.username || url.password)
      throw fails(provider, 'the link of a file is not a plain https one')
    const host = url.hostname.replace(/\.$/, '')
    if (!hosts.some((end) => host === end || host.endsWith(`.${end}`)))
      throw fails(provider, 'the link of a file leads somewhere else')
    return publicOnly
  }

  const read = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of body) {
      size += part.length
      if (size > mostBytes)
        throw fails(provider, `a file is larger than ${Math.round(mostBytes / 1_000_000)} MB`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  return async (address: string): Promise<Buffer> => {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = parse(address)
    try {
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        if (!url) throw fails(provider, 'the link of a file is none')
        const answer = await fetch(url, {
          dispatcher: agentFor(url),
          redirect: 'manual',
          signal,
          headers: { Accept: 'image/*,*/*;q=0.5', 'Accept-Encoding': 'identity' },
        })
        if (answer.status >= 300 && answer.status < 400) {
          await answer.body?.cancel()
          url = parse(answer.headers.get('location') ?? '', url)
          continue
        }
        if (!answer.ok || !answer.body) {
          await answer.body?.cancel()
          throw fails(
            provider,
            `a file could not be had (${answer.status})`,
            undefined,
            answer.status >= 500 || answer.status === 429 ? 'down' : 'refused',
          )
        }
        return await read(answer.body)
      }
      throw fails(provider, 'a link leads on and on')
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw fails(
        provider,
        signal.aborted ? 'a file took too long' : 'a file could not be reached',
        error,
        'down',
      )
    }
  }
}
