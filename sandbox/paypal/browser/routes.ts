import { setTimeout as sleep } from 'node:timers/promises'

import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'

import { setPageHeaders } from '../../core/page'
import type { ProviderContext } from '../context'
import { type PayPalEnv, readJson } from '../http/request-context'
import { liveToken } from '../http/tokens'
import { parseBody } from '../http/zod-issues'
import { approveOrder, isOpen } from '../orders/orders'
import { shippingPreferenceOf } from '../orders/validation'
import type { Funding, OrderRecord } from '../state'
import { payer } from '../test-buyer'
import { approvalPage, closedPage, endPage } from './approval-page'
import { type Choice, orderForBuyer, returnUrl } from './buyer-order'
import { scripts } from './bundle-sdk'
import { cardRoutes } from './card-routes'
import { walletRoutes } from './wallet-routes'

const FUNDING: Record<Exclude<Choice, 'cancel'>, Funding> = {
  pay: 'ok',
  decline: 'decline',
  'card-decline': 'card-decline',
  pending: 'pending',
}

const sourceSchema = z.enum(['paypal', 'card', 'venmo']).catch('paypal')

const decisionSchema = z.object({
  token: z.string(),
  choice: z.enum(['pay', 'decline', 'card-decline', 'pending', 'cancel']),
  source: sourceSchema,
  origin: z.string().default(''),
})

const sessionSchema = z.object({
  clientToken: z.string().optional(),
  clientId: z.string().optional(),
  hostname: z.string(),
})

/** Pay in 4 starts at $30, and Pay Monthly goes up to $10,000. Without an amount, PayPal offers the button anyway. */
const canPayLater = (amount: string | undefined): boolean =>
  amount === undefined || (Number(amount) >= 30 && Number(amount) <= 10_000)

/**
 * What a buyer's browser loads: the v6 SDK, and the approval page in its window. The SDK runs on the shop's origin, so
 * these routes allow CORS.
 */
export function browserRoutes(context: ProviderContext) {
  const app = new Hono<PayPalEnv>()
  const payable = (token: string): OrderRecord | undefined => {
    const order = context.state.orders[token]
    return order && isOpen(context, order) ? order : undefined
  }
  /** Does what the buyer chose; a choice on an order that cannot be paid is a cancel. */
  const decide = ({ token, choice, source }: z.infer<typeof decisionSchema>) => {
    const order = payable(token)
    if (!order || choice === 'cancel') return { result: 'canceled' as const }
    approveOrder(context, order, { funding: FUNDING[choice], source })
    return { result: 'approved' as const, payerId: payer().payer_id }
  }

  const anyOrigin = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type'],
  })
  app.use('/web-sdk/*', anyOrigin)
  app.use('/checkoutnow/*', anyOrigin)

  for (const [path, script] of [
    ['/web-sdk/v6/core', scripts.sdk()],
    ['/google-pay/pay.js', scripts.googlePay()],
  ] as const)
    app.get(path, (c) =>
      c.body(script, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
      }),
    )

  app.post('/web-sdk/v6/session', async (c) => {
    const { clientToken, clientId, hostname } = parseBody(sessionSchema, await readJson(c))
    if (clientId)
      return clientId.startsWith('sandbox-')
        ? c.json({ ok: true })
        : c.json({ error: 'The client id is unknown' }, 401)
    const token = liveToken(context, clientToken ?? '', 'browser')
    if (!token) return c.json({ error: 'The client token is unknown or has expired' }, 401)
    if (!allows(token.domains, hostname))
      return c.json({ error: `The client token is not for ${hostname}` }, 403)
    return c.json({ ok: true })
  })

  app.get('/web-sdk/v6/eligibility', async (c) => {
    const { eligibility, eligible, hasApplePayDevice } = context.settings
    if (eligibility === 'fails') return c.json({ error: 'Eligibility is not known' }, 500)
    if (eligibility === 'hangs') await sleep(60_000, undefined, { ref: false })
    const hasPayLater = canPayLater(c.req.query('amount'))
    return c.json({
      eligible: eligible.filter((name) => name !== 'paylater' || hasPayLater),
      hasApplePayDevice,
    })
  })

  app.route('/', cardRoutes(context, payable))
  app.route('/', walletRoutes(context, payable))

  /** The address in the window, for the shop's onShippingAddressChange; null where the shop gave one. */
  app.get('/checkoutnow/address', (c) => {
    const order = payable(c.req.query('token') ?? '')
    const address =
      order && shippingPreferenceOf(order.request) === 'GET_FROM_FILE'
        ? context.settings.shipping?.address
        : undefined
    return c.json({
      address: address
        ? {
            city: address.admin_area_2,
            state: address.admin_area_1,
            countryCode: address.country_code,
            postalCode: address.postal_code,
          }
        : null,
    })
  })

  app.post('/checkoutnow/address', async (c) => {
    const { token, refused } = parseBody(
      z.object({ token: z.string(), refused: z.boolean() }),
      await readJson(c),
    )
    const order = payable(token)
    if (order) order.isAddressRefused = refused
    context.save()
    return c.body(null, 204)
  })

  app.get('/checkoutnow/order', (c) => {
    const order = payable(c.req.query('token') ?? '')
    const source = sourceSchema.parse(c.req.query('source'))
    return c.json(order ? orderForBuyer(context, order, source) : { payable: false })
  })

  app.post('/checkoutnow/decision', async (c) =>
    c.json(decide(parseBody(decisionSchema, await readJson(c)))),
  )

  app.get('/checkoutnow', (c) => {
    const token = c.req.query('token') ?? ''
    const origin = webOrigin(c.req.query('origin'))
    const source = sourceSchema.parse(c.req.query('source'))
    const order = payable(token)
    const nonce = setPageHeaders(c)
    return c.html(
      order
        ? approvalPage(orderForBuyer(context, order, source), { origin, source }, nonce)
        : closedPage(token, origin, nonce),
    )
  })

  app.post('/checkoutnow', async (c) => {
    const decision = parseBody(
      decisionSchema,
      Object.fromEntries(new URLSearchParams(await c.req.text())),
    )
    const order = context.state.orders[decision.token]
    const { result, payerId } = decide(decision)
    const next = order && returnUrl(order, result === 'approved', payerId ?? '')
    const message = {
      kind: 'paypal-demo' as const,
      orderId: decision.token,
      result,
      ...(payerId && { payerId }),
    }
    return c.html(
      endPage(
        { message, origin: webOrigin(decision.origin), ...(next && { next }) },
        setPageHeaders(c),
      ),
    )
  })

  return app
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A token without domains is good anywhere; the names of this computer count as one. */
function allows(domains: string[], hostname: string): boolean {
  const names = domains.map((domain) => domain.replace(/^https?:\/\//, '').replace(/:\d+$/, ''))
  if (
    names.length === 0 ||
    names.some((name) => hostname === name || hostname.endsWith(`.${name}`))
  )
    return true
  return LOOPBACK_NAMES.has(hostname) && names.some((name) => LOOPBACK_NAMES.has(name))
}

/** Only the origin of an http(s) address; anything else reads as none. */
function webOrigin(value: string | undefined): string {
  if (!value || !URL.canParse(value)) return ''
  const { protocol, origin } = new URL(value)
  return protocol === 'http:' || protocol === 'https:' ? origin : ''
}
