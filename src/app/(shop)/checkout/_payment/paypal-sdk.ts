/** The part of PayPal's browser SDK v6 that is used here. */
export type PayPalSession = {
  start: (
    options: { presentationMode: 'auto' },
    order: Promise<{ orderId: string }>,
  ) => Promise<unknown>
  cancel?: () => void
  destroy?: () => void
}
export type PayPalCallbacks = {
  onApprove: (data: { orderId: string }) => void | Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}
type CreateSession = (callbacks: PayPalCallbacks) => PayPalSession
export type PayPalInstance = {
  findEligibleMethods: (options: {
    currencyCode: string
    countryCode: string
  }) => Promise<{ isEligible: (method: string) => boolean }>
  createPayPalOneTimePaymentSession: CreateSession
  createPayPalGuestOneTimePaymentSession: CreateSession
  createVenmoOneTimePaymentSession: CreateSession
}
type PayPal = {
  createInstance: (options: {
    clientToken: string
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
