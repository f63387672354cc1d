'use client'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import type { ButtonMethod } from '@/platform/payment-methods'

import type { PaymentSessions } from './payment-sessions'
import type { PayPalCallbacks, PayPalSession } from './paypal-sdk'

/** `unasked`: the buyer hasn't chosen to pay yet. `refused`: PayPal has no way to pay for this visitor. */
type SessionState = 'unasked' | 'loading' | 'ready' | 'failed' | 'refused'

type PaymentOffer = Pick<PaymentSessions, 'cardFields' | 'googleContainer' | 'payLater'> & {
  methods: readonly ButtonMethod[]
}
const noOffer: PaymentOffer = {
  methods: [],
  cardFields: null,
  googleContainer: null,
  payLater: null,
}

type CallbacksOf = (method: ButtonMethod) => PayPalCallbacks
type Args = {
  /** Nothing is requested from PayPal before the first call of `load`. */
  isAskedFirst: boolean
  enabled: boolean
  isPaying: boolean
  nonce: string | undefined
  /** What is to be paid, as decimal dollars. */
  amount: string
  callbacksOf: CallbacksOf
}

/** Calls `check` now and again while `isActive` and the page is visible. */
const useRegularly = (isActive: boolean, check: () => void): void => {
  const checkIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') check()
  })
  useEffect(() => {
    if (!isActive) return undefined
    const run = (): void => checkIfVisible()
    run()
    const timer = setInterval(run, 30_000)
    // Timers stop while the computer sleeps, so sessions are also checked when the page becomes visible.
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [isActive])
}

/** Callbacks for a session that always reach those of the last render. */
const useLatestCallbacks = (callbacksOf: CallbacksOf): CallbacksOf => {
  const latest = useRef(callbacksOf)
  useEffect(() => {
    latest.current = callbacksOf
  })
  return (method) => ({
    onApprove: (data, onOutcome) => latest.current(method).onApprove(data, onOutcome),
    onCancel: () => latest.current(method).onCancel(),
    onError: (error) => latest.current(method).onError(error),
    onCardRefused: () => latest.current(method).onCardRefused(),
    onUnavailable: () => latest.current(method).onUnavailable(),
  })
}

/** Asks PayPal whether the buyer can pay later, again for each amount. */
const usePayLater = (
  { enabled, amount }: Pick<Args, 'enabled' | 'amount'>,
  current: RefObject<PaymentSessions | null>,
  { methods }: PaymentOffer,
  setOffer: Dispatch<SetStateAction<PaymentOffer>>,
): void =>
  useEffect(() => {
    let isLatest = true
    if (enabled)
      void current.current?.readPayLater(amount).then((payLater) => {
        if (isLatest) setOffer((offered) => ({ ...offered, payLater }))
      })
    return () => {
      isLatest = false
    }
  }, [enabled, amount, current, methods, setOffer])

/**
 * PayPal's buttons and sessions, loaded once `enabled` (with `isAskedFirst` after `load`) and renewed before they
 * expire, except during a payment (`isPaying`). `take` gives the session for a click, or null when it is stale and
 * being refetched.
 */
export function usePaymentSessions(args: Args) {
  const { isAskedFirst, enabled, isPaying, nonce, amount, callbacksOf } = args
  const [state, setState] = useState<SessionState>(isAskedFirst ? 'unasked' : 'loading')
  const [offer, setOffer] = useState<PaymentOffer>(noOffer)
  const current = useRef<PaymentSessions | null>(null)
  const opening = useRef(false)
  const latestCallbacks = useLatestCallbacks(callbacksOf)

  const open = async (): Promise<void> => {
    if (opening.current) return
    opening.current = true
    try {
      // Nothing needs it before the details are complete.
      const { openPaymentSessions } = await import('./payment-sessions')
      const sessions = await openPaymentSessions(nonce, amount, latestCallbacks)
      current.current?.byMethod.forEach((session) => session.destroy?.())
      current.current = sessions
      const { byMethod, cardFields, googleContainer, payLater } = sessions
      setOffer({ methods: [...byMethod.keys()], cardFields, googleContainer, payLater })
      setState(byMethod.size > 0 ? 'ready' : 'refused')
      byMethod.forEach((session) => {
        if (session.hasReturned?.()) void session.resume?.()
      })
    } catch (error) {
      console.error('The payment buttons could not be loaded:', error)
      setState('failed')
    } finally {
      opening.current = false
    }
  }
  usePayLater(args, current, offer, setOffer)
  const isStale = (): boolean => (current.current?.until ?? 0) <= Date.now()
  useRegularly(enabled && !isPaying && state !== 'refused' && state !== 'unasked', () => {
    if (isStale()) void open()
  })
  const load = (): void => {
    setState('loading')
    void open()
  }
  return {
    state,
    offer: {
      ...offer,
      methods: offer.methods.filter((method) => method !== 'paylater' || offer.payLater),
    },
    load,
    take: (method: ButtonMethod): PayPalSession | null => {
      const session = isStale() ? undefined : current.current?.byMethod.get(method)
      if (!session) load()
      return session ?? null
    },
    /** Hides a way to pay for the rest of the visit, because the shop or PayPal refuses it for this order. */
    hide: (method: ButtonMethod): void =>
      setOffer((offered) => ({
        ...offered,
        methods: offered.methods.filter((candidate) => candidate !== method),
      })),
  }
}
