import { loadScript } from './load-script'

/** What was placed: PayPal's id, and what is left to pay as decimal dollars. */
export type PlacedPayment = { orderId: string; due: string }

/** The part of PayPal's browser SDK v6 that is used here. The last argument is for sessions that aren't PayPal's own. */
export type PayPalSession = {
  start: (
    options: { presentationMode: 'auto' | 'redirect' },
    order: Promise<PlacedPayment>,
    details: { amount: string; card?: CardDetails },
  ) => Promise<unknown>
  cancel?: () => void
  /** Whether the buyer has just come back from an app or a page of PayPal's that this session opened. */
  hasReturned?: () => boolean
  resume?: () => unknown
  destroy?: () => void
}
/** An address without its street, and PayPal's codes for what can be wrong with it. */
export type AddressChange = {
  shippingAddress: { city: string; state: string; countryCode: string; postalCode: string }
  errors: Record<'ADDRESS_ERROR' | 'COUNTRY_ERROR' | 'STATE_ERROR' | 'ZIP_ERROR', string>
}
export type PayPalCallbacks = {
  /** @param onOutcome gets whether the payment went through, before the page navigates away */
  onApprove: (
    data: { orderId: string },
    onOutcome?: (isPaid: boolean) => void,
  ) => void | Promise<void>
  /** Called before the approval with the address in PayPal's window. Throwing refuses the address. */
  onShippingAddressChange?: (change: AddressChange) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
  /** PayPal doesn't accept the card as it was entered. */
  onCardRefused: () => void
  /** This way to pay doesn't work in this browser, although PayPal offers it. */
  onUnavailable: () => void
}

/** What goes with a card besides its number, date, and code. */
export type CardDetails = {
  name: string
  billingAddress?: {
    addressLine1: string
    addressLine2?: string
    adminArea2: string
    adminArea1: string
    postalCode: string
    countryCode: string
  }
}
export const cardFieldTypes = ['number', 'expiry', 'cvv'] as const
export type CardFieldType = (typeof cardFieldTypes)[number]
type CardFieldState = { isFocused: boolean; isValid: boolean; isEmpty: boolean }
export type CardFieldStates = Record<CardFieldType, CardFieldState>

/** PayPal's card fields: each is a frame of PayPal's, so the page never sees what is typed. */
export type CardFields = {
  createCardFieldsComponent: (options: {
    type: CardFieldType
    placeholder?: string
    ariaLabel: string
    style?: Record<string, Record<string, string>>
  }) => HTMLElement & { destroy?: () => void }
  on: (
    event: 'blur' | 'change' | 'validitychange',
    callback: (event: { data: CardFieldStates }) => void,
  ) => unknown
  submit: (
    orderId: string,
    card: CardDetails,
  ) => Promise<{ state: 'succeeded' | 'canceled' | 'failed' }>
}
/** What PayPal's script does for Apple Pay; the sheet itself is Safari's. */
export type ApplePayWallet = {
  formatConfigForPaymentRequest: (config: unknown) => {
    merchantCapabilities: string[]
    supportedNetworks: string[]
  }
  validateMerchant: (options: {
    validationUrl: string
    displayName: string
    domainName: string
  }) => Promise<{ merchantSession: unknown }>
  confirmOrder: (options: {
    orderId: string
    token: unknown
    billingContact?: unknown
  }) => Promise<{ approveApplePayPayment: { status: string } }>
}

export type GooglePayMethods = {
  allowedPaymentMethods: unknown[]
  merchantInfo: Record<string, unknown>
  countryCode: string
}
/** What PayPal's script does for Google Pay; the sheet itself is Google's. */
export type GooglePayWallet = {
  formatConfigForPaymentRequest: (config: unknown) => GooglePayMethods
  confirmOrder: (options: {
    orderId: string
    paymentMethodData: unknown
  }) => Promise<{ status: string }>
  initiatePayerAction: (options: { orderId: string }) => Promise<unknown>
}

export type EligibleMethods = {
  isEligible: (method: string) => boolean
  getDetails: (
    method: string,
  ) => { countryCode?: string; productCode?: string; config?: unknown } | undefined
}
type CreateSession = (callbacks: PayPalCallbacks) => PayPalSession
export type PayPalInstance = {
  findEligibleMethods: (options: {
    /** Pay Later is offered only for some amounts. */
    amount?: string
    currencyCode: string
    countryCode: string
  }) => Promise<EligibleMethods>
  createPayPalOneTimePaymentSession: CreateSession
  createPayPalGuestOneTimePaymentSession: CreateSession
  createVenmoOneTimePaymentSession: CreateSession
  createPayLaterOneTimePaymentSession: CreateSession
  createCardFieldsOneTimePaymentSession: () => CardFields
  createApplePayOneTimePaymentSession: () => ApplePayWallet
  createGooglePayOneTimePaymentSession: () => GooglePayWallet
}
type PayPal = {
  createInstance: (options: {
    clientToken?: string
    clientId?: string
    components: string[]
    pageType: string
  }) => Promise<PayPalInstance>
}

const present = (): PayPal | undefined => (window as { paypal?: PayPal }).paypal

/** Loads PayPal's script, once. @throws Error when it can't be loaded; the next call tries again. */
export function loadPayPal(sdkUrl: string, nonce: string | undefined): Promise<PayPal> {
  return loadScript({ id: 'paypal-sdk', src: sdkUrl, nonce }, present)
}
