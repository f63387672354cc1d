import { z } from 'zod'
import { totalsOf } from '../domain/pricing'
import { env } from '../env'
import { notFound } from '../errors'
import { getProviders } from '../providers/index'
import { getBuyerOrder } from '../queries/get-buyer-order'
import { getSettings } from '../queries/get-settings'
import { priceLines } from '../queries/price-lines'
import { captureSchema, checkCartSchema, findOrderSchema, orderNumberSchema, paypalIdParams, placeOrderSchema } from '../schemas/checkout'
import { buyerOrderAnswer, captureAnswer, cartAnswer, findOrderAnswer, placedAnswer, setupAnswer } from '../schemas/checkout-answers'
import { captureOrder } from '../workflows/capture-order'
import { findOrder } from '../workflows/find-order'
import { placeOrder, toLineReport, toTotalsReport } from '../workflows/place-order'
import { endpoint } from './endpoint'

const checkoutCookie = 'dayfern-checkout'
const cookieSeconds = 6 * 60 * 60

/** The order's key travels in the answer and in a cookie that only /order sees, so that a plain capture call works too. */
const withKeyCookie = (body: { key: string }, secure: boolean): Response =>
  Response.json(body, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Set-Cookie': `${checkoutCookie}=${body.key}; Path=/order; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    },
  })

const keyFromCookie = (header: string | null): string | undefined =>
  new RegExp(`(?:^|;\\s*)${checkoutCookie}=([a-f0-9]{32})(?:;|$)`).exec(header ?? '')?.[1]

export const checkoutEndpoints = [
  endpoint({
    method: 'get', path: '/setup', summary: 'What the browser needs to load the payment button',
    answer: setupAnswer, limit: { points: 30, seconds: 60 },
    handle: () => getProviders().payments.getBrowserSetup(),
  }),

  // The second path is for integrations with a page of their own; both do the same and neither makes a paid order.
  ...['/order', '/api/orders'].map((path) => endpoint({
    method: 'post', path, summary: 'Place an order and open its payment',
    body: placeOrderSchema, answer: placedAnswer, limit: { points: 20, seconds: 60 },
    handle: async (req, { body }) => {
      const { pricing } = await getSettings(req.payload)
      const placed = await placeOrder({
        payload: req.payload, payments: getProviders().payments, pricing, input: body,
        customerId: req.user?.isActive ? req.user.id : null,
      })
      return withKeyCookie(placed, env.SERVER_URL.startsWith('https:'))
    },
  })),

  endpoint({
    method: 'post', path: '/order/:id/capture', summary: 'Take the money of an approved payment',
    params: paypalIdParams, body: captureSchema, bodyOptional: true, limit: { points: 40, seconds: 60 },
    answer: captureAnswer, alsoAnswers: { 202: 'PayPal has not decided yet (PENDING), or we do not know yet (WORKING). Ask again in a moment.' },
    handle: async (req, { params, body }) => {
      const key = body?.key ?? keyFromCookie(req.headers.get('cookie'))
      const { status, orderNumber } = await captureOrder({ payload: req.payload, payments: getProviders().payments }, params.id, key)
      return Response.json({ id: params.id, status, orderNumber, key }, { status: status === 'COMPLETED' ? 200 : 202, headers: { 'Cache-Control': 'private, no-store' } })
    },
  }),

  endpoint({
    method: 'post', path: '/api/cart/check', summary: 'Hold a cart against live prices and availability',
    body: checkCartSchema, answer: cartAnswer, limit: { points: 60, seconds: 60 },
    handle: async (req, { body }) => {
      const [lines, { pricing }] = await Promise.all([priceLines(req.payload, body.items), getSettings(req.payload)])
      const sold = lines.flatMap((line) => (line.status === 'ok' && line.unitCents !== null ? [{ unitCents: line.unitCents, quantity: line.quantity }] : []))
      return { lines: lines.map(toLineReport), totals: toTotalsReport(totalsOf(sold, null, pricing)) }
    },
  }),

  endpoint({
    method: 'post', path: '/api/orders/find', summary: 'Send a link to an order to the address it was placed with',
    body: findOrderSchema, answer: findOrderAnswer, limit: { points: 5, seconds: 600 },
    handle: async (req, { body }) => {
      await findOrder(req.payload, body)
      return { message: 'If that order exists, a link to it is on its way to its e-mail address.' }
    },
  }),

  endpoint({
    method: 'get', path: '/api/orders/:orderNumber', summary: 'How an order stands, for whoever holds its key',
    params: z.strictObject({ orderNumber: orderNumberSchema }), query: z.strictObject({ key: z.string().regex(/^[a-f0-9]{32}$/) }),
    answer: buyerOrderAnswer, limit: { points: 120, seconds: 60 },
    handle: async (req, { params, query }) => {
      const order = await getBuyerOrder(req.payload, params.orderNumber, query.key)
      if (!order) throw notFound('This order')
      return { orderNumber: order.orderNumber, status: order.status, paymentState: order.paymentState }
    },
  }),
]
