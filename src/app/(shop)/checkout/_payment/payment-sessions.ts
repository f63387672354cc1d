import { api } from '@/platform/http/api-client'
import type { PaymentMethod } from '@/platform/payment-methods'

import {
  type CardFields,
  type EligibleMethods,
  loadPayPal,
  type PayPalCallbacks,
  type PayPalInstance,
  type PayPalSession,
} from './paypal-sdk'

export type PaymentSessions = {
  /** In the order in which their buttons are shown; empty if this visitor can't pay here. */
  byMethod: ReadonlyMap<PaymentMethod, PayPalSession>
  cardFields: CardFields | null
  /** What PayPal's button for paying later wants to know. */
  payLater: { countryCode?: string; productCode?: string }
  /** When they have to be renewed, in milliseconds. */
  until: number
}

type Setup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  expiresAt: string
  methods: PaymentMethod[]
}

type Open = (instance: PayPalInstance, callbacks: PayPalCallbacks) => PayPalSession

/** What the SDK calls a way to pay. Components that aren't listed don't exist on the page. */
const sdkNames: Record<PaymentMethod, { component: string; eligibility: string }> = {
  paypal: { component: 'paypal-payments', eligibility: 'paypal' },
  card: { component: 'paypal-guest-payments', eligibility: 'card' },
  venmo: { component: 'venmo-payments', eligibility: 'venmo' },
  card_fields: { component: 'card-fields', eligibility: 'advanced_cards' },
  paylater: { component: 'paypal-payments', eligibility: 'paylater' },
}
const openers: Record<Exclude<PaymentMethod, 'card_fields'>, Open> = {
  paypal: (instance, callbacks) => instance.createPayPalOneTimePaymentSession(callbacks),
  card: (instance, callbacks) => instance.createPayPalGuestOneTimePaymentSession(callbacks),
  venmo: (instance, callbacks) => instance.createVenmoOneTimePaymentSession(callbacks),
  paylater: (instance, callbacks) => instance.createPayLaterOneTimePaymentSession(callbacks),
}

const setupMs = 20_000
const eligibilityMs = 4000
/** A client token lives 15 minutes and cannot be renewed (PayPal, v6 authorization). */
const freshMs = 13 * 60_000

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
const findEligible = async (instance: PayPalInstance): Promise<EligibleMethods> => {
  try {
    return await withTimeout(
      eligibilityMs,
      instance.findEligibleMethods({ currencyCode: 'USD', countryCode: 'US' }),
    )
  } catch (error) {
    console.error('Eligible payment methods could not be read:', error)
    return { isEligible: (name) => name === 'paypal', getDetails: () => undefined }
  }
}

/** Lets the card fields be used like the sessions that open a window: starting one submits what was entered. */
const openCardFields = (fields: CardFields, callbacks: PayPalCallbacks): PayPalSession => ({
  start: async (_, order, card) => {
    // An order that couldn't be placed is reported where it was placed.
    const { orderId } = await order
    if (!card) throw new Error('The card has no name or address')
    const { state } = await fields.submit(orderId, card)
    if (state === 'succeeded') await callbacks.onApprove({ orderId })
    else if (state === 'canceled') callbacks.onCancel()
    else callbacks.onCardRefused()
  },
})

/**
 * PayPal allows one session of card fields for the life of a page, and a client token would end it while somebody types.
 * So pages with card fields use the client id, and their sessions are never renewed.
 */
const accessFor = (setup: Setup, hasCardFields: boolean) =>
  hasCardFields ? { clientId: setup.clientId } : { clientToken: setup.clientToken }

/** Loads PayPal and opens a session for each way to pay that shop and visitor share. */
export async function openPaymentSessions(
  nonce: string | undefined,
  callbacksOf: (method: PaymentMethod) => PayPalCallbacks,
): Promise<PaymentSessions> {
  const setup = await api<Setup>('GET', '/setup', undefined, AbortSignal.timeout(setupMs))
  const hasCardFields = setup.methods.includes('card_fields')
  const paypal = await loadPayPal(setup.sdkUrl, nonce)
  const instance = await withTimeout(
    setupMs,
    paypal.createInstance({
      ...accessFor(setup, hasCardFields),
      components: [...new Set(setup.methods.map((method) => sdkNames[method].component))],
      pageType: 'checkout',
    }),
  )
  const eligible = await findEligible(instance)
  const offered = setup.methods.filter((method) =>
    eligible.isEligible(sdkNames[method].eligibility),
  )
  const cardFields = offered.includes('card_fields')
    ? instance.createCardFieldsOneTimePaymentSession()
    : null
  const byMethod = new Map<PaymentMethod, PayPalSession>()
  for (const method of offered) {
    const callbacks = callbacksOf(method)
    if (method !== 'card_fields') {
      // One form for cards is enough.
      if (method !== 'card' || !cardFields)
        byMethod.set(method, openers[method](instance, callbacks))
    } else if (cardFields) byMethod.set(method, openCardFields(cardFields, callbacks))
  }
  return {
    byMethod,
    cardFields,
    payLater: eligible.getDetails('paylater') ?? {},
    until: hasCardFields ? Infinity : Date.now() + freshMs,
  }
}
