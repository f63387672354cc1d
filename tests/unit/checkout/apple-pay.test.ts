import { openApplePay } from '@/app/(focused)/checkout/_payment/apple-pay'

const callbacks = {
  onApprove: () => {},
  onCancel: () => {},
  onError: () => {},
  onCardRefused: () => {},
  onUnavailable: () => {},
}

it('opens Apple’s sheet with the country, which PayPal doesn’t format and Apple requires', async () => {
  const requests: object[] = []
  class ApplePaySession {
    constructor(_version: number, request: object) {
      requests.push(request)
    }
    begin() {}
    abort() {}
  }
  Object.assign(globalThis, { window: { ApplePaySession } })
  const wallet = {
    // What PayPal's SDK v6 returns (types/v6/components/applepay-payments.d.ts of paypal-js).
    formatConfigForPaymentRequest: () => ({
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['visa'],
    }),
    validateMerchant: () => Promise.resolve({ merchantSession: {} }),
    confirmOrder: () => Promise.resolve({ approveApplePayPayment: { status: 'APPROVED' } }),
  }
  await openApplePay(wallet, {}, callbacks).start(
    { presentationMode: 'auto' },
    Promise.resolve({ orderId: 'ORDER', due: '31.91' }),
    { amount: '31.91' },
  )
  expect(requests).toEqual([
    expect.objectContaining({
      countryCode: 'US',
      currencyCode: 'USD',
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['visa'],
      total: { label: 'Dayfern', amount: '31.91', type: 'final' },
    }),
  ])
})
