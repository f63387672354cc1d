'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { OrderRequest } from '@/app/(shop)/checkout/order-request'
import { api, ApiError } from '@/platform/http/api-client'
import type { PaymentMethod } from '@/platform/payment-methods'

import { capturePayment } from './capture-payment'
import { checkoutAttempt, type PlacedOrder } from './checkout-attempt'
import { type PaymentMessage, paymentMessages, type PaymentProgress } from './payment-messages'
import {
  type OrderLink,
  type PaymentProblem,
  placeOrderProblem,
  refusalProblem,
} from './payment-problem'
import type { CardDetails } from './paypal-sdk'
import { toCardDetails, useOpenForm } from './use-open-form'
import { findReturnedOrder, takeReturnedPayment } from './returned-payment'
import { usePaymentSessions } from './use-payment-sessions'

type Args = {
  /** The order as it stands; null while fields are missing. */
  body: OrderRequest | null
  nonce: string | undefined
  /** The shop has other prices or products. */
  onChanged: (response: unknown) => void
  onFields: (fields: Record<string, string>) => void
  /** The order is paid, or its payment is on its way. */
  onPaid: (order: OrderLink, paidItems: OrderRequest['items']) => void
}

/** `idle`: the button may be pressed. `unknown`: the shop has no answer yet and keeps checking in the background. */
export type PaymentPhase = 'idle' | PaymentProgress | 'unknown'

const placeTimeoutMs = 30_000

/** Where a payment stands, and what to do when it cannot go on. */
const usePaymentState = ({ onChanged, onFields, onPaid }: Omit<Args, 'body' | 'nonce'>) => {
  const [phase, setPhase] = useState<PaymentPhase>('idle')
  const [note, setNote] = useState<PaymentMessage | null>(null)
  const busy = useRef(false)

  const begin = (next: PaymentPhase): void => {
    busy.current = true
    setPhase(next)
    setNote(null)
  }
  const stop = (message: PaymentMessage): void => {
    busy.current = false
    setPhase('idle')
    setNote(message)
  }
  const leave = (order: OrderLink & { id?: string }): void => {
    setPhase('leaving')
    setNote(null)
    const paidItems = checkoutAttempt.itemsOf(order.id ?? checkoutAttempt.get()?.placed?.id)
    checkoutAttempt.forget()
    onPaid(order, paidItems)
  }
  const handle = (problem: PaymentProblem): void => {
    switch (problem.kind) {
      case 'paid':
        return leave(problem.order)
      case 'message':
        return stop(problem.message)
      case 'restart':
        checkoutAttempt.forget()
        return stop(paymentMessages.again)
      case 'changed':
        checkoutAttempt.forget()
        onChanged(problem.response)
        return stop(paymentMessages.changed)
      case 'fields':
        onFields(problem.fields)
        return stop(paymentMessages.fields)
    }
  }
  return { phase, note, busy, setPhase, setNote, begin, stop, leave, handle }
}

/** The two requests of a payment: placing the order, and capturing it once the buyer has approved. */
const useOrderRequests = ({
  setPhase,
  begin,
  stop,
  leave,
  handle,
}: ReturnType<typeof usePaymentState>) => {
  /** Set when the order of this click could not be placed: the payment window's errors that follow from it are ignored. */
  const placeFailed = useRef(false)

  /** One after the other: an order that was started with another way to pay must not arrive later. */
  const placing = useRef<Promise<unknown>>(Promise.resolve())
  const place = (order: OrderRequest, method: PaymentMethod): Promise<{ orderId: string }> => {
    const placed = placing.current.then(() => requestOrder(order, method))
    placing.current = placed.catch(() => undefined)
    return placed
  }

  /** The payment window is not open yet, or empty: whatever goes wrong here, nothing was charged. */
  const requestOrder = async (
    order: OrderRequest,
    paymentMethod: PaymentMethod,
  ): Promise<{ orderId: string }> => {
    placeFailed.current = false
    try {
      // The same order with the same way to pay is the same payment, unless PayPal has used it up.
      const { id, orderNumber, key } = await api<PlacedOrder>(
        'POST',
        '/order',
        { checkoutId: checkoutAttempt.idFor(order), ...order, paymentMethod },
        AbortSignal.timeout(placeTimeoutMs),
      )
      checkoutAttempt.note({ placed: { id, orderNumber, key } })
      checkoutAttempt.noteItems(id, order.items)
      setPhase((current) => (current === 'opening' ? 'approving' : current))
      return { orderId: id }
    } catch (error) {
      placeFailed.current = true
      handle(placeOrderProblem(error, navigator.onLine))
      throw error
    }
  }

  const finish = async (placed: PlacedOrder): Promise<void> => {
    begin('capturing')
    checkoutAttempt.note({ asked: true })
    const outcome = await capturePayment(placed, () => setPhase('waiting'))
    if (outcome.kind === 'paid' || outcome.kind === 'pending') return leave(placed)
    if (outcome.kind === 'unknown') return setPhase('unknown')
    checkoutAttempt.note({ asked: false })
    if (outcome.kind === 'refused')
      return handle(refusalProblem(outcome.code, outcome.error, outcome.body))
    const message = outcome.kind === 'declined' ? outcome.error : undefined
    stop(message ? paymentMessages.fromShop(message) : paymentMessages.declined)
  }

  /** Back from PayPal in another tab or browser than the one that started. */
  const finishReturned = async (id: string): Promise<void> => {
    begin('capturing')
    try {
      const placed = await findReturnedOrder(id)
      if (placed) return await finish(placed)
      stop(paymentMessages.approvedElsewhere)
    } catch (error) {
      handle(placeOrderProblem(error, navigator.onLine))
    }
  }

  /** The window's own events count only until the capture has been requested. */
  const isOver = (): boolean => placeFailed.current || checkoutAttempt.get()?.asked === true
  return { place, finish, finishReturned, isOver }
}

