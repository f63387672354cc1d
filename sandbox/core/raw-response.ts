import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** Resets the connection, as a crashed host or a broken line would. */
export function cutConnection({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Responds without the framework, which would repair what is meant to be malformed. */
export function answerRaw(
  { outgoing }: HttpBindings,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): Response {
  outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) })
  outgoing.end(body)
  return RESPONSE_ALREADY_SENT
}

/** Declares the length of the whole body, sends half of it, and cuts the connection. */
export function answerHalf(
  bindings: HttpBindings,
  status: number,
  headers: Record<string, string>,
  bytes: Uint8Array,
): Response {
  bindings.outgoing.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
  bindings.outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () =>
    bindings.incoming.socket.destroy(),
  )
  return RESPONSE_ALREADY_SENT
}
