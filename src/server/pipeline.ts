import type { IncomingMessage } from 'node:http'

import { sessionCookie } from '@/modules/accounts/rules/session-hint'
import { clientAddressHeader } from '@/platform/client-address'
import { databaseFailedAt } from '@/platform/database/unavailable'
import { identityProviders } from '@/platform/identity-providers'
import { writeOutageLine } from '@/platform/logging/outage-lines'
import { reportError } from '@/platform/observability/error-reporter'
import { readRequestId, requestIdHeader } from '@/platform/observability/request-id'
import { describeSpan, parseTraceParent, traceWork } from '@/platform/observability/tracing'
import { currentWork } from '@/platform/observability/work-context'

import type { Invalidations } from './cache-invalidation'
import { type CanonicalUrl, canonicalUrl, formatTarget, parseTarget } from './canonical-url'
import { readClientAddress } from './client-address'
import type { DatabaseState } from './database-link'
import { FirstSearches } from './first-searches'
import type { RenderLimit } from './render-limit'
import type { RenderedResponse } from './rendered-response'
import { RendersInProgress } from './renders-in-progress'
import {
  bodyTimeLimit,
  contentLength,
  drainAfterResponse,
  holdBody,
  limitBodyTime,
} from './request-body'
import { badRequest, isApiPath, type Refusal, refusalFor, refusalResponse } from './request-guard'
import { type ResponseCache, sendCached, toCachedResponse } from './response-cache'
import { rewriteUrl } from './rewrites'
import { unavailableResponse } from './unavailable'
import { routeGroup } from './web-metrics'

type Handler = (req: IncomingMessage, res: RenderedResponse) => Promise<void>

type PipelineOptions = {
  invalidations: Invalidations
  /** Absent in development, where every request goes to Next unchanged. */
  caching?: { responses: ResponseCache; limit: RenderLimit }
  /** Sends a file and returns true, or returns false. */
  serveFile: (req: IncomingMessage, res: RenderedResponse, path: string) => boolean
  next: Handler
  /** Absent in development: every request waits for the database. */
  database?: DatabaseState
  /** Headers of every response. */
  headers: Record<string, string>
  trustedProxies: number
}

const hasSession = (req: IncomingMessage): boolean =>
  req.headers.cookie
    ?.split(';')
    .some((cookie) => cookie.trimStart().startsWith(`${sessionCookie}=`)) ?? false

/** Pages for one visitor whose status is only known from the page itself, so that HEAD has to render them. */
const visitorPages = new RegExp(
  `^/(account|auth(?!/(${identityProviders.join('|')})\\b)|checkout|login|orders)(/|$)`,
)

/** Whether everyone may get the same response: not parts of pages, and not the home page of a member (src/proxy.ts). */
const isCacheable = (req: IncomingMessage, { url }: CanonicalUrl): boolean =>
  !req.headers.rsc && !req.headers['next-router-prefetch'] && (url !== '/' || !hasSession(req))

/** The parameter by which Next tells parts of pages from whole ones. */
const withRscParameter = (url: string, original: string): string => {
  const part = /[?&](_rsc=[\w.~-]*)/.exec(original)?.[1]
  return part ? `${url}${url.includes('?') ? '&' : '?'}${part}` : url
}

type RenderTarget = { path: string; canonical: CanonicalUrl | null; isShared: boolean }

/** How long a render may take to fail after the database has, in milliseconds. A request may join it meanwhile. */
const failingRenderMs = 2000

/** Whether the database couldn't be used for this request, or for another since shortly before this one began. */
const hasDatabaseFailed = (): boolean => {
  const database = currentWork()?.database
  return database !== undefined && databaseFailedAt() > database.begunAt - failingRenderMs
}

const uncached = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** How long Next may take for a page while the database is down: long enough for one it has cached. */
const nextCacheMs = 1500

/** Kind and place of an error. Its message may hold what a visitor sent, which is not logged. */
const describe = (error: unknown): string =>
  error instanceof Error
    ? [
        error.name,
        ...(error.stack ?? '')
          .split('\n')
          .filter((line) => line.startsWith('    at '))
          .slice(0, 8),
      ].join('\n')
    : typeof error

