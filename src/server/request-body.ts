import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a client may pause, and how long it may keep sending a body, after the response to its request. */
const drain = { idleMs: 5000, limitMs: 60_000 }

/** The declared size of a request's body in bytes; 0 when it declares none. */
export function contentLength(req: IncomingMessage): number {
  return Number(req.headers['content-length'] ?? 0)
}

/** Makes Node discard the rest of a body. Next may have destroyed the stream, which then cannot be read. */
const discardBody = (req: IncomingMessage): void => {
  const dump: unknown = Reflect.get(req, '_dump')
  if (typeof dump === 'function') dump.call(req)
}

/**
 * Reads on after a response that was sent before the request's body was read, because the connection cannot be used again
 * before: the next request on it would wait until its timeout. A client that is disconnected while it is still sending may
 * not see the response, so it is only disconnected when it pauses for five seconds, and after a minute at the latest.
 * @param limits both in milliseconds
 */
export function drainAfterResponse(
  req: IncomingMessage,
  res: ServerResponse,
  limits = drain,
): void {
  if (contentLength(req) === 0 && req.headers['transfer-encoding'] === undefined) return
  const { socket } = req
  res.once('finish', () => {
    if (req.complete) return
    const endsAt = Date.now() + limits.limitMs
    let bytesRead = socket.bytesRead
    const timer = setInterval(() => {
      if (!req.complete && socket.bytesRead > bytesRead && Date.now() < endsAt) {
        bytesRead = socket.bytesRead
        return
      }
      clearInterval(timer)
      if (!req.complete) socket.destroy()
    }, limits.idleMs).unref()
    discardBody(req)
    socket.resume()
  })
}

/** The slowest connection that can still upload a file of 100 MB: 1 Mbit/s. */
const uploadMs = 15 * 60 * 1000
const bodyMs = 60_000

/** Uploads that ask for their body (src/endpoints/media/read-upload.ts). */
const uploadPath = /^\/api\/(admin\/media\/upload|orders\/[^/]+\/return-photos\/[^/]+)\/?$/

/** How long a client may take to send the body of this request, in milliseconds. Uploads wait for their turn meanwhile. */
export function bodyTimeLimit(path: string): number {
  const isUpload = uploadPath.test(path) || /^\/(api\/admin|cms\/api)\/media(\/|$)/.test(path)
  return isUpload ? uploadMs : bodyMs
}

/** Disconnects a client that takes longer than `limitMs` to send the body of its request. */
export function limitBodyTime(req: IncomingMessage, limitMs: number): void {
  if (contentLength(req) === 0 && req.headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (!req.complete)
      req.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
        req.socket.destroy(),
      )
  }, limitMs)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}

/**
 * Leaves the body of an upload at the client until the returned function is called. Next reads every body right away:
 * forty uploads that wait their turn, or will be refused, would all be in memory.
 * @returns undefined for requests whose body doesn't wait
 */
export function holdBody(req: IncomingMessage, path: string): (() => void) | undefined {
  if (!uploadPath.test(path)) return undefined
  // Unlike a new stream, a paused one doesn't begin to flow with its first listener.
  req.pause()
  return () => void req.resume()
}
