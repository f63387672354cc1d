import { Hono } from 'hono'

import type { Provider, ProviderRuntime } from '../core/provider'
import { browserRoutes } from './browser/routes'
import { defaultSettings, type ProviderContext } from './context'
import { payPalControl } from './control-routes'
import { errorBody, PayPalError } from './errors'
import { createOnce } from './http/idempotency'
import { mockResponse } from './http/mock-response'
import { oauthRoutes } from './http/oauth-routes'
import { orderRoutes } from './http/order-routes'
import { paymentRoutes } from './http/payment-routes'
import { reportingRoutes } from './http/reporting-routes'
import type { PayPalEnv } from './http/request-context'
import { bearer } from './http/tokens'
import { webhookRoutes } from './http/webhook-routes'
import { newDebugId } from './ids'
import { reverseExpiredApprovals } from './orders/orders'
import { emptyState } from './state'
import { createDispatcher } from './webhooks/dispatcher'
import { createEvent } from './webhooks/events'
import { DEFAULT_WEBHOOK_ID, DEFAULT_WEBHOOK_SETTINGS } from './webhooks/settings'
import { CERTIFICATE_PATH, createSigner } from './webhooks/signer'

export interface PayPalOptions {
  /** Where the default webhook `WH-SANDBOX` delivers. */
  webhookUrl?: string
  /** The wait before the second delivery of an event; it doubles from there. */
  webhookRetryMs?: number
}

/** PayPal for one merchant: Orders v2, Payments v2, webhooks, the browser SDK and the approval page. */
export function createPayPal(runtime: ProviderRuntime, options: PayPalOptions = {}): Provider {
  const store = runtime.store(emptyState)
  const signer = createSigner()
  const context: ProviderContext = {
    state: store.state,
    clock: runtime.clock,
    origin: runtime.origin,
    save: store.save,
    settings: defaultSettings(),
    publish: (clientId, domainEvent) => {
      const event = createEvent(clientId, domainEvent, runtime.clock.now(), runtime.origin())
      store.state.events[event.id] = event
      store.save()
      dispatcher.dispatch(event)
    },
  }
  const dispatcher = createDispatcher(context, signer, options.webhookRetryMs ?? 1_000)
  const setDefaultWebhook = (url: string | null | undefined) => {
    delete context.state.webhooks[DEFAULT_WEBHOOK_ID]
    if (url)
      context.state.webhooks[DEFAULT_WEBHOOK_ID] = {
        id: DEFAULT_WEBHOOK_ID,
        clientId: null,
        url,
        eventTypes: ['*'],
      }
    store.save()
  }
  setDefaultWebhook(options.webhookUrl)

  const app = new Hono<PayPalEnv>()
  app.onError(answerError)
  app.notFound((c) =>
    answerError(
      new PayPalError(404, [{ issue: 'INVALID_RESOURCE_ID', field: c.req.path, location: 'path' }]),
    ),
  )
  app.route('/', browserRoutes(context))
  app.get(`${CERTIFICATE_PATH}:id`, async (c, next) => {
    if (c.req.param('id') !== (await signer.certificateId())) return next()
    return c.body(await signer.certificate(), 200, { 'content-type': 'application/x-pem-file' })
  })
  // Every response has the ids that support asks for, including successes.
  app.use('/:version{v[12]}/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('paypal-debug-id')) c.header('paypal-debug-id', newDebugId())
  })
  app.route('/', oauthRoutes(context))
  app.use('/v1/notifications/*', bearer(context), mockResponse(context))
  app.use('/v1/reporting/*', bearer(context), mockResponse(context))
  app.use('/v2/*', bearer(context), mockResponse(context))
  const once = createOnce(context)
  app.route('/', orderRoutes(context, once))
  app.route('/', paymentRoutes(context, once))
  app.route('/', reportingRoutes(context))
  app.route('/', webhookRoutes(context, signer, dispatcher))

  return {
    name: 'paypal',
    app,
    control: payPalControl(context, dispatcher, setDefaultWebhook),
    errorBody: (status) => errorBody(status),
    reset: () => {
      dispatcher.stop()
      const url = context.state.webhooks[DEFAULT_WEBHOOK_ID]?.url
      store.clear()
      setDefaultWebhook(url)
      Object.assign(dispatcher.settings, DEFAULT_WEBHOOK_SETTINGS)
      Object.assign(context.settings, defaultSettings())
    },
    clockMoved: () => reverseExpiredApprovals(context),
    started: dispatcher.resume,
    stop: dispatcher.stop,
  }
}

function answerError(error: Error): Response {
  const payPalError = error instanceof PayPalError ? error : new PayPalError(500)
  if (payPalError !== error) console.error('The PayPal sandbox failed:', error)
  const debugId = newDebugId()
  return Response.json(
    errorBody(payPalError.status, payPalError.details, payPalError.links, debugId),
    { status: payPalError.status, headers: { 'paypal-debug-id': debugId } },
  )
}