/**
 * Places the order, lets the buyer approve it at the provider, and captures it (storefront specification 4). Every
 * outcome leaves a note; whatever is pressed twice happens once.
 */
export function usePayment({ body, nonce, ...callbacks }: Args) {
  const state = usePaymentState(callbacks)
  const { phase, note, busy, setNote, begin, stop } = state
  const { place, finish, finishReturned, isOver } = useOrderRequests(state)

  /** The way to pay whose window or form is open. */
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const windowFailed = (error: unknown): void => {
    if (isOver()) return
    console.error('The payment window failed:', error)
    stop(paymentMessages.windowFailed)
  }

  const sessions = usePaymentSessions({
    enabled: body !== null,
    isPaying: phase !== 'idle',
    nonce,
    callbacksOf: (from) => ({
      onApprove: async ({ orderId }) => {
        const placed = checkoutAttempt.get()?.placed
        if (!placed) return finishReturned(orderId)
        if (placed.id === orderId) await finish(placed)
      },
      // A window that was left for another way to pay may report late.
      onCancel: () => {
        if (from === method && !isOver()) stop(paymentMessages.cancelled)
      },
      onError: (error) => {
        if (from === method) windowFailed(error)
      },
      onCardRefused: () => {
        if (from === method) stop(paymentMessages.cardRefused)
      },
    }),
  })

  /** Must run inside the click: a window that opens later is blocked. */
  const pay = (chosen: PaymentMethod, card?: CardDetails): void => {
    if (busy.current || !body) return
    const session = sessions.take(chosen)
    if (!session) return setNote(paymentMessages.stale)
    begin('opening')
    setMethod(chosen)
    const order = place(body, chosen)
    order.catch((error: unknown) => {
      if (chosen !== 'paypal' && error instanceof ApiError && error.code === 'payment_unavailable')
        sessions.hide(chosen)
    })
    session.start({ presentationMode: 'auto' }, order, card).catch(windowFailed)
  }
  const form = useOpenForm(phase, method, sessions.offer.methods, () => {
    if (method) sessions.take(method)?.cancel?.()
    setMethod(null)
    stop(paymentMessages.cancelled)
  })

  const placedOrder = (): PlacedOrder | null => checkoutAttempt.get()?.placed ?? null
  const resume = useEffectEvent(() => {
    if (busy.current) return
    const placed = placedOrder()
    const returned = takeReturnedPayment()
    if (returned && !returned.isApproved) return setNote(paymentMessages.cancelled)
    if (returned && placed?.id !== returned.id) return void finishReturned(returned.id)
    // After a reload while the outcome was awaited the capture is requested again, which is safe.
    if (placed && (returned || checkoutAttempt.get()?.asked)) void finish(placed)
  })
  useEffect(() => resume(), [])

  return {
    phase,
    note,
    pay,
    buttons: sessions.state,
    offer: sessions.offer,
    amount: body?.amount ?? null,
    ...form,
    payByCard: (name: string) => {
      if (body) pay('card_fields', toCardDetails(body, name))
    },
    retryButtons: sessions.retry,
    /** The order whose outcome is not known. */
    open: phase === 'unknown' ? placedOrder() : null,
    checkAgain: () => {
      const placed = placedOrder()
      if (placed) void finish(placed)
    },
  }
}
