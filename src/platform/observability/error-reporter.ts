import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import { AppError } from '@/platform/errors'

import { toErrorEvent } from './error-event'

const maxInFlight = 5
const maxPerMinute = 30
const timeoutMs = 5000
const minuteMs = 60_000

type Options = {
  /** As Sentry gives it: `https://<key>@<host>/<project>`. */
  dsn: string
  release: string
  environment: string
  process: string
}

/** The envelope endpoint and the public key of a DSN. */
const parseDsn = (dsn: string): { url: URL; key: string } => {
  const { protocol, host, pathname, username } = new URL(dsn)
  const [, folder = '', project = ''] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? []
  return { url: new URL(`${protocol}//${host}${folder}/api/${project}/envelope/`), key: username }
}

/**
 * Sends errors to a service that speaks Sentry's envelope protocol, without personal data. Reports are dropped rather
 * than queued: beyond 30 a minute, the same error within a minute, or while the service is slow or asks to wait.
 */
export class ErrorReporter {
  private readonly endpoint: { url: URL; key: string }
  private readonly options: Options
  private readonly seen = new WeakSet<object>()
  /** When each kind of error was last sent. */
  private readonly lastSent = new Map<string, number>()
  private readonly inFlight = new Set<Promise<void>>()
  private minute = { startsAt: 0, count: 0 }
  private pausedUntil = 0

  constructor(options: Options) {
    this.options = options
    this.endpoint = parseDsn(options.dsn)
  }

  /** Never throws and never waits. An error that is logged twice is sent once. */
  report(error: unknown): void {
    try {
      if (error instanceof AppError && error.status < 500) return
      if (typeof error === 'object' && error !== null) {
        if (this.seen.has(error)) return
        this.seen.add(error)
      }
      const { event, fingerprint } = toErrorEvent(error, this.options)
      if (!this.maySend(fingerprint)) return
      const sending = this.send(event).finally(() => this.inFlight.delete(sending))
      this.inFlight.add(sending)
    } catch {
      // A report that fails must not fail what is being reported.
    }
  }

  /** Waits for reports that are on their way. */
  async flush(): Promise<void> {
    await Promise.all(this.inFlight)
  }

  private maySend(fingerprint: string): boolean {
    const now = Date.now()
    if (now < this.pausedUntil || this.inFlight.size >= maxInFlight) return false
    if (now - (this.lastSent.get(fingerprint) ?? 0) < minuteMs) return false
    if (now - this.minute.startsAt >= minuteMs) {
      this.minute = { startsAt: now, count: 0 }
      for (const [kind, sentAt] of this.lastSent)
        if (now - sentAt >= minuteMs) this.lastSent.delete(kind)
    }
    if (this.minute.count >= maxPerMinute) return false
    this.minute.count += 1
    this.lastSent.set(fingerprint, now)
    return true
  }

  private pauseFor(seconds: number): void {
    const bounded = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : 60
    this.pausedUntil = Date.now() + bounded * 1000
  }

  /** Uses node:http: Next replaces `fetch` with one that takes part in rendering. */
  private send(event: { event_id: string }): Promise<void> {
    const { url, key } = this.endpoint
    const payload = JSON.stringify(event)
    const envelope = [
      JSON.stringify({ event_id: event.event_id, sent_at: new Date() }),
      JSON.stringify({ type: 'event', length: Buffer.byteLength(payload) }),
      payload,
      '',
    ].join('\n')
    return new Promise((resolve) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
        url,
        {
          method: 'POST',
          timeout: timeoutMs,
          headers: {
            'Content-Type': 'application/x-sentry-envelope',
            'Content-Length': Buffer.byteLength(envelope),
            'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=dayfern/1, sentry_key=${key}`,
          },
        },
        (response) => {
          if (response.statusCode === 429) this.pauseFor(Number(response.headers['retry-after']))
          response.resume().once('close', resolve)
        },
      )
      request.once('timeout', () => request.destroy())
      request.once('error', () => {
        this.pauseFor(10)
        resolve()
      })
      request.end(envelope)
      request.once('socket', (socket) => socket.unref())
    })
  }
}

declare global {
  /** Next bundles its own copy of this module, so the reporter is stored where all copies find it. */
  var dayfernErrorReporter: ErrorReporter | undefined
}

/** Reports an error that someone should look at; does nothing without SENTRY_DSN. */
export function reportError(error: unknown): void {
  globalThis.dayfernErrorReporter?.report(error)
}
