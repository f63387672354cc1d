import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'

import type { Clock } from './clock'
import type { Fault, Faults } from './fault-injection'
import type { Provider, SandboxEnv, WebApp } from './provider'
import { answerHalf, answerRaw, cutConnection } from './raw-response'
import { type Journal, readableBody, readablePath, withoutSecrets } from './request-log'

interface Watch {
  faults: Faults
  journal: Journal
  clock: Clock
}

/** Wraps a provider's app in the log of its calls and the planned faults. */
export function withProviderMiddleware(provider: Provider, watch: Watch): WebApp {
  const app = new Hono<SandboxEnv>()
  app.use(traffic(provider, watch, new Map()))
  app.all('*', (c) => provider.app.fetch(c.req.raw, c.env))
  return app
}

/** The last JSON response of each method and path, for the fault `repeat`. */
type LastResponses = Map<string, Response>

function traffic(
  provider: Provider,
  { faults, journal, clock }: Watch,
  last: LastResponses,
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const began = performance.now()
    const time = clock.iso()
    const path = pathOf(c)
    const body = readableBody(await c.req.raw.clone().text(), c.req.header('content-type') ?? '')
    const fault = faults.take(provider.name, c.req.method, path)
    try {
      const operation = `${c.req.method} ${new URL(c.req.url).pathname}`
      if (fault?.fault === 'repeat') {
        await next()
        const earlier = last.get(operation)
        return earlier && replace(c, earlier.clone())
      }
      if (fault) return await applyFault(c, next, { fault, faults }, provider)
      await next()
      if (c.res.headers.get('content-type')?.includes('json')) last.set(operation, c.res.clone())
    } finally {
      journal.add({
        provider: provider.name,
        method: c.req.method,
        path: readablePath(path),
        headers: withoutSecrets(c.req.raw.headers),
        body,
        status: statusOf(c, fault),
        ...(fault && { fault: fault.fault }),
        time,
        durationMs: Math.round(performance.now() - began),
      })
    }
  }
}

/** Path and query; PayPal's old SDK ends each path with a bare question mark. */
function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

function statusOf(c: Context<SandboxEnv>, fault: Fault | undefined): number | null {
  if (fault?.fault === 'reset-before' || fault?.fault === 'reset-after') return null
  return c.env.outgoing.headersSent ? c.env.outgoing.statusCode : c.res.status
}

async function applyFault(
  c: Context<SandboxEnv>,
  next: Next,
  { fault, faults }: { fault: Fault; faults: Faults },
  provider: Provider,
): Promise<Response | void> {
  if (fault.fault === 'reset-before') return cutConnection(c.env)
  if (fault.fault === 'latency' && fault.when === 'before') await faults.wait(fault.latencyMs)
  if (!actsFirst(fault)) return answerInstead(c, fault, provider)

  await next()
  const { status } = c.res
  const headers = Object.fromEntries(c.res.headers)
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  switch (fault.fault) {
    case 'reset-after':
      return replace(c, cutConnection(c.env))
    case 'truncated':
      return replace(c, answerHalf(c.env, status, headers, bytes))
    case 'malformed':
      return replace(
        c,
        answerRaw(
          c.env,
          status,
          headers,
          bytes.length > 2 ? bytes.subarray(0, -2) : Buffer.from('{"id":'),
        ),
      )
    case 'no-content-type':
      delete headers['content-type']
      return replace(c, answerRaw(c.env, status, headers, bytes))
    case 'latency':
      if (fault.when === 'after') await faults.wait(fault.latencyMs)
      return replace(c, new Response(bytes.length > 0 ? bytes : null, { status, headers }))
    default:
      return replace(c, answerInstead(c, fault, provider))
  }
}

function actsFirst(fault: Fault): boolean {
  return fault.when === 'after' || (fault.fault !== 'status' && fault.fault !== 'html')
}

function answerInstead(c: Context<SandboxEnv>, fault: Fault, provider: Provider): Response {
  if (fault.fault === 'html') {
    const page = '<!doctype html><title>Gateway</title><h1>Please sign in to this network</h1>'
    return new Response(page, {
      status: fault.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  }
  const status = fault.status ?? 500
  const headers = new Headers({
    'content-type': 'application/json',
    ...provider.errorHeaders?.(status),
  })
  if (fault.retryAfter !== undefined) headers.set('retry-after', String(fault.retryAfter))
  const body = fault.body === undefined ? provider.errorBody(status) : fault.body
  if (body === undefined) headers.delete('content-type')
  const isText = typeof body === 'string' && !headers.get('content-type')?.includes('json')
  return new Response(body === undefined ? null : isText ? body : JSON.stringify(body), {
    status,
    headers,
  })
}

/**
 * After `next()`, a middleware responds by replacing the response. It must be unset first, or old headers are merged
 * in.
 */
function replace(c: Context, response: Response): void {
  c.res = undefined
  c.res = response
}
