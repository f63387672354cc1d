import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { currentUserId } from '@/endpoints/http/current-user'
import { privateJson } from '@/endpoints/http/private-json'
import { tryConsumeRateLimit } from '@/endpoints/http/rate-limit'
import { checkoutCookie } from '@/modules/accounts/rules/session-hint'
import { captureOrder } from '@/modules/checkout/actions/capture-payment'
import { payOrder } from '@/modules/checkout/actions/pay-order'
import { placeOrder, toTaxAddress } from '@/modules/checkout/actions/place-order'
import {
  quoteCart,
  toLineResponse,
  toOptionsResponse,
  toTotalsResponse,
} from '@/modules/checkout/queries'
import {
  captureResponse,
  captureSchema,
  checkCartSchema,
  checkedCartResponse,
  checkoutSetupResponse,
  customerOrderStatusResponse,
  findOrderResponse,
  findOrderSchema,
  paypalIdParams,
  placedOrderLinkResponse,
  placedOrderResponse,
  placeOrderSchema,
  startPaymentSchema,
} from '@/modules/checkout/schemas'
import { requestOrderLink } from '@/modules/orders/actions/send-order-email'
import { findPlacedKey, getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { getSettings, type SettingsView } from '@/modules/shop/queries/get-settings'
import { secureFlag } from '@/platform/env'
import { notFound } from '@/platform/errors'
import type { PaymentMethod } from '@/platform/payment-methods'
import { orderNumberSchema } from '@/platform/schema-fields'
import { getProviders } from '@/providers'

import {
  consumePaymentLimits,
  countCardPayment,
  countDecline,
  readDiscountCode,
} from './payment-limits'
import { readShipping } from './read-shipping'

const cookieSeconds = 6 * 60 * 60

/** The orders whose keys the cookie holds: several tabs may each have one. */
const maxCookieKeys = 5

/** Returns the keys of the orders that a browser placed, the newest first. */
const keysFromCookie = ({ headers }: PayloadRequest): string[] =>
  new RegExp(`(?:^|;\\s*)${checkoutCookie.name}=([a-f0-9.]+)(?:;|$)`)
    .exec(headers.get('cookie') ?? '')?.[1]
    ?.split('.')
    .filter((key) => /^[a-f0-9]{32}$/.test(key)) ?? []

/** Sends the order's key in the body and in a cookie for /order, so that a capture call without a body works. */
const withKeyCookie = (req: PayloadRequest, body: { key: string }): Response => {
  const keys = [...new Set([body.key, ...keysFromCookie(req)])].slice(0, maxCookieKeys)
  return Response.json(body, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Set-Cookie': `${checkoutCookie.name}=${keys.join('.')}; Path=${checkoutCookie.path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secureFlag}`,
    },
  })
}

const takenMethods = ({
  paymentMethods,
  hasExpressCheckout,
}: SettingsView): readonly PaymentMethod[] =>
  hasExpressCheckout ? [...paymentMethods, 'paypal_express'] : paymentMethods

