'use client'
import { useRef } from 'react'

import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import { api } from '@/platform/http/api-client'
import type { PaymentMethod } from '@/platform/payment-methods'

import { capturePayment } from './capture-payment'
import { checkoutAttempt, type PlacedOrder } from './checkout-attempt'
import { type PaymentMessage, paymentMessages } from './payment-messages'
import { placeOrderProblem, refusalProblem } from './payment-problem'
import type { PlacedPayment } from './paypal-sdk'
import type { ApprovedExpress } from './use-express'
import type { PaymentState } from './use-payment-state'

const placeTimeoutMs = 30_000

/** An order that is placed already, and paid by its link. */
export type PlacedByStaff = { orderNumber: string; key: string }

/** The call that places an order, or starts the payment of one that staff placed. */
export function requestOf(
  order: OrderRequest,
  paymentMethod: PaymentMethod,
  { express, byStaff }: { express?: ApprovedExpress; byStaff?: PlacedByStaff },
): [path: string, body: object] {
  if (byStaff) {
    // Otherwise the cart that this tab began to pay for would look paid.
    checkoutAttempt.forget()
    const { orderNumber, key } = byStaff
    const body = { key, paymentMethod, giftCard: order.giftCard }
    return [`/api/orders/${orderNumber}/payment`, body]
  }
  const ofCart = { cartId: checkoutAttempt.cartId(), ...order }
  return [
    '/order',
    {
      checkoutId: checkoutAttempt.idFor(ofCart),
      ...ofCart,
      paymentMethod,
      ...(express && { expressPayment: { id: express.id, key: express.key } }),
    },
  ]
}

type FinishArgs = [
  placed: PlacedOrder,
  /** Gets whether it was paid, before the page is left; not called while that is unknown. */
  onOutcome?: (isPaid: boolean) => void,
  /** Shown if nothing was approved. */
  unapproved?: PaymentMessage,
]
type PlaceArgs = [order: OrderRequest, paymentMethod: PaymentMethod, express?: ApprovedExpress]

const windowEnds = (
  finish: (...args: FinishArgs) => Promise<void>,
  isOver: () => boolean,
  stop: PaymentState['stop'],
) => {
  /** The buyer may have approved before it ended, so PayPal is asked first. */
  const end = (message: PaymentMessage, closed?: PaymentMethod): void => {
    const placed = checkoutAttempt.get()?.placed
    if (isOver()) return
    // Only the bank's dialog was closed.
    if (placed && closed !== 'card_fields') void finish(placed, undefined, message)
    else stop(message)
  }
  const fail = (error: unknown): void => {
    if (!isOver()) console.error('The payment window failed:', error)
    end(paymentMessages.windowFailed)
  }
  return { end, fail }
}

/** The two requests of a payment: placing the order, and capturing it once the buyer has approved. */
export function useOrderRequests(
  { setPhase, begin, stop, leave, handle }: PaymentState,
  byStaff?: PlacedByStaff,
) {
  /** Set when the order of this click could not be placed: the payment window's errors that follow from it are ignored. */
  const placeFailed = useRef(false)
  /** Requests run one after the other, so that an order started with another way to pay can't arrive later. */
  const placing = useRef<Promise<unknown>>(Promise.resolve())
  const place = (...args: PlaceArgs): Promise<PlacedPayment> => {
    const placed = placing.current.then(() => requestOrder(...args))
    placing.current = placed.catch(() => undefined)
    return placed
  }

  /** The payment window is not open yet, or empty: whatever goes wrong here, nothing was charged. */
  const requestOrder = async (
    ...[order, paymentMethod, express]: PlaceArgs
  ): Promise<PlacedPayment> => {
    placeFailed.current = false
    try {
      const { id, orderNumber, key, due } = await api<PlacedOrder & { due: string }>(
        'POST',
        ...requestOf(order, paymentMethod, { express, byStaff }),
        AbortSignal.timeout(placeTimeoutMs),
      )
      checkoutAttempt.notePlaced({ id, orderNumber, key }, byStaff ? 'by staff' : order)
      setPhase((current) => (current === 'opening' ? 'approving' : current))
      return { orderId: id, due }
    } catch (error) {
      placeFailed.current = true
      handle(placeOrderProblem(error, navigator.onLine))
      throw error
    }
  }

  const finish = async (...[placed, onOutcome, unapproved]: FinishArgs) => {
    begin(unapproved ? 'checking' : 'capturing')
    checkoutAttempt.note({ asked: true })
    const isClosed = unapproved !== undefined
    const outcome = await capturePayment(placed, isClosed, () => setPhase('waiting'))
    if (outcome.kind === 'unknown') return setPhase('unknown')
    checkoutAttempt.note({ asked: false })
    // Trying again is safe: it's the same order, which is paid once.
    if (outcome.kind === 'unreached') return stop(paymentMessages.unchecked)
    onOutcome?.(outcome.kind !== 'refused')
    if (outcome.kind !== 'refused') return leave(placed)
    const { code = '', error, body } = outcome
    // not_found: the order has another payment by now.
    if (unapproved && ['payment_not_approved', 'not_found'].includes(code)) return stop(unapproved)
    // Another tab pays for the cart, so this order is closed.
    if (code === 'payment_in_progress') checkoutAttempt.forget()
    handle(refusalProblem(code, error, body))
  }

  /** The window's own events count only until the capture has been requested. */
  const isOver = (): boolean => placeFailed.current || checkoutAttempt.get()?.asked === true
  return { place, finish, ...windowEnds(finish, isOver, stop) }
}
