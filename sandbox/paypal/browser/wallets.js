import { askBuyer } from './card-fields.js'
import { payPalError } from './errors.js'
import { SANDBOX_ORIGIN } from './origin.js'

async function call(path, body) {
  const response = await fetch(`${SANDBOX_ORIGIN}/web-sdk/v6/wallets/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw payPalError(answer.issue ?? 'ERROR', `PayPal refused: ${answer.issue}`)
  return answer
}

/** The sheet is Apple's: this session prepares it, validates the merchant, and gives its token to the order. */
export function createApplePaySession() {
  return {
    // The country isn't among them: the page has to name it.
    formatConfigForPaymentRequest: ({ merchantCapabilities, supportedNetworks }) => ({
      merchantCapabilities,
      supportedNetworks,
    }),
    validateMerchant: async ({ validationUrl, displayName, domainName }) => {
      if (!validationUrl || !displayName || !domainName)
        throw payPalError('INVALID_OPTIONS', 'validateMerchant needs an address and two names')
      return call('apple_pay/merchant', { domainName })
    },
    confirmOrder: async ({ orderId, token, billingContact }) => ({
      approveApplePayPayment: await call('apple_pay/confirm', {
        orderId,
        data: token?.paymentData?.data,
        billingContact,
      }),
    }),
  }
}

/** The sheet is Google's: this session prepares it, and gives its token to the order. */
export function createGooglePaySession() {
  return {
    formatConfigForPaymentRequest: ({ supportedNetworks, merchantCountry, ...config }) => ({
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: config.allowedAuthMethods,
            allowedCardNetworks: supportedNetworks,
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway: 'paypalppcp', gatewayMerchantId: 'sandbox-demo' },
          },
        },
      ],
      merchantInfo: config.merchantInfo,
      apiVersion: 2,
      apiVersionMinor: 0,
      countryCode: merchantCountry,
    }),
    confirmOrder: ({ orderId, paymentMethodData }) =>
      call('google_pay/confirm', { orderId, data: paymentMethodData?.tokenizationData?.token }),
    initiatePayerAction: async ({ orderId }) => {
      if ((await askBuyer()) === 'close')
        throw payPalError('PAYER_ACTION_CANCELED', 'The buyer closed the verification')
      return call('google_pay/verify', { orderId })
    },
  }
}
