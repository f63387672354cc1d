import { ApiError } from '@/platform/http/api-client'

import { type OrderLink, type PaymentMessage, paymentMessages } from './payment-messages'

/** Why a payment stopped, grouped by what has to happen next. Nothing was charged, except for `paid`. */
export type PaymentProblem =
  | { kind: 'message'; message: PaymentMessage }
  /** The next try is a new order. */
  | { kind: 'restart' }
  /** Prices or products have changed; the response may say which. */
  | { kind: 'changed'; response: unknown; message: PaymentMessage }
  | { kind: 'fields'; fields: Record<string, string> }
  /** Another order of this cart was paid before, in another tab. The next try is a new purchase. */
  | { kind: 'cart-paid'; message: PaymentMessage }
  /** This order was paid before. */
  | { kind: 'paid'; order: OrderLink }

/** Reads the order that an `already_paid` or `cart_paid` response names. */
const readOrder = (response: unknown): OrderLink | null => {
  if (typeof response !== 'object' || response === null) return null
  const { orderNumber, key } = response as Partial<OrderLink>
  return orderNumber && key ? { orderNumber, key } : null
}

/** Whether the page can list what has changed. */
const hasDetails = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && ('totals' in response || 'lines' in response)

/** Groups a response that refused to place or capture the order. `error` is its message for the buyer. */
export function refusalProblem(
  code: string | undefined,
  error: string | undefined,
  response: unknown,
): PaymentProblem {
  const order = readOrder(response)
  if (code === 'already_paid' && order) return { kind: 'paid', order }
  if (code === 'cart_paid')
    return { kind: 'cart-paid', message: { ...paymentMessages.fromShop(error), order } }
  // PayPal has consumed this payment, or another tab has started another one for the order.
  if (code === 'not_found') return { kind: 'message', message: paymentMessages.replaced }
  // Something may have been charged.
  if (code === 'payment_in_progress' && error)
    return { kind: 'message', message: { kind: 'info', text: error } }
  if (code === 'totals_changed') {
    const { changed, fromShop } = paymentMessages
    return { kind: 'changed', response, message: hasDetails(response) ? changed : fromShop(error) }
  }
  if (code === 'conflict' || code === 'checkout_expired') return { kind: 'restart' }
  return {
    kind: 'message',
    message:
      code === 'payment_not_approved'
        ? paymentMessages.notApproved
        : paymentMessages.fromShop(error),
  }
}

/** Groups what placing the order threw; without a response, the message depends on whether the browser is online. */
export function placeOrderProblem(error: unknown, isOnline: boolean): PaymentProblem {
  const show = (message: PaymentMessage): PaymentProblem => ({ kind: 'message', message })
  if (!(error instanceof ApiError))
    return show(isOnline ? paymentMessages.noAnswer : paymentMessages.offline)
  if (error.status === 429) return show(paymentMessages.tooMany)
  if (error.code === 'provider_unavailable') return show(paymentMessages.fromShop(error.error))
  if (error.status >= 500) return show(paymentMessages.noAnswer)
  if (error.status === 400 && error.fields) {
    // A problem with the cart has no field on this page, so its message is shown beside the button.
    const [, card] =
      Object.entries(error.fields).find(([name]) => name.startsWith('giftCards')) ?? []
    if (card) return show(paymentMessages.giftCard(card))
    return error.fields.items
      ? show(paymentMessages.fromShop(error.fields.items))
      : { kind: 'fields', fields: error.fields }
  }
  return refusalProblem(error.code, error.error, error.body)
}

/** Whether PayPal's SDK allows another way to open its window, as in the browsers inside other apps. */
export function isRecoverable(error: unknown): boolean {
  return error instanceof Error && 'isRecoverable' in error && error.isRecoverable === true
}
