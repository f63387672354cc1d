/** The part of PayPal's browser SDK v6 that is used here. */
export type PayPalSession = {
  start: (
    options: { presentationMode: 'auto' },
    order: Promise<{ orderId: string }>,
    card?: CardDetails,
  ) => Promise<unknown>
  cancel?: () => void
  /** Whether the buyer has just come back from an app or a page of PayPal's that this session opened. */
  hasReturned?: () => boolean
  resume?: () => unknown
  destroy?: () => void
}
export type PayPalCallbacks = {
  onApprove: (data: { orderId: string }) => void | Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
  /** PayPal doesn't accept the card as it was entered. */
  onCardRefused: () => void
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
export type EligibleMethods = {
  isEligible: (method: string) => boolean
  getDetails: (method: string) => { countryCode?: string; productCode?: string } | undefined
}
type CreateSession = (callbacks: PayPalCallbacks) => PayPalSession
export type PayPalInstance = {
  findEligibleMethods: (options: {
    currencyCode: string
    countryCode: string
  }) => Promise<EligibleMethods>
  createPayPalOneTimePaymentSession: CreateSession
  createPayPalGuestOneTimePaymentSession: CreateSession
  createVenmoOneTimePaymentSession: CreateSession
  createPayLaterOneTimePaymentSession: CreateSession
  createCardFieldsOneTimePaymentSession: () => CardFields
}
type PayPal = {
  createInstance: (options: {
    clientToken?: string
    clientId?: string
    components: string[]
    pageType: string
  }) => Promise<PayPalInstance>
}

const scriptMs = 15_000
const scriptId = 'paypal-sdk'
const present = (): PayPal | undefined => (window as { paypal?: PayPal }).paypal

/**
 * Loads the SDK from the provider, once. The nonce is the page's own: nothing else from outside may run here.
 * @throws Error when it can't be loaded; the next call tries again.
 */
export function loadPayPal(sdkUrl: string, nonce: string | undefined): Promise<PayPal> {
  const loaded = present()
  if (loaded) return Promise.resolve(loaded)
  document.getElementById(scriptId)?.remove()
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), {
      id: scriptId,
      src: sdkUrl,
      async: true,
    })
    if (nonce) script.nonce = nonce
    const fail = (): void => {
      script.remove()
      reject(new Error('The payment script did not load'))
    }
    const timer = setTimeout(fail, scriptMs)
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.addEventListener('load', () => {
      clearTimeout(timer)
      const paypal = present()
      if (paypal) resolve(paypal)
      else fail()
    })
    document.head.append(script)
  })
}
