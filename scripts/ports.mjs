import { randomInt } from 'node:crypto'
import net from 'node:net'

const isFree = (port, host) =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Returns whether the port is free on all local addresses. */
export const portIsFree = async (port) =>
  (await isFree(port, '127.0.0.1')) && (await isFree(port, undefined))

/**
 * Allocated ports are below the ephemeral range (32768 and up on Linux, 49152 elsewhere), because a port in that range
 * may be taken by an outgoing connection before a program listens on it.
 */
const minPort = 20_000
const maxPortExclusive = 32_000
const allocated = new Set()

/**
 * Returns the wanted port if it is free, otherwise another free one; never the same twice in one process.
 * @throws Error when no free port is found.
 */
export async function freePort(wanted) {
  if (wanted && !allocated.has(wanted) && (await portIsFree(wanted))) return allocate(wanted)
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(minPort, maxPortExclusive)
    if (!allocated.has(port) && (await portIsFree(port))) return allocate(port)
  }
  throw new Error('No free port between 20000 and 32000 was found.')
}

function allocate(port) {
  allocated.add(port)
  return port
}
