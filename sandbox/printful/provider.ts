import { Hono } from 'hono'

import { createPictures } from '../core/fixture-pictures'
import type { Provider, ProviderRuntime } from '../core/provider'
import { access, createLimits, type PrintfulEnv } from './auth'
import { DEFAULT_SETTINGS, type ProviderContext } from './context'
import { printfulControl } from './control-routes'
import { asStatus, errorBody, PrintfulError, problemBody } from './errors'
import { emptyState } from './fixtures'
import { advance } from './order-progress'
import { orderRoutes } from './order-routes'
import { productRoutes } from './product-routes'
import { storeRoutes } from './store-routes'
import { webhookRoutesV1, webhookRoutesV2 } from './webhook-routes'
import { createWebhooks } from './webhooks'

export interface PrintfulOptions {
  /** The length of Printful's "minute"; a webhook is retried after 1, 4, 16 … of them. */
  printfulRetryMs?: number
  /** How long each step of a confirmed order takes; absent leaves every step to the control port. */
  printfulProgressMs?: number
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const PROBLEM = { 'content-type': 'application/problem+json' }

/** Printful for one shop: stores, products, orders, rates and webhooks of v1, and the signed webhooks of v2. */
export function createPrintful(runtime: ProviderRuntime, options: PrintfulOptions = {}): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const { clock } = runtime
  const settings = { ...DEFAULT_SETTINGS, progressMs: options.printfulProgressMs ?? 0 }
  const initial = { ...settings }
  const webhooks = createWebhooks({ state, clock, save, retryMs: options.printfulRetryMs ?? 1_000 })
  let timer: NodeJS.Timeout | undefined
  const context: ProviderContext = {
    state,
    clock,
    settings,
    pictures: createPictures(runtime),
    publish: webhooks.publish,
    save: () => {
      save()
      schedule()
    },
  }
  const limits = createLimits(clock, () => settings.limits)

  const schedule = () => {
    if (settings.progressMs > 0)
      timer ??= setTimeout(progress, Math.max(20, Math.min(settings.progressMs, 1_000)))
  }
  const progress = () => {
    timer = undefined
    if (advance(context) !== null) schedule()
  }

  const app = new Hono<PrintfulEnv>()
  app.onError((error, c) => {
    const printfulError = error instanceof PrintfulError ? error : new PrintfulError(500)
    if (printfulError !== error) console.error('The Printful sandbox failed:', error)
    const v2 = c.req.path.startsWith('/v2/')
    const wait = printfulError.headers['x-pf-wait']
    const body = v2
      ? problemBody(printfulError.status, printfulError.message)
      : errorBody(printfulError.status, printfulError.message, printfulError.code)
    return c.json(
      body,
      asStatus(printfulError.status),
      v2 ? { ...PROBLEM, ...(wait && { 'retry-after': wait }) } : {},
    )
  })
  app.notFound((c) => {
    // A path that exists for another method gets 405, not 404 (reference, section 2).
    const status = METHODS.some((method) => method !== c.req.method && hasRoute(method, c.req.path))
      ? 405
      : 404
    return c.req.path.startsWith('/v2/')
      ? c.json(
          problemBody(status, status === 405 ? 'Method Not Allowed' : 'Not Found'),
          status,
          PROBLEM,
        )
      : c.json(errorBody(status), status)
  })
  /** Whether a route handles this method there, besides the middleware for every call. */
  const hasRoute = (method: string, path: string): boolean =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method)
  app.route('/', context.pictures.app)
  app.use(access(context, limits))
  app.route('/', storeRoutes(context, limits))
  app.route('/', productRoutes(context, limits))
  app.route('/', orderRoutes(context))
  app.route('/', webhookRoutesV1(context))
  app.route('/', webhookRoutesV2(context))

  return {
    name: 'printful',
    app,
    control: printfulControl(context, { webhooks, clearLimits: limits.clear, schedule }),
    errorBody: (status) => errorBody(status),
    reset: () => {
      webhooks.dispatcher.reset()
      webhooks.forge(false)
      limits.clear()
      clear()
      Object.assign(settings, initial)
    },
    clockMoved: progress,
    started: () => {
      webhooks.dispatcher.resume()
      schedule()
    },
    stop: () => {
      clearTimeout(timer)
      webhooks.dispatcher.stop()
    },
  }
}
