import { z } from 'zod'

import { withCircuitBreaker } from '@/platform/http/circuit-breaker'
import { hasTimeToRetry } from '@/platform/http/deadline'
import { ProviderError } from '@/platform/http/provider-error'
import { withRetries } from '@/platform/http/retries'
import { toDecimal } from '@/platform/money'
import { declineReason } from '@/platform/payment-methods'
import type {
  CaptureOutcome,
  PaymentAddress,
  PaymentProvider,
  PaymentRequest,
  ProviderPayment,
} from '@/providers/interfaces'

import {
  captureDetailsSchema,
  createdSchema,
  expressSchema,
  orderSchema,
  refundSchema,
  reportSchema,
  toExpressPayment,
  tokenSchema,
  toPayments,
  toPaymentState,
  toRefund,
  webhookSchema,
} from './schema'
import {
  createSdk,
  newCaptureDetailsRequest,
  newCaptureRequest,
  newCreateRequest,
  newGetRequest,
  newPatchRequest,
  newRefundRequest,
  newReportRequest,
  newTokenRequest,
  newWebhookRequest,
  type PayPalAccess,
  PayPalRejection,
} from './sdk'
import { createWebhookVerifier } from './webhook'

type Options = PayPalAccess & {
  environment: 'demo' | 'sandbox' | 'live'
  /** Where the browser loads the payment script from. */
  sdkUrl: string
  googlePayUrl: string
  webhookId: string
  brandName: string
}

const usd = (cents: number) => ({ currency_code: 'USD', value: toDecimal(cents) })
const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/**
 * What PayPal needs to know about the way to pay. The card form on PayPal's side and Apple Pay take an order without a
 * source: the one comes with the confirmation.
 */
const paymentSource = (order: PaymentRequest, brandName: string) => {
  const urls = { return_url: order.returnUrl, cancel_url: order.cancelUrl }
  const context = {
    brand_name: brandName,
    user_action: 'PAY_NOW',
    shipping_preference: order.shipTo ? 'SET_PROVIDED_ADDRESS' : 'NO_SHIPPING',
  }
  switch (order.method) {
    case 'card':
    case 'apple_pay':
      return {}
    case 'google_pay':
      return {
        payment_source: {
          google_pay: { attributes: { verification: { method: 'SCA_WHEN_REQUIRED' } } },
        },
      }
    case 'venmo':
      return { payment_source: { venmo: { experience_context: context } } }
    case 'card_fields': {
      const verification = { method: order.verifyCard ? 'SCA_ALWAYS' : 'SCA_WHEN_REQUIRED' }
      return {
        payment_source: { card: { attributes: { verification }, experience_context: urls } },
      }
    }
    default: {
      // The buyer of an express payment sees the total on the shop's page before it is captured.
      const express = { user_action: 'CONTINUE', shipping_preference: 'GET_FROM_FILE' }
      return {
        payment_source: {
          paypal: {
            experience_context: {
              ...context,
              ...(order.method === 'paypal_express' ? express : {}),
              locale: 'en-US',
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
              ...urls,
            },
          },
        },
      }
    }
  }
}

const toBreakdown = (order: PaymentRequest, discountCents: number) => ({
  item_total: usd(order.subtotalCents),
  shipping: usd(order.shippingCents),
  tax_total: usd(order.taxCents),
  ...(discountCents > 0 ? { discount: usd(discountCents) } : {}),
})

const toItems = (order: PaymentRequest) =>
  order.lines.map((line) => ({
    name: cut(line.name, 127),
    ...(line.sku ? { sku: cut(line.sku, 127) } : {}),
    quantity: String(line.quantity),
    category: line.isDigital ? 'DIGITAL_GOODS' : 'PHYSICAL_GOODS',
    unit_amount: usd(line.unitCents),
  }))

/** A breakdown has to add up to the amount and has no gift cards, so the rest after one has none. */
const toAmount = (order: PaymentRequest) =>
  order.giftCardCents > 0
    ? { amount: usd(order.totalCents - order.giftCardCents) }
    : {
        amount: { ...usd(order.totalCents), breakdown: toBreakdown(order, order.discountCents) },
        // What another address costs has no items.
        ...(order.lines.length > 0 ? { items: toItems(order) } : {}),
      }

