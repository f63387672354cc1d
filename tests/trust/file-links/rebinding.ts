import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

import ipaddr from 'ipaddr.js'

import { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'

/** A public address that needn't exist: connections to it are only counted. */
const publicAddress = '93.184.215.14'
const privateAddresses = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1']

type Answers = (lookups: number) => string[]

/** What a hostile name server answers, one answer per question. */
const resolvers: Record<string, Answers> = Object.fromEntries(
  privateAddresses.flatMap((address): [string, Answers][] => [
    [`${address} at once`, () => [address]],
    [`public first, then ${address}`, (lookups) => [lookups === 0 ? publicAddress : address]],
    [`${address} and public in turn`, (lookups) => [lookups % 2 === 0 ? address : publicAddress]],
    [`public and ${address} in one answer`, () => [publicAddress, address]],
    [`${address} and public in one answer`, () => [address, publicAddress]],
    [`nothing, then ${address}`, (lookups) => (lookups === 0 ? [] : [address])],
  ]),
)

type LookupDone = (
  error: Error | null,
  found?: string | { address: string; family: number }[],
  family?: number,
) => void

/** Replaces the system's resolver, and records every address that is connected to. */
function rebind(answers: Answers): { connected: string[]; restore: () => void } {
  const { lookup } = dns
  const sockets: { connect: (this: net.Socket, ...args: never[]) => net.Socket } =
    net.Socket.prototype
  const { connect } = sockets
  const connected: string[] = []
  let lookups = 0
  const hostile = (_: string, options: { all?: boolean }, done: LookupDone): void => {
    const found = answers(lookups).map((address) => ({ address, family: net.isIP(address) }))
    lookups += 1
    setImmediate(() =>
      options.all ? done(null, found) : done(null, found[0]?.address, found[0]?.family),
    )
  }
  Object.assign(dns, { lookup: hostile })
  sockets.connect = function noting(...args) {
    this.on('connectionAttempt', (address: string) => connected.push(address))
    return Reflect.apply(connect, this, args)
  }
  // `import { lookup }` follows.
  syncBuiltinESMExports()
  return {
    connected,
    restore: () => {
      Object.assign(dns, { lookup })
      sockets.connect = connect
      syncBuiltinESMExports()
    },
  }
}

const isPrivate = (address: string): boolean => ipaddr.process(address).range() !== 'unicast'

/** Fetches with resolvers that change their answers between the check and the connection, three times each. */
export async function tryRebinding(): Promise<{ resolvers: number; failures: string[] }> {
  const failures: string[] = []
  let publicAttempts = 0
  for (const [name, answers] of Object.entries(resolvers)) {
    const fetchFile = createSafeFetch({
      provider: 'Test',
      hosts: ['files.example'],
      timeoutMs: 300,
    })
    const { connected, restore } = rebind(answers)
    try {
      for (let time = 0; time < 3; time += 1)
        await fetchFile(`https://cdn-${time}.files.example/picture.jpg`).then(
          () => failures.push(`${name}: fetched`),
          (error: unknown) =>
            error instanceof ProviderError || failures.push(`${name}: threw ${String(error)}`),
        )
    } finally {
      restore()
    }
    publicAttempts += connected.filter((address) => !isPrivate(address)).length
    for (const address of connected.filter(isPrivate))
      failures.push(`${name}: connected to ${address}`)
  }
  if (publicAttempts === 0)
    failures.push('the public address was never connected to, so the refusals prove nothing')
  return { resolvers: Object.keys(resolvers).length, failures }
}
