import { createServer } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

import { getRequestListener, type HttpBindings } from '@hono/node-server'

import type { WebApp } from './provider'

export interface Listener {
  port: number
  close: () => Promise<void>
}

export const LOOPBACK = '127.0.0.1'

/** Serves an app on the loopback address; port 0 takes a free one. */
export async function listen(app: WebApp, port: number): Promise<Listener> {
  const respond = (request: Request, bindings: HttpBindings) =>
    isLocal(bindings)
      ? app.fetch(request, bindings)
      : new Response('The sandbox answers only as localhost.', { status: 421 })
  const listener = getRequestListener(
    (request, bindings) => respond(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  // A shop with keep-alive must not use a socket that is just being closed.
  server.keepAliveTimeout = 65_000
  return {
    port: await bind(server, port),
    close: () =>
      new Promise((resolve) => {
        // A client in this process is notified first, so that it doesn't use a closed socket for the next server.
        server.close(() => setImmediate(resolve))
        server.closeAllConnections()
      }),
  }
}

/** Resolves with the port once the server listens; rejects if the port is taken. */
export function bind(server: NetServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

const LOCAL_HOST = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** A web page elsewhere must not reach the sandbox under its own name (DNS rebinding). */
function isLocal({ incoming }: HttpBindings): boolean {
  return LOCAL_HOST.test(incoming.headers.host ?? '')
}