const tooManyRenders = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title>
<h1>Too many requests</h1><p>Please wait a minute and try again.</p></html>`

/**
 * Handles requests: request guard, static files, response cache, Next. Each step either responds or passes on. A failure
 * gets a 500 and never leaves a connection open.
 */
export class Pipeline {
  private readonly renders: RendersInProgress
  private readonly searches = new FirstSearches()
  private readonly options: PipelineOptions
  /** Reads that Next has not answered; each can be ended when the database goes down. */
  private readonly waitingReads = new Set<() => void>()

  constructor(options: PipelineOptions) {
    this.options = options
    this.renders = new RendersInProgress(options.invalidations)
    options.database?.onDown(() => {
      for (const giveUp of this.waitingReads) giveUp()
    })
  }

  async handle(req: IncomingMessage, res: RenderedResponse): Promise<void> {
    try {
      await this.respond(req, res)
    } catch (error) {
      writeOutageLine(error, (text) => {
        if (!text) reportError(error)
        const id = String(req.headers[requestIdHeader])
        console.error(text ?? `Request ${id} failed: ${describe(error)}`)
      })
      res.follow(null)
      if (res.headersSent) res.destroy()
      else this.send(res, 500, { 'Content-Type': 'text/plain' }, 'Something went wrong.')
    }
  }

  private async respond(req: IncomingMessage, res: RenderedResponse): Promise<void> {
    const { caching, serveFile, trustedProxies } = this.options
    const { method = 'GET', url = '' } = req
    const requestId = readRequestId(req.headers, trustedProxies)
    req.headers[requestIdHeader] = requestId
    drainAfterResponse(req, res)
    const target = parseTarget(url)
    limitBodyTime(req, bodyTimeLimit(target?.path ?? ''))
    const refusal = refusalFor({
      method,
      target,
      contentLength: req.headers['transfer-encoding'] === undefined ? contentLength(req) : null,
      isMultipart: req.headers['content-type']?.startsWith('multipart/'),
      action: req.headers['next-action'],
    })
    // Next's development server has URLs of its own that are written to.
    if (!target || (refusal && caching)) return this.refuse(res, url, refusal)
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && serveFile(req, res, target.path)) return

    const canonical = caching && isRead ? canonicalUrl(target) : null
    const isShared = canonical !== null && isCacheable(req, canonical)
    const cached = isShared && caching?.responses.get(canonical.url)
    if (cached) return sendCached(req, res, cached)

    const isDown = this.options.database?.isUp === false
    // Next may still have a shared page. Nothing that writes begins.
    if (isDown && !isShared) return this.sendUnavailable(req, res, target.path)
    req.headers[clientAddressHeader] = readClientAddress(req, trustedProxies)
    req.url = formatTarget(target)
    if (isRead) this.limitWait(req, res, target.path, isDown)
    res.setHeader('X-Request-Id', requestId)
    // The sender of a `traceparent` decides what is recorded, so it's accepted only from our own proxy.
    const parent = trustedProxies > 0 ? parseTraceParent(req.headers.traceparent) : undefined
    delete req.headers.traceparent
    return traceWork(
      {
        fields: { requestId },
        database: { hasFailed: false, begunAt: performance.now() },
        readBody: holdBody(req, target.path),
      },
      `${method} ${routeGroup(target.path)}`,
      { kind: 'server', attributes: { 'http.request.method': method }, parent },
      async () => {
        await this.render(req, res, { path: target.path, canonical, isShared })
        describeSpan({ 'http.response.status_code': res.statusCode })
      },
    )
  }

  /** Has Next render a response, which is stored when everyone may get it. */
  private async render(
    req: IncomingMessage,
    res: RenderedResponse,
    { path, canonical, isShared }: RenderTarget,
  ): Promise<void> {
    const { caching, next } = this.options
    // Next would take the nonce of its scripts from them, and the page would be stored with it.
    delete req.headers['content-security-policy']
    delete req.headers['content-security-policy-report-only']
    const render: Handler = (request, response) => {
      request.url = rewriteUrl(request.url ?? '/')
      return next(request, response)
    }
    for (const [name, value] of Object.entries(this.options.headers)) res.setHeader(name, value)
    if (caching && canonical)
      return this.renderCanonical(req, res, canonical, isShared ? caching.responses : null, render)
    if (caching) {
      if (await this.isOverLimit(req, res, path)) return
      // Only the whole page tells whether it exists. Node leaves out the body of the response.
      if (req.method === 'HEAD' && visitorPages.test(path)) req.method = 'GET'
      res.follow({
        encodings: req.headers['accept-encoding'],
        onFailure: () => this.replaceError(req, res, path),
      })
    }
    return this.options.invalidations.render(() => render(req, res))
  }

  /**
   * Visitors' own pages don't count toward the limit. But anyone can make up missing paths below them, and each would
   * be rendered: those have a separate limit and count once they are answered.
   */
  private async isOverLimit(
    { method, headers }: IncomingMessage,
    res: RenderedResponse,
    path: string,
  ): Promise<boolean> {
    const limit = this.options.caching?.limit
    const isPage = (method === 'GET' || method === 'HEAD') && !isApiPath(path)
    if (!limit || !isPage || path.startsWith('/admin')) return false
    const address = String(headers[clientAddressHeader])
    const waitSeconds = await limit.waitAfterMissing(address)
    if (waitSeconds) this.refuseRender(res, waitSeconds)
    else
      res.once('close', () => {
        if (res.statusCode === 404) void limit.countMissing(address)
      })
    return waitSeconds !== null
  }

  private refuseRender(res: RenderedResponse, waitSeconds: number): void {
    this.send(
      res,
      429,
      { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': String(waitSeconds) },
      tooManyRenders,
    )
  }

  /** Renders a page or call that is the same for every visitor, and stores the response when it may be. */
  private async renderCanonical(
    req: IncomingMessage,
    res: RenderedResponse,
    { url, isPage }: CanonicalUrl,
    responses: ResponseCache | null,
    render: Handler,
  ): Promise<void> {
    const { invalidations } = this.options
    if (this.renders.hasOutdated(url)) {
      await this.renders.waitForOutdated(url)
      const cached = responses?.get(url)
      if (cached) return sendCached(req, res, cached)
    }
    const address = String(req.headers[clientAddressHeader])
    const waitSeconds = isPage ? await this.options.caching?.limit.consume(address) : null
    if (waitSeconds) return this.refuseRender(res, waitSeconds)
    const { version } = invalidations
    // Next renders exactly what the key says, and a whole page: only that tells whether it exists.
    req.url = responses ? url : withRscParameter(url, req.url ?? '')
    if (req.method === 'HEAD') req.method = 'GET'
    const isStored = !this.searches.isFirst(url)
    const store =
      responses &&
      isStored &&
      ((body: Buffer): void => {
        const entry = toCachedResponse(res, body)
        if (!hasDatabaseFailed()) responses.set(url, entry, version)
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        sendCached(req, res, entry)
      })
    res.follow({
      encodings: req.headers['accept-encoding'],
      store: store || undefined,
      onHeaders: (isFromNextCache) => {
        if (isPage && isFromNextCache) void this.options.caching?.limit.refund(address)
      },
      onFailure: () => this.replaceError(req, res, url),
    })
    await this.renders.run(
      url,
      // Next stores only what is rendered as part of a known version.
      () => (isStored ? invalidations.render(() => render(req, res)) : render(req, res)),
      (event, listener) => res.once(event, listener),
    )
  }

  /** Answers a read with 503 when the database goes down, or soon if it is down already. */
  private limitWait(
    req: IncomingMessage,
    res: RenderedResponse,
    path: string,
    isDown: boolean,
  ): void {
    if (!this.options.database) return
    const giveUp = (): void => this.sendUnavailable(req, res, path)
    const timer = isDown ? setTimeout(giveUp, nextCacheMs) : undefined
    this.waitingReads.add(giveUp)
    res.once('close', () => {
      clearTimeout(timer)
      this.waitingReads.delete(giveUp)
    })
  }

  /**
   * Errors become a 503 when the database is down or failed any request meanwhile. Refusals and redirects become one
   * only when it failed this very request: a session that can't be read looks like none, and nobody should have to sign
   * in again for that.
   */
  private replaceError(req: IncomingMessage, res: RenderedResponse, path: string): void {
    const isError =
      res.statusCode >= 500 && (this.options.database?.isUp === false || hasDatabaseFailed())
    if (isError || currentWork()?.database?.hasFailed) this.sendUnavailable(req, res, path)
  }

  private sendUnavailable(req: IncomingMessage, res: RenderedResponse, path: string): void {
    const isPage = !req.headers.rsc && !isApiPath(path)
    const { status, headers, body } = unavailableResponse(isPage)
    res.replace(status, { ...this.options.headers, ...uncached, ...headers }, body)
  }

  private refuse(res: RenderedResponse, url: string, refusal: Refusal | null): void {
    const { status } = refusal ?? badRequest
    const { headers, body } = refusalResponse(refusal ?? badRequest, url)
    this.send(res, status, headers, body)
  }

  private send(
    res: RenderedResponse,
    status: number,
    headers: Record<string, string>,
    body: string,
  ): void {
    res.writeHead(status, { ...this.options.headers, ...uncached, ...headers })
    res.end(body)
  }
}
