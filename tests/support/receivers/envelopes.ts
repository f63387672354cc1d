import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedEvent = {
  event_id: string
  platform: string
  level: string
  release: string
  environment: string
  tags: Record<string, string>
  exception: { values: { type: string; value: string; stacktrace: { frames: object[] } }[] }
}

const readAll = async (req: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/**
 * Returns what is wrong with an envelope that contains one event (develop.sentry.dev, Envelopes),
 * or null.
 */
const problemIn = (req: IncomingMessage, text: string): string | null => {
  if (req.method !== 'POST' || req.url !== '/api/42/envelope/') return 'wrong endpoint'
  if (req.headers['content-type'] !== 'application/x-sentry-envelope') return 'wrong content type'
  if (
    !/^Sentry sentry_version=7, sentry_client=\S+, sentry_key=publickey$/.test(
      String(req.headers['x-sentry-auth']),
    )
  )
    return 'wrong authentication'
  const [head = '', item = '', payload = '', ...rest] = text.split('\n')
  const { event_id: id, sent_at: sentAt } = JSON.parse(head) as Record<string, string>
  const { type, length } = JSON.parse(item) as { type: string; length: number }
  const event = JSON.parse(payload) as ReceivedEvent & { timestamp: number }
  if (!/^[0-9a-f]{32}$/.test(String(id)) || Number.isNaN(Date.parse(String(sentAt))))
    return 'wrong head'
  if (event.event_id !== id) return 'two event ids'
  if (type !== 'event' || length !== Buffer.byteLength(payload)) return 'wrong item'
  if (rest.join('') !== '') return 'more than one item'
  if (Math.abs(event.timestamp - Date.now() / 1000) > 60) return 'wrong time'
  if (event.platform !== 'node' || event.level !== 'error') return 'wrong kind'
  return event.exception.values.length > 0 ? null : 'no exception'
}

/** A service that accepts error reports as Sentry does, and rejects what Sentry would reject. */
export class EnvelopeReceiver {
  readonly events: ReceivedEvent[] = []
  readonly texts: string[] = []
  readonly problems: string[] = []
  requests = 0
  /** How it responds: immediately, not at all, or with a request to wait. */
  mode: 'ok' | 'silent' | 'busy' = 'ok'
  private readonly server: Server = createServer((req, res) => void this.receive(req, res))

  private async receive(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    this.requests += 1
    const text = await readAll(req)
    if (this.mode === 'silent') return
    if (this.mode === 'busy') return res.writeHead(429, { 'Retry-After': '60' }).end()
    const problem = problemIn(req, text)
    if (problem) {
      this.problems.push(problem)
      return res.writeHead(400).end()
    }
    this.texts.push(text)
    this.events.push(JSON.parse(text.split('\n')[2] ?? '') as ReceivedEvent)
    return res.writeHead(200).end('{}')
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve))
    return `http://publickey@127.0.0.1:${(this.server.address() as AddressInfo).port}/42`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
