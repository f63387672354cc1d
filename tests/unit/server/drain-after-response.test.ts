import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

import { drainAfterResponse } from '@/server/request-body'

const limits = { idleMs: 150, limitMs: 1000 }
let server: Server
beforeAll(async () => {
  server = createServer((req, res) => {
    drainAfterResponse(req, res, limits)
    res.writeHead(503).end('busy')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Upload {
  socket: Socket
  /** Everything that the server has answered so far. */
  answer: () => string
  /** Resolves when the server disconnects. */
  closed: Promise<void>
}

/** Opens an upload of `bytes` bytes and waits for the server's refusal, before any byte of the body is sent. */
async function refusedUpload(bytes: number): Promise<Upload> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port)
  let answer = ''
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const refused = new Promise<void>((resolve) =>
    socket.on('data', (part) => {
      answer += part.toString()
      if (answer.includes('busy')) resolve()
    }),
  )
  socket.write(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${bytes}\r\n\r\n`)
  await refused
  return { socket, answer: () => answer, closed }
}

/** Sends one byte every 30 ms. @returns how long that took in milliseconds, and how many bytes were sent */
async function trickle(socket: Socket, bytes: number): Promise<{ ms: number; sent: number }> {
  const startedAt = Date.now()
  let sent = 0
  while (sent < bytes && !socket.destroyed) {
    socket.write('x')
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return { ms: Date.now() - startedAt, sent }
}

it('a client that goes on sending after a refusal keeps its connection for the next request', async () => {
  const upload = await refusedUpload(15)
  const { ms, sent } = await trickle(upload.socket, 15)
  expect(sent).toBe(15)
  expect(ms).toBeGreaterThan(2 * limits.idleMs)
  const answered = new Promise<void>((resolve) => upload.socket.once('data', () => resolve()))
  upload.socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  await answered
  expect(upload.answer().match(/503/g)).toHaveLength(2)
  upload.socket.destroy()
})

it('a client that stops sending is disconnected', async () => {
  const upload = await refusedUpload(1000)
  upload.socket.write('x')
  await upload.closed
  expect(upload.answer()).toContain('503')
})

it('a client that never ends is disconnected', async () => {
  const upload = await refusedUpload(100_000)
  const { sent } = await trickle(upload.socket, 100_000)
  await upload.closed
  expect(sent).toBeLessThan(1000)
})
