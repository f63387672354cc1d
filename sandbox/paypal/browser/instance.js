import { installApplePay } from './apple-pay.js'
import { payPalError } from './errors.js'
import { SANDBOX_ORIGIN } from './origin.js'
import { sessionFactories } from './payment-sessions.js'

/** `paypal.createInstance`: rejects on a client token that is unknown, expired or bound to another domain. */
export async function createInstance({ clientToken, clientId, components, ...rest } = {}) {
  if (Boolean(clientToken) === Boolean(clientId)) {
    throw payPalError('INVALID_OPTIONS', 'createInstance takes either a clientToken or a clientId')
  }
  if (!Array.isArray(components) || components.length === 0) {
    throw payPalError('INVALID_OPTIONS', 'createInstance needs a list of components')
  }
  const answer = await fetch(`${SANDBOX_ORIGIN}/web-sdk/v6/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientToken, clientId, hostname: location.hostname }),
  })
  if (!answer.ok) throw payPalError('UNAUTHORIZED', (await answer.json()).error)

  const unknown = components.filter((name) => !METHODS_OF[name])
  if (unknown.length > 0)
    throw payPalError('INVALID_OPTIONS', `Unknown components: ${unknown.join(', ')}`)
  const offered = components.flatMap((name) => METHODS_OF[name])
  return {
    ...(rest.locale && { locale: rest.locale }),
    findEligibleMethods: async ({ amount, currencyCode = 'USD', countryCode } = {}) => {
      const query = new URLSearchParams({
        ...(amount && { amount }),
        currencyCode,
        ...(countryCode && { countryCode }),
      })
      const response = await fetch(`${SANDBOX_ORIGIN}/web-sdk/v6/eligibility?${query}`)
      if (!response.ok) throw payPalError('ELIGIBILITY_FAILED', 'Eligibility is not known')
      const { eligible, hasApplePayDevice = false } = await response.json()
      if (components.includes('applepay-payments')) installApplePay(hasApplePayDevice)
      return eligibility(offered.filter((name) => eligible.includes(name)))
    },
    hydrateEligibleMethods: () => eligibility(offered),
    updateLocale: () => {},
    ...sessionFactories(components),
  }
}

/** The components that exist here, with what `isEligible` calls their ways to pay. */
const METHODS_OF = {
  'paypal-payments': ['paypal', 'paylater'],
  'paypal-guest-payments': ['card'],
  'venmo-payments': ['venmo'],
  'card-fields': ['advanced_cards'],
  'applepay-payments': ['applepay'],
  'googlepay-payments': ['googlepay'],
}

const DETAILS = {
  advanced_cards: { supportsInstallments: false, cobrandedEnabled: false, vendors: [] },
  applepay: {
    config: {
      merchantCapabilities: ['supports3DS', 'supportsCredit', 'supportsDebit'],
      supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'],
      merchantCountry: 'US',
      tokenNotificationURL: '',
    },
  },
  googlepay: {
    config: {
      allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      supportedNetworks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER'],
      merchantCountry: 'US',
      merchantInfo: { merchantId: 'sandbox-demo', merchantName: 'Demo' },
    },
  },
  paylater: { countryCode: 'US', productCode: 'PAYLATER', canBeVaulted: false },
}

function eligibility(names) {
  return {
    isEligible: (name) => names.includes(name),
    getDetails: (name) => (names.includes(name) ? (DETAILS[name] ?? {}) : undefined),
  }
}
