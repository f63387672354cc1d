import { randomInt } from 'node:crypto'
import net from 'node:net'

const isFree = (port, host) =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Whether nothing on this machine listens on the port, on any address. */
export const portIsFree = async (port) =>
  (await isFree(port, '127.0.0.1')) && (await isFree(port, undefined))

/**
 * The ports given out lie below those that a system gives to outgoing connections (32768 and up on Linux, 49152
 * elsewhere): a port that the system picked may be somebody's outgoing connection by the time a program listens on it.
 */
const lowest = 20_000
const beyond = 32_000
const given = new Set()

/**
 * The wanted port when it is free, otherwise a free one. Never the same twice in one program.
 * @throws Error when no free port is found.
 */
export async function freePort(wanted) {
  if (wanted && !given.has(wanted) && (await portIsFree(wanted))) return keep(wanted)
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(lowest, beyond)
    if (!given.has(port) && (await portIsFree(port))) return keep(port)
  }
  throw new Error('No free port between 20000 and 32000 was found.')
}

function keep(port) {
  given.add(port)
  return port
}