export const checkoutEndpoints = [
  endpoint({
    method: 'get',
    path: '/setup',
    summary: 'Get what the browser needs to load the payment button',
    response: checkoutSetupResponse,
    limit: { points: 30, seconds: 60 },
    handle: async (req) => {
      const [setup, { paymentMethods }] = await Promise.all([
        getProviders().payments.getBrowserSetup(),
        getSettings(req.payload),
      ])
      return { ...setup, methods: [...paymentMethods] }
    },
  }),

  // The second path is for integrations with their own checkout page. Neither path makes an order paid.
  ...['/order', '/api/orders'].map((path) =>
    endpoint({
      method: 'post',
      path,
      summary:
        path === '/order'
          ? 'Place an order and start its payment'
          : 'Place an order from your own checkout page, and start its payment',
      body: placeOrderSchema,
      response: placedOrderResponse,
      limit: { points: 20, seconds: 60 },
      handle: async (req, { body }) => {
        await consumePaymentLimits(req, body)
        const settings = await getSettings(req.payload)
        const { pricing, verifyEveryCard, senderNames } = settings
        const { days, live } = await readShipping(req, settings, {
          items: body.items,
          place: toTaxAddress(body.customer),
          earlierQuote: body.shippingQuote,
        })
        const placed = await placeOrder({
          payload: req.payload,
          payments: getProviders().payments,
          pricing,
          days,
          live,
          giftCards: settings.giftCards,
          methods: takenMethods(settings),
          verifyEveryCard,
          senderNames,
          input: body,
          customerId: currentUserId(req),
        })
        return withKeyCookie(req, placed)
      },
    }),
  ),

  endpoint({
    method: 'post',
    path: '/order/:id/capture',
    summary: 'Capture an approved payment',
    params: paypalIdParams,
    body: captureSchema,
    bodyOptional: true,
    limit: { points: 40, seconds: 60 },
    response: captureResponse,
    otherResponses: {
      202: 'PayPal is reviewing the payment (PENDING), or it’s still being confirmed (WORKING). Try again shortly.',
    },
    handle: async (req, { params, body }) => {
      const key = body?.key ?? keysFromCookie(req)[0]
      const { status, orderNumber } = await captureOrder(
        {
          payload: req.payload,
          payments: getProviders().payments,
          mayTryCard: () => countCardPayment(req),
          isWindowClosed: body?.isWindowClosed,
        },
        params.id,
        key,
      ).catch((error: unknown) => countDecline(req, error))
      return privateJson(
        { id: params.id, status, orderNumber, key },
        status === 'COMPLETED' ? 200 : 202,
      )
    },
  }),

  endpoint({
    method: 'get',
    path: '/order/:orderNumber/link',
    summary: 'Get the link of an order that this browser placed and paid',
    params: z.strictObject({ orderNumber: orderNumberSchema }),
    response: placedOrderLinkResponse,
    limit: { points: 60, seconds: 60 },
    handle: async (req, { params: { orderNumber } }) => {
      const keys = keysFromCookie(req)
      const key = await findPlacedKey(req.payload, orderNumber, keys, currentUserId(req))
      return privateJson({ path: key ? `/orders/${orderNumber}?key=${key}` : null })
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/orders/:orderNumber/payment',
    summary: 'Start paying for an order, from an emailed payment link',
    params: z.strictObject({ orderNumber: orderNumberSchema }),
    body: startPaymentSchema,
    response: placedOrderResponse,
    limit: { points: 20, seconds: 60 },
    handle: async (req, { params: { orderNumber }, body: { key, paymentMethod, giftCard } }) => {
      await consumePaymentLimits(req, { paymentMethod, giftCard })
      const { paymentMethods, verifyEveryCard } = await getSettings(req.payload)
      const placed = await payOrder(
        {
          payload: req.payload,
          payments: getProviders().payments,
          methods: paymentMethods,
          verifyEveryCard,
        },
        { orderNumber, key, method: paymentMethod, giftCard },
      )
      return withKeyCookie(req, placed)
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/cart/check',
    summary: 'Check a cart: live prices and availability',
    body: checkCartSchema,
    response: checkedCartResponse,
    limit: { points: 60, seconds: 60 },
    handle: async (req, { body }) => {
      const { items, place = null, discountCode, shippingMethod, shippingQuote } = body
      const code = await readDiscountCode(req, discountCode)
      const settings = await getSettings(req.payload)
      const shipping = await readShipping(req, settings, {
        items,
        place,
        earlierQuote: shippingQuote,
      })
      const quoted = await quoteCart(req.payload, settings.pricing, {
        items,
        place,
        code,
        customerId: currentUserId(req),
        method: shippingMethod,
        isPoBox: place?.isPoBox,
        days: shipping.days,
        live: shipping.live,
      })
      const { lines, totals, discounts, codeMessage, options } = quoted
      return {
        lines: lines.map(toLineResponse),
        totals: toTotalsResponse(totals),
        shippingOptions: toOptionsResponse(options),
        shippingQuote: shipping.quote,
        discounts: discounts.map(({ id: _, ...discount }) => discount),
        codeMessage,
      }
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/orders/find',
    summary: 'Email an order link to the customer',
    body: findOrderSchema,
    response: findOrderResponse,
    limit: { points: 5, seconds: 600 },
    handle: async (req, { body }) => {
      // Counted by order number and email address: only someone who knows both can use up an order's daily emails, and
      // each of those emails has a working link.
      const key = `${body.orderNumber} ${body.email}`
      if (await tryConsumeRateLimit(req, 'order-link', { points: 5, seconds: 86_400 }, key))
        await requestOrderLink(req.payload, body)
      return { message: 'If we find that order, we’ll email you a link to it.' }
    },
  }),

  endpoint({
    method: 'get',
    path: '/api/orders/:orderNumber',
    summary: 'Get an order’s status with its key',
    params: z.strictObject({ orderNumber: orderNumberSchema }),
    query: z.strictObject({ key: z.string().regex(/^[a-f0-9]{32}$/) }),
    response: customerOrderStatusResponse,
    limit: { points: 120, seconds: 60 },
    handle: async (req, { params, query }) => {
      const order = await getOrderByKey(req.payload, params.orderNumber, query.key)
      if (!order) throw notFound('This order')
      return {
        orderNumber: order.orderNumber,
        status: order.status,
        paymentState: order.paymentState,
      }
    },
  }),
]
