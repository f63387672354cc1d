'use client'
import { useState } from 'react'

import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import { ApiError } from '@/platform/http/api-client'
import { type Cents, toDecimal } from '@/platform/money'
import type { ButtonMethod } from '@/platform/payment-methods'

import { checkoutAttempt, type PlacedOrder } from './checkout-attempt'
import { paymentMessages } from './payment-messages'
import { isRecoverable } from './payment-problem'
import type { CardDetails, PayPalSession, PlacedPayment } from './paypal-sdk'
import { placeCoveredOrder } from './place-covered-order'
import type { ApprovedExpress, useExpress } from './use-express'
import { toCardDetails, useOpenForm } from './use-open-form'
import { type PlacedByStaff, useOrderRequests } from './use-order-requests'
import { usePaymentSessions } from './use-payment-sessions'
import { type PaymentCallbacks, type PaymentState, usePaymentState } from './use-payment-state'
import { useReturnedPayment } from './use-returned-payment'

type Args = PaymentCallbacks & {
  /** The order with the current fields; null while some are missing. */
  body: OrderRequest | null
  /** What is left to pay after a gift card. */
  dueCents: Cents
  nonce: string | undefined
  express: ReturnType<typeof useExpress>
  /** Set on the page of a payment link. */
  byStaff?: PlacedByStaff
  /** The button when a gift card pays for everything. */
  coveredLabel?: string
}

const placedOrder = (): PlacedOrder | null => checkoutAttempt.get()?.placed ?? null

/**
 * Opens PayPal's window. Browsers inside some other apps don't allow one. There, PayPal's page replaces ours, and the
 * buyer comes back for the same order (use-returned-payment.ts). Only sessions with `hasReturned` can do that.
 */
const startSession = (
  session: PayPalSession,
  order: Promise<PlacedPayment>,
  details: Parameters<PayPalSession['start']>[2],
): Promise<unknown> =>
  session.start({ presentationMode: 'auto' }, order, details).catch((error: unknown) => {
    if (!session.hasReturned || !isRecoverable(error)) throw error
    // The Back button may restore this page as it was left, although the order may be paid by then.
    window.addEventListener('pageshow', () => window.location.reload(), { once: true })
    return session.start({ presentationMode: 'redirect' }, order, details)
  })

type WindowArgs = Pick<Args, 'body' | 'dueCents' | 'nonce' | 'express' | 'byStaff'>

type Requests = ReturnType<typeof useOrderRequests>

/** PayPal's windows and forms, from the click until the capture is requested. */
const usePaymentWindow = (
  state: PaymentState,
  { place, finish, end, fail }: Requests,
  { body, dueCents, nonce, express, byStaff }: WindowArgs,
) => {
  const { phase, busy, setNote, begin, stop } = state
  const finishReturned = useReturnedPayment(state, finish)
  /** The way to pay whose window or form is open. */
  const [method, setMethod] = useState<ButtonMethod | null>(null)
  const sessions = usePaymentSessions({
    // A payment link may be opened only to look at the order.
    isAskedFirst: byStaff !== undefined,
    enabled: body !== null && dueCents > 0 && !express.approved,
    isPaying: phase !== 'idle',
    nonce,
    amount: toDecimal(dueCents),
    callbacksOf: (from) => ({
      onApprove: async ({ orderId }, onOutcome) => {
        const placed = placedOrder()
        if (!placed) return finishReturned(orderId)
        if (placed.id === orderId) await finish(placed, onOutcome)
      },
      // A window that was left for another way to pay may report late.
      onCancel: () => {
        if (from === method) end(paymentMessages.cancelled, from)
      },
      onError: (error) => {
        if (from === method) fail(error)
      },
      onCardRefused: () => {
        if (from === method) stop(paymentMessages.cardRefused)
      },
      onUnavailable: () => {
        sessions.hide(from)
        if (from === method) end(paymentMessages.unavailable)
      },
    }),
  })
  /** Must run inside the click: a window that opens later is blocked. */
  const pay = (chosen: ButtonMethod, card?: CardDetails): void => {
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
    startSession(session, order, { amount: toDecimal(dueCents), card }).catch((error: unknown) => {
      if (!isRecoverable(error)) return fail(error)
      sessions.hide(chosen)
      end(paymentMessages.unavailable)
    })
  }
  return { sessions, method, setMethod, pay }
}

/** Pays with what was approved in express checkout. Once that can't be used, the buyer chooses among all ways to pay. */
const useExpressPayment = (
  { busy, begin }: PaymentState,
  { place, finish }: Requests,
  { approved, drop }: ReturnType<typeof useExpress>,
  body: OrderRequest | null,
) => {
  const run = async (order: OrderRequest, express: ApprovedExpress): Promise<void> => {
    begin('capturing')
    try {
      await place(order, 'paypal_express', express)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'payment_unavailable') drop()
      return
    }
    const placed = placedOrder()
    if (placed)
      await finish(placed, (isPaid) => {
        if (!isPaid) drop()
      })
  }
  return () => {
    if (body && approved && !busy.current) void run(body, approved)
  }
}

/**
 * Places the order, lets the buyer approve it at the provider, and captures it (storefront specification 4). Every
 * outcome shows a message, and pressing a button twice acts once.
 */
export function usePayment({
  body,
  dueCents,
  nonce,
  express,
  byStaff,
  coveredLabel = 'Place order',
  ...callbacks
}: Args) {
  const state = usePaymentState(callbacks)
  const { phase, note } = state
  const requests = useOrderRequests(state, byStaff)
  const { sessions, method, setMethod, pay } = usePaymentWindow(state, requests, {
    body,
    dueCents,
    nonce,
    express,
    byStaff,
  })
  const form = useOpenForm(phase, method, sessions.offer.methods, () => {
    if (method) sessions.take(method)?.cancel?.()
    setMethod(null)
    requests.end(paymentMessages.cancelled)
  })
  const payExpress = useExpressPayment(state, requests, express, body)
  return {
    phase,
    note,
    pay,
    buttons: sessions.state,
    offer: sessions.offer,
    amount: body && toDecimal(dueCents),
    isCovered: dueCents === 0,
    coveredLabel,
    placeCovered: () => {
      if (body && !state.busy.current) void placeCoveredOrder(state, body, byStaff, coveredLabel)
    },
    express: express.approved,
    payExpress,
    dropExpress: express.drop,
    dueCents: body && dueCents,
    ...form,
    payByCard: (name: string) => {
      if (body) pay('card_fields', toCardDetails(body, name))
    },
    loadButtons: sessions.load,
    /** The order whose outcome is not known. */
    open: phase === 'unknown' ? placedOrder() : null,
    checkAgain: () => {
      const placed = placedOrder()
      if (placed) void requests.finish(placed)
    },
  }
}
