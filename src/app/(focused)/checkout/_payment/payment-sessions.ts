import { api } from '@/platform/http/api-client'
import type { ButtonMethod } from '@/platform/payment-methods'

import type { GooglePaySession } from './google-pay'
import {
  type CardFields,
  type EligibleMethods,
  loadPayPal,
  type PayPalCallbacks,
  type PayPalInstance,
  type PayPalSession,
} from './paypal-sdk'

type PayLater = { countryCode?: string; productCode?: string }

export type PaymentSessions = {
  /** In the order in which their buttons are shown; empty if this visitor can't pay here. */
  byMethod: ReadonlyMap<ButtonMethod, PayPalSession>
  cardFields: CardFields | null
  /** Where Google's button appears once the buyer chooses Google Pay. */
  googleContainer: HTMLElement | null
  /** What PayPal's Pay Later button needs; null if the buyer can't pay the amount later. */
  payLater: PayLater | null
  /** Reads `payLater` for another amount, in decimal dollars: PayPal lends only some. The same amount is asked once. */
  readPayLater: (amount: string) => Promise<PayLater | null>
  /** When they have to be renewed, in milliseconds. */
  until: number
}

type Setup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  googlePayUrl: string
  expiresAt: string
  methods: ButtonMethod[]
}

type Open = (instance: PayPalInstance, callbacks: PayPalCallbacks) => PayPalSession

/** The SDK's component for each way to pay. The page loads only these. */
const sdkNames: Record<ButtonMethod, { component: string; eligibility: string }> = {
  paypal: { component: 'paypal-payments', eligibility: 'paypal' },
  card: { component: 'paypal-guest-payments', eligibility: 'card' },
  venmo: { component: 'venmo-payments', eligibility: 'venmo' },
  card_fields: { component: 'card-fields', eligibility: 'advanced_cards' },
  paylater: { component: 'paypal-payments', eligibility: 'paylater' },
  apple_pay: { component: 'applepay-payments', eligibility: 'applepay' },
  google_pay: { component: 'googlepay-payments', eligibility: 'googlepay' },
}
const openers: Record<Exclude<ButtonMethod, 'card_fields' | 'apple_pay' | 'google_pay'>, Open> = {
  paypal: (instance, callbacks) => instance.createPayPalOneTimePaymentSession(callbacks),
  card: (instance, callbacks) => instance.createPayPalGuestOneTimePaymentSession(callbacks),
  venmo: (instance, callbacks) => instance.createVenmoOneTimePaymentSession(callbacks),
  paylater: (instance, callbacks) => instance.createPayLaterOneTimePaymentSession(callbacks),
}

const setupMs = 20_000
const eligibilityMs = 4000
/** A client token lives 15 minutes and cannot be renewed (PayPal, v6 authorization). */
export const freshMs = 13 * 60_000

/**
 * Limits the wait for a promise that takes no AbortSignal. The promise itself keeps running.
 * @throws Error after so many milliseconds
 */
export function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds)
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('Timed out'))),
    ),
  ])
}

/**
 * Returns what this visitor can pay `amount` with. When PayPal can't say, its own button is offered: it works nearly
 * everywhere.
 */
export async function findEligible(
  instance: PayPalInstance,
  amount?: string,
): Promise<EligibleMethods> {
  try {
    return await withTimeout(
      eligibilityMs,
      instance.findEligibleMethods({
        ...(amount && { amount }),
        currencyCode: 'USD',
        countryCode: 'US',
      }),
    )
  } catch (error) {
    console.error('Eligible payment methods could not be read:', error)
    return { isEligible: (name) => name === 'paypal', getDetails: () => undefined }
  }
}

