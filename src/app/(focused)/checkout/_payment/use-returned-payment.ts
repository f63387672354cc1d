'use client'
import { useEffect, useEffectEvent } from 'react'

import { checkoutAttempt, type PlacedOrder } from './checkout-attempt'
import { paymentMessages } from './payment-messages'
import { placeOrderProblem } from './payment-problem'
import { findReturnedOrder, takeReturnedPayment } from './returned-payment'
import type { PaymentState } from './use-payment-state'

/**
 * Continues a payment for which the buyer left the page, or whose result was pending before a reload.
 * @returns what finishes the payment of an id that this tab didn't start
 */
export function useReturnedPayment(
  { busy, begin, stop, handle, setNote }: PaymentState,
  finish: (placed: PlacedOrder) => Promise<void>,
) {
  const finishReturned = async (id: string): Promise<void> => {
    begin('capturing')
    try {
      const placed = await findReturnedOrder(id)
      if (!placed) return stop(paymentMessages.approvedElsewhere)
      checkoutAttempt.adopt(placed)
      await finish(placed)
    } catch (error) {
      handle(placeOrderProblem(error, navigator.onLine))
    }
  }
  const resume = useEffectEvent(() => {
    if (busy.current) return
    const attempt = checkoutAttempt.get()
    const returned = takeReturnedPayment()
    if (returned && !returned.isApproved) return setNote(paymentMessages.cancelled)
    if (returned && attempt?.placed?.id !== returned.id) return void finishReturned(returned.id)
    // After a reload with a pending result, the capture is requested again, which is safe.
    if (attempt?.placed && (returned || attempt.asked)) void finish(attempt.placed)
  })
  useEffect(() => resume(), [])
  return finishReturned
}
