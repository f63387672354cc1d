import { and, eq, ne, type SQL } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type CartLineInput, quoteCart, toLineResponse } from '@/modules/checkout/queries'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import { itemName } from '@/modules/checkout/rules/cart'
import type { PricingRules, TaxAddress } from '@/modules/checkout/rules/pricing'
import type { LiveRates } from '@/modules/checkout/rules/shipping-options'
import type { TaxService } from '@/modules/checkout/tax-service'
import { orders } from '@/payload-generated-schema'
import { hashText, isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { type Cents, toDecimal } from '@/platform/money'
import type { ExpressPayment, PaymentProvider, PaymentRequest } from '@/providers/interfaces'

/**
 * Express checkout: the buyer approves a payment at PayPal first, which gives name, email, and address; then reviews
 * the order on the checkout page, and pays. Until then there is no order here, so no webhook and no job can capture the
 * payment. The secret of a payment is signed and not stored.
 */

/** A payment at PayPal and its secret. */
type ExpressAccess = { id: string; key: string }

type Cart = {
  payload: Payload
  payments: PaymentProvider
  pricing: PricingRules
  days: DeliveryDays
  live: LiveRates | null
  taxes?: TaxService
  items: readonly CartLineInput[]
  code: string | null
  customerId: number | null
  /** Null until PayPal says where the buyer is: nothing is taxed then. */
  place: TaxAddress | null
  checkoutId: string
}

const keyOf = (id: string): string => signText(`express-payment:${id}`).slice(0, 32)

/** @throws AppError not_found if the key isn't the payment's */
function assertAccess({ id, key }: ExpressAccess): void {
  if (!isSameSecret(key, keyOf(id))) throw notFound('This payment')
}

/** Prices a cart for PayPal's window, with standard shipping. A code that doesn't fit it is left out; the review names it. */
async function quoteExpress(cart: Cart): Promise<PaymentRequest> {
  const { payload, pricing, checkoutId } = cart
  const quoted = await quoteCart(payload, pricing, cart)
  const { lines, sold, totals } = quoted
  if (sold.length < lines.length)
    throw new AppError('totals_changed', 'Some items in your cart are no longer available.', {
      details: { lines: lines.map(toLineResponse) },
    })
  if (totals.totalCents === 0)
    throw new AppError('invalid', 'There’s nothing to pay. Please place this order at checkout.')
  return {
    reference: `express-${checkoutId}`,
    orderNumber: null,
    method: 'paypal_express',
    verifyCard: false,
    lines: sold.map((line) => ({
      name: itemName(line),
      sku: line.sku,
      quantity: line.quantity,
      unitCents: line.unitCents,
      isDigital: false,
    })),
    ...totals,
    giftCardCents: 0,
    shipTo: null,
    returnUrl: `${env.SERVER_URL}/checkout`,
    cancelUrl: `${env.SERVER_URL}/checkout`,
  }
}

/**
 * Opens a payment for PayPal to ask the buyer's details with. The same cart of the same checkout gets the same payment.
 * @throws AppError totals_changed, invalid; ProviderError
 */
export async function openExpressPayment(cart: Cart): Promise<ExpressAccess & { total: string }> {
  const request = await quoteExpress(cart)
  const content = hashText(JSON.stringify(request)).slice(0, 16)
  const { id } = await cart.payments.createOrder(request, `x-${cart.checkoutId}-${content}`)
  return { id, key: keyOf(id), total: toDecimal(request.totalCents) }
}

/** @throws AppError conflict if an order has this payment */
async function assertUnused(
  { db }: Payload,
  { id }: ExpressAccess,
  otherOrder?: SQL,
): Promise<void> {
  if ((await db.drizzle.$count(orders, and(eq(orders.paypalOrderId, id), otherOrder))) > 0)
    throw new AppError('conflict', 'This approval was already used for another order.')
}

/**
 * Prices the cart for the address that the buyer chose in PayPal's window, so that what they approve is what they pay.
 * Repeating the call is safe. Once approved, the payment never grows.
 * @throws AppError not_found, conflict, totals_changed, invalid; ProviderError
 */
export async function repriceExpressPayment(
  cart: Cart,
  access: ExpressAccess,
): Promise<{ total: string }> {
  assertAccess(access)
  await assertUnused(cart.payload, access)
  const request = await quoteExpress(cart)
  const payment = await cart.payments.getExpressPayment(access.id)
  if (payment?.isApproved && request.totalCents > payment.amountCents)
    throw new AppError(
      'conflict',
      'The total is now more than the amount approved for this payment.',
    )
  await cart.payments.updateOrder(access.id, request)
  return { total: toDecimal(request.totalCents) }
}

const noApproval = (): AppError =>
  new AppError(
    'payment_unavailable',
    'We don’t have your approval from PayPal. Nothing was charged. Please choose how to pay.',
  )

/**
 * Returns what PayPal knows about the buyer, and the most that they approved.
 * @throws AppError not_found, payment_unavailable; ProviderError
 */
export async function readExpressBuyer(
  payments: PaymentProvider,
  access: ExpressAccess,
): Promise<ExpressPayment> {
  assertAccess(access)
  const payment = await payments.getExpressPayment(access.id)
  if (!payment?.isApproved) throw noApproval()
  return payment
}

/**
 * Makes an approved express payment the one of an order, with the order's amount, names, and address. It is never made
 * larger than what the buyer approved. Repeating the call is safe.
 * @throws AppError not_found, payment_unavailable, conflict; ProviderError
 */
export async function takeExpressPayment(
  { payload, payments }: { payload: Payload; payments: PaymentProvider },
  order: { id: number; dueCents: Cents; request: PaymentRequest },
  access: ExpressAccess,
): Promise<{ id: string }> {
  const { amountCents } = await readExpressBuyer(payments, access)
  if (order.dueCents > amountCents)
    throw new AppError(
      'payment_unavailable',
      `The total is now more than the $${toDecimal(amountCents)} you approved at PayPal. Nothing was charged. Please choose how to pay.`,
    )
  await assertUnused(payload, access, ne(orders.id, order.id))
  await payments.updateOrder(access.id, order.request)
  return { id: access.id }
}
