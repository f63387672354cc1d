import { api } from '@/platform/http/api-client'
import type { PaymentMethod } from '@/platform/payment-methods'

import {
  loadPayPal,
  type PayPalCallbacks,
  type PayPalInstance,
  type PayPalSession,
} from './paypal-sdk'

/** The open sessions, in the order in which their buttons are shown. */
export type PaymentSessions = ReadonlyMap<PaymentMethod, PayPalSession>

type Setup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  expiresAt: string
  methods: PaymentMethod[]
}

/** What the SDK calls a way to pay. Components that aren't listed don't exist on the page. */
const sdkNames: Partial<
  Record<
    PaymentMethod,
    {
      component: string
      eligibility: string
      open: (instance: PayPalInstance, callbacks: PayPalCallbacks) => PayPalSession
    }
  >
> = {
  paypal: {
    component: 'paypal-payments',
    eligibility: 'paypal',
    open: (instance, callbacks) => instance.createPayPalOneTimePaymentSession(callbacks),
  },
  card: {
    component: 'paypal-guest-payments',
    eligibility: 'card',
    open: (instance, callbacks) => instance.createPayPalGuestOneTimePaymentSession(callbacks),
  },
  venmo: {
    component: 'venmo-payments',
    eligibility: 'venmo',
    open: (instance, callbacks) => instance.createVenmoOneTimePaymentSession(callbacks),
  },
}

const setupMs = 20_000
const eligibilityMs = 4000

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

/** Returns what this visitor can pay with. When PayPal can't say, its own button is offered: it works nearly everywhere. */
const findEligible = async (instance: PayPalInstance): Promise<(name: string) => boolean> => {
  try {
    const eligible = await withTimeout(
      eligibilityMs,
      instance.findEligibleMethods({ currencyCode: 'USD', countryCode: 'US' }),
    )
    return (name) => eligible.isEligible(name)
  } catch (error) {
    console.error('Eligible payment methods could not be read:', error)
    return (name) => name === 'paypal'
  }
}

/** Loads PayPal and opens a session for each way to pay that shop and visitor share; none is possible. */
export async function openPaymentSessions(
  nonce: string | undefined,
  callbacksOf: (method: PaymentMethod) => PayPalCallbacks,
): Promise<PaymentSessions> {
  const setup = await api<Setup>('GET', '/setup', undefined, AbortSignal.timeout(setupMs))
  const offered = setup.methods.flatMap((method) => {
    const names = sdkNames[method]
    return names ? [{ method, ...names }] : []
  })
  const paypal = await loadPayPal(setup.sdkUrl, nonce)
  const instance = await withTimeout(
    setupMs,
    paypal.createInstance({
      clientToken: setup.clientToken,
      components: [...new Set(offered.map(({ component }) => component))],
      pageType: 'checkout',
    }),
  )
  const isEligible = await findEligible(instance)
  return new Map(
    offered
      .filter(({ eligibility }) => isEligible(eligibility))
      .map(({ method, open }) => [method, open(instance, callbacksOf(method))]),
  )
}