const toShipping = (shipTo: PaymentAddress) => ({
  name: { full_name: cut(shipTo.fullName, 300) },
  address: {
    address_line_1: shipTo.address1,
    ...(shipTo.address2 ? { address_line_2: shipTo.address2 } : {}),
    admin_area_2: shipTo.city,
    admin_area_1: shipTo.stateCode,
    postal_code: shipTo.zip,
    country_code: shipTo.countryCode,
  },
})

/** The identifiers of an order at PayPal. Before it becomes an order, an express payment has only its reference. */
const toNames = ({ reference, orderNumber }: PaymentRequest, brandName: string) => ({
  custom_id: reference,
  // PayPal accepts an invoice id once per account. A restored backup, or another installation on the same
  // account, repeats order numbers, so part of the order's UUID makes the id unique.
  ...(orderNumber ? { invoice_id: `${orderNumber}-${reference.slice(0, 8)}` } : {}),
  description: cut(`${brandName} order${orderNumber ? ` ${orderNumber}` : ''}`, 127),
})

/** The body of POST /v2/checkout/orders: every amount spelled out, so that PayPal checks the sum too. */
const toPayPalOrder = (order: PaymentRequest, brandName: string) => ({
  intent: 'CAPTURE',
  ...paymentSource(order, brandName),
  purchase_units: [
    {
      reference_id: 'default',
      ...toNames(order, brandName),
      soft_descriptor: cut(brandName.toUpperCase(), 22),
      ...toAmount(order),
      ...(order.shipTo ? { shipping: { type: 'SHIPPING', ...toShipping(order.shipTo) } } : {}),
    },
  ],
})

/**
 * The operations that make an express payment the one of an order. Its items can't be taken away again by a repeated
 * request, so a gift card counts as a discount in the breakdown.
 */
const toPatch = (order: PaymentRequest, brandName: string) => {
  const { name, address } = order.shipTo ? toShipping(order.shipTo) : {}
  const fields = {
    amount: {
      ...usd(order.totalCents - order.giftCardCents),
      breakdown: toBreakdown(order, order.discountCents + order.giftCardCents),
    },
    items: toItems(order),
    ...toNames(order, brandName),
    ...(name && { 'shipping/name': name }),
    ...(address && { 'shipping/address': address }),
  }
  return Object.entries(fields).map(([field, value]) => ({
    op: field === 'invoice_id' ? 'add' : 'replace',
    path: `/purchase_units/@reference_id=='default'/${field}`,
    value,
  }))
}

/** Returns the outcome that a rejected capture stands for. A rejection is definite: nothing was charged. */
function toCaptureOutcome({ status, issue }: PayPalRejection): CaptureOutcome {
  if (issue === 'ORDER_ALREADY_CAPTURED') return { outcome: 'already_captured' }
  if (issue === 'ORDER_NOT_APPROVED') return { outcome: 'not_approved' }
  if (status === 404) return { outcome: 'gone' }
  return { outcome: declineReason(issue) ? 'declined' : 'refused', issue }
}

const toRefusedError = (rejection: PayPalRejection): ProviderError =>
  new ProviderError('PayPal', rejection.issue, {
    status: rejection.status,
    retryable: false,
    kind: 'refused',
    issue: rejection.issue,
    debugId: rejection.debugId,
    cause: rejection,
  })

const isNotFound = (error: unknown): boolean =>
  error instanceof PayPalRejection && error.status === 404

/** Resolves with a request's result, or with null if PayPal doesn't have it. */
const orNull = <Result>(request: Promise<Result>, isMissing = isNotFound): Promise<Result | null> =>
  request.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** 403: it was made with another app of the same account. */
const isNotOurs = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof PayPalRejection && error.status === 403)

type Execute = ReturnType<typeof createSdk>['execute']

const captureOrder =
  (execute: Execute): PaymentProvider['captureOrder'] =>
  async (id, requestId) => {
    try {
      const state = toPaymentState(
        await execute(() => newCaptureRequest(id, requestId), orderSchema),
      )
      const capture = state.captures.at(-1)
      return capture ? { outcome: 'captured', capture } : { outcome: 'already_captured' }
    } catch (error) {
      if (error instanceof PayPalRejection) return toCaptureOutcome(error)
      throw error
    }
  }

