import { openSheet } from './wallet-sheet.js'

const CHOICES = [
  ['pay', 'Pay with Touch ID'],
  ['card-decline', 'Pay with a card that the bank declines'],
]
/** How long Apple's sheet waits for `completePayment`. */
const AUTHORIZATION_MS = 30_000
let hasOpenSheet = false

/**
 * Stands for Safari's ApplePaySession (version 4): one sheet at a time, opened in a click, in Apple's order: validate the
 * merchant, confirm the total for the chosen card, authorize, complete.
 */
class DemoApplePaySession {
  static STATUS_SUCCESS = 0
  static STATUS_FAILURE = 1
  static supportsVersion = (version) => version <= 14
  static canMakePayments = () => true

  #request
  #sheet = null
  #waiting = new Map()

  constructor(version, request) {
    if (!navigator.userActivation.isActive)
      throw new DOMException('Must create a new ApplePaySession from a user gesture handler.')
    const { total, supportedNetworks, merchantCapabilities, countryCode, currencyCode } = request
    if (version !== 4 || !countryCode || !currencyCode || !supportedNetworks?.length)
      throw new TypeError('The payment request is incomplete')
    if (!merchantCapabilities?.includes('supports3DS'))
      throw new TypeError('merchantCapabilities must have supports3DS')
    if (!total?.label || !/^\d+\.\d{2}$/.test(total.amount))
      throw new TypeError('The total is incomplete')
    this.#request = request
  }

  begin() {
    if (hasOpenSheet) throw new DOMException('There is a payment sheet already')
    hasOpenSheet = true
    this.#sheet = openSheet('Apple Pay')
    void this.#run()
  }

  abort() {
    this.#close()
  }

  completeMerchantValidation(merchantSession) {
    this.#answer('validate', merchantSession)
  }

  completePaymentMethodSelection(update) {
    this.#answer('method', update)
  }

  completePayment(result) {
    this.#answer('payment', result)
  }

  async #run() {
    const merchant = await this.#ask('validate', () =>
      this.onvalidatemerchant?.({
        validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      }),
    )
    if (!merchant?.merchantSessionIdentifier) return this.abort()
    const { newTotal } = await this.#ask('method', () =>
      this.onpaymentmethodselected?.({ paymentMethod: { type: 'credit' } }),
    )
    // Without a new total the sheet hangs, as Apple's does.
    if (!newTotal) return
    const lines = [newTotal.label, `$${newTotal.amount}`]
    while (this.#sheet) {
      const choice = await this.#sheet.choose(lines, CHOICES)
      const result = choice && (await this.#authorize(choice, newTotal.amount))
      if (!this.#sheet) return
      // After a failure the sheet stays for another card, until the buyer closes it or the page does.
      if (result?.status === DemoApplePaySession.STATUS_FAILURE) continue
      this.#close()
      if (!result) this.oncancel?.({})
    }
  }

  /** Null if the page gave no result in time. */
  #authorize(choice, amount) {
    this.#sheet.say('Processing …')
    return Promise.race([
      this.#ask('payment', () =>
        this.onpaymentauthorized?.({ payment: this.#payment(choice, amount) }),
      ),
      new Promise((resolve) => setTimeout(resolve, AUTHORIZATION_MS, null)),
    ])
  }

  #payment(choice, amount) {
    const contact = {
      givenName: 'Riley',
      familyName: 'Demo',
      addressLines: ['18 Alder Lane'],
      locality: 'Ojai',
      administrativeArea: 'CA',
      postalCode: '93023',
      countryCode: 'US',
    }
    return {
      token: {
        paymentData: { version: 'EC_v1', data: JSON.stringify({ demo: choice, amount }) },
        paymentMethod: { displayName: 'Visa 1881', network: 'Visa', type: 'credit' },
        transactionIdentifier: crypto.randomUUID(),
      },
      ...(this.#request.requiredBillingContactFields?.length > 0 && { billingContact: contact }),
      ...(this.#request.requiredShippingContactFields?.length > 0 && { shippingContact: contact }),
    }
  }

  #ask(step, tell) {
    return new Promise((resolve) => {
      this.#waiting.set(step, resolve)
      tell()
    })
  }

  #answer(step, value) {
    const resolve = this.#waiting.get(step)
    if (!resolve) throw new DOMException(`The payment sheet isn't waiting for this: ${step}`)
    this.#waiting.delete(step)
    resolve(value)
  }

  #close() {
    if (!this.#sheet) return
    this.#sheet.close()
    this.#sheet = null
    hasOpenSheet = false
  }
}

/** Puts the double in the place of what only Apple's devices have, or takes it away. */
export function installApplePay(isDevice) {
  if (isDevice) window.ApplePaySession = DemoApplePaySession
  else delete window.ApplePaySession
}
