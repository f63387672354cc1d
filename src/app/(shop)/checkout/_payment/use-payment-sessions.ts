'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

import type { PaymentMethod } from '@/platform/payment-methods'

import { openPaymentSessions, type PaymentSessions } from './payment-sessions'
import type { PayPalCallbacks, PayPalSession } from './paypal-sdk'

/** `refused`: PayPal has no way to pay for this visitor. */
type SessionState = 'loading' | 'ready' | 'failed' | 'refused'

export type PaymentOffer = Pick<PaymentSessions, 'cardFields' | 'payLater'> & {
  methods: readonly PaymentMethod[]
}
const nothing: PaymentOffer = { methods: [], cardFields: null, payLater: {} }

type Args = {
  enabled: boolean
  isPaying: boolean
  nonce: string | undefined
  callbacksOf: (method: PaymentMethod) => PayPalCallbacks
}

/**
 * PayPal's buttons and sessions, loaded once `enabled` and renewed before they expire, except during a payment
 * (`isPaying`). `take` gives the session for a click, or null when it is stale and being refetched.
 */
export function usePaymentSessions({ enabled, isPaying, nonce, callbacksOf }: Args) {
  const [state, setState] = useState<SessionState>('loading')
  const [offer, setOffer] = useState(nothing)
  const current = useRef<PaymentSessions | null>(null)
  const opening = useRef(false)
  const refused = useRef(false)
  const latest = useRef(callbacksOf)
  useEffect(() => {
    latest.current = callbacksOf
  })

  const open = useCallback(async () => {
    if (opening.current) return
    opening.current = true
    try {
      const sessions = await openPaymentSessions(nonce, (method) => ({
        onApprove: (data) => latest.current(method).onApprove(data),
        onCancel: () => latest.current(method).onCancel(),
        onError: (error) => latest.current(method).onError(error),
        onCardRefused: () => latest.current(method).onCardRefused(),
      }))
      refused.current = sessions.byMethod.size === 0
      if (refused.current) return setState('refused')
      current.current?.byMethod.forEach((session) => session.destroy?.())
      current.current = sessions
      sessions.byMethod.forEach((session) => {
        if (session.hasReturned?.()) void session.resume?.()
      })
      setOffer({
        methods: [...sessions.byMethod.keys()],
        cardFields: sessions.cardFields,
        payLater: sessions.payLater,
      })
      setState('ready')
    } catch (error) {
      console.error('The payment buttons could not be loaded:', error)
      setState('failed')
    } finally {
      opening.current = false
    }
  }, [nonce])

  useEffect(() => {
    if (!enabled || isPaying || refused.current) return undefined
    const freshen = (): void => {
      if (
        !refused.current &&
        document.visibilityState === 'visible' &&
        (current.current?.until ?? 0) <= Date.now()
      )
        void open()
    }
    freshen()
    const timer = setInterval(freshen, 30_000)
    // Timers sleep with the computer: whoever comes back finds fresh buttons.
    document.addEventListener('visibilitychange', freshen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', freshen)
    }
  }, [enabled, isPaying, open])

  const retry = useCallback((): void => {
    setState('loading')
    void open()
  }, [open])

  const take = useCallback(
    (method: PaymentMethod): PayPalSession | null => {
      const session = current.current?.byMethod.get(method)
      if (session && current.current && current.current.until > Date.now()) return session
      retry()
      return null
    },
    [retry],
  )
  /** For the rest of the visit: the shop or PayPal doesn't take it for this order. */
  const hide = useCallback(
    (method: PaymentMethod): void =>
      setOffer((offered) => ({
        ...offered,
        methods: offered.methods.filter((candidate) => candidate !== method),
      })),
    [],
  )

  return { state, offer, take, retry, hide }
}
