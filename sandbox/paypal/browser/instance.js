import { payPalError } from './errors.js'
import { SANDBOX_ORIGIN } from './origin.js'
import { createSession } from './session.js'

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

  const payments = components.includes('paypal-payments')
  return {
    ...(rest.locale && { locale: rest.locale }),
    findEligibleMethods: async () => eligibility(payments),
    hydrateEligibleMethods: () => eligibility(payments),
    updateLocale: () => {},
    ...(payments && {
      createPayPalOneTimePaymentSession: (options = {}) => createSession(options),
    }),
  }
}

function eligibility(payments) {
  return {
    isEligible: (name) => payments && name === 'paypal',
    getDetails: (name) => (payments && name === 'paypal' ? {} : undefined),
  }
}
