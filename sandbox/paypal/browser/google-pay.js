import { openSheet } from './wallet-sheet.js'

const CHOICES = [
  ['pay', 'Pay'],
  ['card-decline', 'Pay with a card that the bank declines'],
  ['verify', 'Pay with a card that the bank verifies'],
  ['verify-fails', 'Pay with a card that the bank doesn’t recognize'],
  ['refused', 'Pay with a card that PayPal doesn’t take'],
]
let sheets = 0

const googleError = (statusCode, statusMessage) =>
  Object.assign(new Error(statusMessage), { statusCode, statusMessage })

/** What Google refuses in a request; undefined when it is well formed. */
function faultOf(request, callbacks) {
  if (request.apiVersion !== 2 || request.apiVersionMinor !== 0) return 'apiVersion must be 2.0'
  const [card] = request.allowedPaymentMethods ?? []
  if (card?.type !== 'CARD' || !card.tokenizationSpecification)
    return 'allowedPaymentMethods needs a card with a tokenizationSpecification'
  const { totalPriceStatus, totalPrice, currencyCode, countryCode } = request.transactionInfo ?? {}
  if (totalPriceStatus !== 'FINAL' || !/^\d+\.\d{2}$/.test(totalPrice ?? ''))
    return 'transactionInfo needs a final price'
  if (currencyCode !== 'USD' || countryCode !== 'US') return 'transactionInfo needs a country'
  if (!request.callbackIntents?.includes('PAYMENT_AUTHORIZATION')) return undefined
  return callbacks?.onPaymentAuthorized ? undefined : 'There is no onPaymentAuthorized'
}

class PaymentsClient {
  #options

  constructor(options = {}) {
    if (!['TEST', 'PRODUCTION'].includes(options.environment))
      throw googleError('DEVELOPER_ERROR', 'environment must be TEST or PRODUCTION')
    this.#options = options
  }

  async isReadyToPay({ apiVersion, allowedPaymentMethods } = {}) {
    if (apiVersion !== 2 || !Array.isArray(allowedPaymentMethods))
      throw googleError('DEVELOPER_ERROR', 'isReadyToPay needs payment methods')
    return { result: document.documentElement.dataset.googlePay !== 'none' }
  }

  createButton({ onClick, buttonRadius = 4 }) {
    const host = document.createElement('div')
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      ariaLabel: 'Buy with GPay',
      textContent: 'Buy with G Pay',
      onclick: onClick,
    })
    button.style.cssText = `width:100%;min-height:48px;border:0;border-radius:${buttonRadius}px;background:#000;color:#fff;font:600 17px system-ui`
    host.append(button)
    return host
  }

  async loadPaymentData(request) {
    const { paymentDataCallbacks: callbacks } = this.#options
    const fault = faultOf(request, callbacks)
    if (fault) throw googleError('DEVELOPER_ERROR', fault)
    if (!navigator.userActivation.isActive)
      throw googleError('DEVELOPER_ERROR', 'loadPaymentData must be called in a click')
    if (sheets > 0) throw googleError('DEVELOPER_ERROR', 'There is a sheet already')
    sheets += 1
    const sheet = openSheet('Google Pay')
    try {
      let lines = [`$${request.transactionInfo.totalPrice}`]
      for (;;) {
        const choice = await sheet.choose(lines, CHOICES)
        if (choice === null) throw googleError('CANCELED', 'The buyer closed the sheet')
        sheet.say('Processing …')
        const data = paymentData(choice, request.transactionInfo.totalPrice)
        const { transactionState, error } = await callbacks.onPaymentAuthorized(data)
        if (transactionState === 'SUCCESS') return data
        lines = [`$${request.transactionInfo.totalPrice}`, error?.message ?? 'Something went wrong']
      }
    } finally {
      sheets -= 1
      sheet.close()
    }
  }
}

function paymentData(choice, amount) {
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: {
      type: 'CARD',
      description: 'Visa •••• 1881',
      info: { cardNetwork: 'VISA', cardDetails: '1881' },
      tokenizationData: {
        type: 'PAYMENT_GATEWAY',
        token: JSON.stringify({ demo: choice, amount }),
      },
    },
  }
}

window.google = { ...window.google, payments: { api: { PaymentsClient } } }
