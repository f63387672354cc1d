'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

import { api } from '@/platform/http/api-client'

import { loadPayPal, type PayPalCallbacks, type PayPalSession } from './paypal-sdk'

/**
 * Limits the wait for a promise that takes no AbortSignal. Its work goes on.
 * @throws Error after so many milliseconds
 */
function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('Timed out'))),
    ),
  ])
}

type Setup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  expiresAt: string
}

/** `refused`: the provider has no way to pay for this visitor. */
type SessionState = 'loading' | 'ready' | 'failed' | 'refused'

/** A client token lives 15 minutes and cannot be renewed (PayPal, v6 authorization). */
const freshMs = 13 * 60_000
const setupMs = 20_000

/** Loads PayPal and opens a session; null when it has no way to pay for this visitor. */
const openSession = async (
  nonce: string | undefined,
  latestCallbacks: () => PayPalCallbacks,
): Promise<PayPalSession | null> => {
  const setup = await api<Setup>('GET', '/setup', undefined, AbortSignal.timeout(setupMs))
  const paypal = await loadPayPal(setup.sdkUrl, nonce)
  const instance = await withTimeout(
    setupMs,
    paypal.createInstance({
      clientToken: setup.clientToken,
      components: ['paypal-payments'],
      pageType: 'checkout',
    }),
  )
  const methods = await withTimeout(setupMs, instance.findEligibleMethods({ currencyCode: 'USD' }))
  if (!methods.isEligible('paypal')) return null
  return instance.createPayPalOneTimePaymentSession({
    onApprove: (data) => latestCallbacks().onApprove(data),
    onCancel: () => latestCallbacks().onCancel(),
    onError: (error) => latestCallbacks().onError(error),
  })
}

type Args = {
  enabled: boolean
  isPaying: boolean
  nonce: string | undefined
  callbacks: PayPalCallbacks
}

/**
 * PayPal's button and session, loaded once `enabled` and renewed before it expires, except during a payment
 * (`isPaying`). `take` gives the session for a click, or null when it is stale and being refetched.
 */
export function usePayPalSession({ enabled, isPaying, nonce, callbacks }: Args) {
  const [state, setState] = useState<SessionState>('loading')
  const current = useRef<{ session: PayPalSession; until: number } | null>(null)
  const opening = useRef(false)
  const refused = useRef(false)
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })

  const open = useCallback(async () => {
    if (opening.current) return
    opening.current = true
    try {
      const session = await openSession(nonce, () => latest.current)
      if (!session) {
        refused.current = true
        return setState('refused')
      }
      current.current?.session.destroy?.()
      current.current = { session, until: Date.now() + freshMs }
      setState('ready')
    } catch (error) {
      console.error('The payment button could not be loaded:', error)
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
    // Timers sleep with the computer: whoever comes back finds a fresh button.
    document.addEventListener('visibilitychange', freshen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', freshen)
    }
  }, [enabled, isPaying, open])

  const take = useCallback((): PayPalSession | null => {
    if (current.current && current.current.until > Date.now()) return current.current.session
    setState('loading')
    void open()
    return null
  }, [open])

  return { state, take, retry: take }
}
