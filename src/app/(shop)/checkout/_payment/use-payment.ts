'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { OrderRequest } from '@/app/(shop)/checkout/order-request'
import { api, ApiError } from '@/ui/api-client'

import { capturePayment } from './capture-payment'
import { checkoutAttempt, type PlacedOrder } from './checkout-attempt'
import { type PaymentMessage, paymentMessages, type PaymentProgress } from './payment-messages'
import { usePayPalSession } from './use-paypal-session'

type Args = {
  /** The order as it stands; null while fields are missing. */
  body: OrderRequest | null
  nonce: string | undefined
  /** The shop has other prices or pieces: true when that changed anything the buyer sees. */
  onChanged: (answer: unknown) => void
  onFields: (fields: Record<string, string>) => void
  /** The order is paid, or its payment is on its way. */
  onPaid: (order: Pick<PlacedOrder, 'orderNumber' | 'key'>, paidBody: string | undefined) => void
}

/** `idle`: the button may be pressed. `unknown`: the shop has no answer yet and goes on asking by itself. */
export type PaymentPhase = 'idle' | PaymentProgress | 'unknown'

const placeMs = 30_000
const orderOf = (body: unknown): Pick<PlacedOrder, 'orderNumber' | 'key'> | null => {
  const { orderNumber, key } = (body ?? {}) as Partial<PlacedOrder>
  return orderNumber && key ? { orderNumber, key } : null
}

/**
 * Place the order, let the buyer approve it at the provider, capture it (storefront specification 4). Every way it can
 * end leaves a note in words; whatever is pressed twice happens once.
 */
export function usePayment({ body, nonce, onChanged, onFields, onPaid }: Args) {
  const [phase, setPhase] = useState<PaymentPhase>('idle')
  const [note, setNote] = useState<PaymentMessage | null>(null)
  const busy = useRef(false)
  /** A declined order stays open at the provider: the next try pays the same one. */
  const declined = useRef<{ body: string; placed: PlacedOrder } | null>(null)
  /** Set once this click's order could not be placed: what the payment window then says of it is no news. */
  const placeFailed = useRef(false)

  const rest = (next: PaymentMessage | null): void => {
    busy.current = false
    setPhase('idle')
    setNote(next)
  }

  const leave = (order: Pick<PlacedOrder, 'orderNumber' | 'key'>): void => {
    setPhase('leaving')
    setNote(null)
    const paidBody = checkoutAttempt.get()?.body
    checkoutAttempt.forget()
    onPaid(order, paidBody)
  }

  const refused = (code: string | undefined, error: string | undefined, answer: unknown): void => {
    const order = orderOf(answer)
    if (code === 'already_paid' && order) return leave(order)
    if (code === 'totals_changed') {
      checkoutAttempt.forget()
      onChanged(answer)
      return rest(paymentMessages.changed)
    }
    if (code === 'conflict' || code === 'checkout_expired') {
      checkoutAttempt.forget()
      return rest(paymentMessages.again)
    }
    if (code === 'payment_not_approved') return rest(paymentMessages.notApproved)
    rest(paymentMessages.said(error))
  }

  const notPlaced = (error: unknown): void => {
    placeFailed.current = true
    if (!(error instanceof ApiError))
      return rest(navigator.onLine ? paymentMessages.noAnswer : paymentMessages.offline)
    if (error.status === 429) return rest(paymentMessages.tooMany)
    if (error.code === 'provider_unavailable') return rest(paymentMessages.provider)
    if (error.status >= 500) return rest(paymentMessages.noAnswer)
    if (error.status === 400 && error.fields) {
      // What is wrong with the cart has no field here: its sentence stands beside the button.
      if (error.fields.items) return rest(paymentMessages.said(error.fields.items))
      onFields(error.fields)
      return rest(paymentMessages.fields)
    }
    refused(error.code, error.error, error.body)
  }

  /** No payment window is open yet, or it shows nothing yet: whatever goes wrong here, nothing was charged. */
  const place = async (order: OrderRequest): Promise<{ orderId: string }> => {
    const text = JSON.stringify(order)
    try {
      const placed =
        declined.current?.body === text
          ? declined.current.placed
          : await api<PlacedOrder>(
              'POST',
              '/order',
              { checkoutId: checkoutAttempt.idFor(order), ...order },
              AbortSignal.timeout(placeMs),
            )
      const { id, orderNumber, key } = placed
      checkoutAttempt.note({ placed: { id, orderNumber, key } })
      setPhase((now) => (now === 'opening' ? 'approving' : now))
      return { orderId: id }
    } catch (error) {
      notPlaced(error)
      throw error
    }
  }

  const finish = async (placed: PlacedOrder): Promise<void> => {
    busy.current = true
    setPhase('capturing')
    setNote(null)
    checkoutAttempt.note({ asked: true })
    const outcome = await capturePayment(placed, () => setPhase('waiting'))
    if (outcome.kind === 'paid' || outcome.kind === 'pending') return leave(placed)
    if (outcome.kind === 'unknown') return setPhase('unknown')
    checkoutAttempt.note({ asked: false })
    if (outcome.kind === 'refused') return refused(outcome.code, outcome.error, outcome.body)
    declined.current = { body: checkoutAttempt.get()?.body ?? '', placed }
    rest(paymentMessages.declined)
  }

  /** What the window says of itself counts only as long as the money has not been asked for. */
  const isOver = (): boolean => placeFailed.current || checkoutAttempt.get()?.asked === true
  const windowFailed = (error: unknown): void => {
    if (isOver()) return
    console.error('The payment window failed:', error)
    rest(paymentMessages.windowFailed)
  }

  const paypal = usePayPalSession({
    wanted: body !== null,
    held: phase !== 'idle',
    nonce,
    callbacks: {
      onApprove: async ({ orderId }) => {
        const placed = checkoutAttempt.get()?.placed
        if (placed?.id === orderId) await finish(placed)
      },
      onCancel: () => {
        if (!isOver()) rest(paymentMessages.cancelled)
      },
      onError: windowFailed,
    },
  })

  /** Must run inside the click: a window that opens later is blocked. */
  const pay = (): void => {
    if (busy.current || !body) return
    const session = paypal.take()
    if (!session) return setNote(paymentMessages.stale)
    busy.current = true
    placeFailed.current = false
    setPhase('opening')
    setNote(null)
    const order = place(body)
    session.start({ presentationMode: 'auto' }, order).catch(windowFailed)
  }

  // A reload while the answer was awaited: the question is asked again, which is safe.
  const resume = useEffectEvent(() => {
    const kept = checkoutAttempt.get()
    if (!busy.current && kept?.asked && kept.placed) void finish(kept.placed)
  })
  useEffect(() => resume(), [])

  return {
    phase,
    note,
    pay,
    button: paypal.state,
    retryButton: paypal.retry,
    /** The order whose outcome is not known. */
    open: phase === 'unknown' ? (checkoutAttempt.get()?.placed ?? null) : null,
    lookAgain: () => {
      const placed = checkoutAttempt.get()?.placed
      if (placed) void finish(placed)
    },
  }
}