/** Lets the card fields be used like the sessions that open a window: starting one submits what was entered. */
const openCardFields = (fields: CardFields, callbacks: PayPalCallbacks): PayPalSession => ({
  start: async (_, order, { card }) => {
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
 * PayPal allows one session of card fields for the life of a page, and a client token would end it while someone types.
 * So pages with card fields use the client id, and their sessions are never renewed.
 */
const accessFor = (setup: Setup, hasCardFields: boolean) =>
  hasCardFields ? { clientId: setup.clientId } : { clientToken: setup.clientToken }

const payLaterDetails = (eligible: EligibleMethods): PayLater | null => {
  if (!eligible.isEligible('paylater')) return null
  const { countryCode, productCode } = eligible.getDetails('paylater') ?? {}
  return { ...(countryCode && { countryCode }), ...(productCode && { productCode }) }
}

/** @param eligible the eligibility for `amount`, the first amount that is checked */
const payLaterReader = (
  instance: PayPalInstance,
  amount: string,
  eligible: EligibleMethods,
): PaymentSessions['readPayLater'] => {
  const detailsByAmount = new Map([[amount, Promise.resolve(payLaterDetails(eligible))]])
  return (requestedAmount) => {
    const details =
      detailsByAmount.get(requestedAmount) ??
      findEligible(instance, requestedAmount).then(payLaterDetails)
    detailsByAmount.set(requestedAmount, details)
    return details
  }
}

type Context = {
  instance: PayPalInstance
  eligible: EligibleMethods
  setup: Setup
  nonce: string | undefined
  cardFields: CardFields | null
}

/** Returns null where the browser can't do what PayPal offers, and for a second card form. */
const openSession = async (
  method: ButtonMethod,
  callbacks: PayPalCallbacks,
  { instance, eligible, setup, nonce, cardFields }: Context,
): Promise<PayPalSession | GooglePaySession | null> => {
  switch (method) {
    case 'apple_pay': {
      const { canUseApplePay, openApplePay } = await import('./apple-pay')
      const { config } = eligible.getDetails('applepay') ?? {}
      return canUseApplePay()
        ? openApplePay(instance.createApplePayOneTimePaymentSession(), config, callbacks)
        : null
    }
    case 'google_pay': {
      const { openGooglePay } = await import('./google-pay')
      const { config } = eligible.getDetails('googlepay') ?? {}
      return openGooglePay(instance.createGooglePayOneTimePaymentSession(), config, callbacks, {
        scriptUrl: setup.googlePayUrl,
        nonce,
        isLive: setup.environment === 'live',
      })
    }
    case 'card_fields':
      return cardFields && openCardFields(cardFields, callbacks)
    case 'card':
      return cardFields ? null : openers.card(instance, callbacks)
    default:
      return openers[method](instance, callbacks)
  }
}

/** A wallet that can't be opened leaves the other ways to pay. */
const openSessions = async (
  offered: readonly ButtonMethod[],
  callbacksOf: (method: ButtonMethod) => PayPalCallbacks,
  context: Context,
) => {
  const byMethod = new Map<ButtonMethod, PayPalSession>()
  let googleContainer: HTMLElement | null = null
  for (const method of offered) {
    const session = await openSession(method, callbacksOf(method), context).catch(
      (error: unknown) => {
        if (method === 'paypal') throw error
        console.error(`${method} could not be opened:`, error)
        return null
      },
    )
    if (session) byMethod.set(method, session)
    if (session && 'container' in session) googleContainer = session.container
  }
  return { byMethod, googleContainer }
}

/** Reads what the browser needs to load PayPal. */
export function getSetup(): Promise<Setup> {
  return api<Setup>('GET', '/setup', undefined, AbortSignal.timeout(setupMs))
}

/** Loads PayPal and opens a session for each way to pay that shop and visitor share. */
export async function openPaymentSessions(
  nonce: string | undefined,
  amount: string,
  callbacksOf: (method: ButtonMethod) => PayPalCallbacks,
): Promise<PaymentSessions> {
  const setup = await getSetup()
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
  const eligible = await findEligible(instance, amount)
  // The total may still become one that can be paid later.
  const offered = setup.methods.filter(
    (method) => method === 'paylater' || eligible.isEligible(sdkNames[method].eligibility),
  )
  const cardFields = offered.includes('card_fields')
    ? instance.createCardFieldsOneTimePaymentSession()
    : null
  const context = { instance, eligible, setup, nonce, cardFields }
  return {
    ...(await openSessions(offered, callbacksOf, context)),
    cardFields,
    payLater: payLaterDetails(eligible),
    readPayLater: offered.includes('paylater')
      ? payLaterReader(instance, amount, eligible)
      : () => Promise.resolve(null),
    until: hasCardFields ? Infinity : Date.now() + freshMs,
  }
}
