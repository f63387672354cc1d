'use client'
import { useRef, useState } from 'react'

import { checkoutAttempt, type PaidContents } from './checkout-attempt'
import {
  type OrderLink,
  type PaymentMessage,
  paymentMessages,
  type PaymentPhase,
} from './payment-messages'
import type { PaymentProblem } from './payment-problem'

export type PaymentCallbacks = {
  /** Prices or products have changed. */
  onChanged: (response: unknown) => void
  onFields: (fields: Record<string, string>) => void
  /** The order is paid, or its payment is on its way. */
  onPaid: (order: OrderLink, paid: PaidContents) => void
}
export type PaymentState = ReturnType<typeof usePaymentState>

/** The state of a payment, and what to do when it stops. */
export function usePaymentState({ onChanged, onFields, onPaid }: PaymentCallbacks) {
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
    const paid = checkoutAttempt.contentsOf(order.id ?? checkoutAttempt.get()?.placed?.id)
    checkoutAttempt.endCart(paid)
    onPaid(order, paid)
  }
  const handle = (problem: PaymentProblem): void => {
    switch (problem.kind) {
      case 'paid':
        return leave(problem.order)
      case 'message':
        return stop(problem.message)
      case 'cart-paid':
        checkoutAttempt.endCart()
        return stop(problem.message)
      case 'restart':
        checkoutAttempt.forget()
        return stop(paymentMessages.again)
      case 'changed':
        checkoutAttempt.forget()
        onChanged(problem.response)
        return stop(problem.message)
      case 'fields':
        onFields(problem.fields)
        return stop(paymentMessages.fields)
    }
  }
  return { phase, note, busy, setPhase, setNote, begin, stop, leave, handle }
}