const updateOrder =
  (execute: Execute, brandName: string): PaymentProvider['updateOrder'] =>
  async (id, order) => {
    try {
      await execute(() => newPatchRequest(id, toPatch(order, brandName)), z.unknown())
    } catch (error) {
      throw error instanceof PayPalRejection ? toRefusedError(error) : error
    }
  }

const getExpressPayment =
  (execute: Execute): PaymentProvider['getExpressPayment'] =>
  async (id) => {
    const payment = await orNull(execute(() => newGetRequest(id), expressSchema))
    return payment && toExpressPayment(payment)
  }

const refundCapture =
  (execute: Execute): PaymentProvider['refundCapture'] =>
  async (captureId, amountCents, requestId) => {
    try {
      const refund = await execute(
        () => newRefundRequest(captureId, { amount: usd(amountCents) }, requestId),
        refundSchema,
      )
      return { outcome: 'refunded', refund: { ...toRefund(refund), captureId, amountCents } }
    } catch (error) {
      if (!(error instanceof PayPalRejection)) throw error
      return { outcome: 'refused', issue: isNotFound(error) ? 'RESOURCE_NOT_FOUND' : error.issue }
    }
  }

const maxReportMs = 31 * 24 * 60 * 60 * 1000

/** A report covers 31 days at most, and has pages. */
const listPayments =
  (execute: Execute): PaymentProvider['listPayments'] =>
  async (since, until) => {
    const payments: ProviderPayment[] = []
    for (let from = since.getTime(); from < until.getTime(); from += maxReportMs) {
      const to = new Date(Math.min(from + maxReportMs, until.getTime()))
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const report = await execute(
          () => newReportRequest(new Date(from), to, page),
          reportSchema,
        ).catch((error: unknown) => {
          throw error instanceof PayPalRejection ? toRefusedError(error) : error
        })
        pages = report.total_pages
        payments.push(...toPayments(report))
      }
    }
    return payments.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  }

export function createPayPal(options: Options): PaymentProvider {
  const sdk = createSdk(options)
  // Every call may be retried, because those that move money carry a request id. Near the deadline of someone who
  // waits, it's left to the reconciler.
  const execute: Execute = (newRequest, schema) =>
    withRetries(
      () => withCircuitBreaker('PayPal', options.baseUrl, () => sdk.execute(newRequest, schema)),
      { mayRepeat: (error) => error.details.retryable && hasTimeToRetry(error) },
    )
  return {
    getBrowserSetup: async () => {
      const token = await execute(() => newTokenRequest(sdk.environment), tokenSchema)
      return {
        clientToken: token.access_token,
        clientId: options.clientId,
        environment: options.environment,
        sdkUrl: options.sdkUrl,
        googlePayUrl: options.googlePayUrl,
        expiresAt: new Date(Date.now() + token.expires_in * 1000).toISOString(),
      }
    },
    createOrder: async (order, requestId) => {
      const body = toPayPalOrder(order, options.brandName)
      try {
        const { id } = await execute(() => newCreateRequest(body, requestId), createdSchema)
        return { id }
      } catch (error) {
        throw error instanceof PayPalRejection ? toRefusedError(error) : error
      }
    },
    updateOrder: updateOrder(execute, options.brandName),
    getExpressPayment: getExpressPayment(execute),
    captureOrder: captureOrder(execute),
    refundCapture: refundCapture(execute),
    listPayments: listPayments(execute),
    getOrder: async (id) => {
      const order = await orNull(execute(() => newGetRequest(id), orderSchema))
      return order && toPaymentState(order)
    },
    getCapture: (id) =>
      orNull(
        execute(() => newCaptureDetailsRequest(id), captureDetailsSchema),
        isNotOurs,
      ),
    getWebhook: async () => {
      try {
        const webhook = await execute(() => newWebhookRequest(options.webhookId), webhookSchema)
        return { url: webhook.url, eventTypes: webhook.event_types.map(({ name }) => name) }
      } catch (error) {
        if (error instanceof PayPalRejection) return null
        throw error
      }
    },
    verifyWebhook: createWebhookVerifier(options),
  }
}
