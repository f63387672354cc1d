import { loadScript } from './load-script'
import type {
  GooglePayMethods,
  GooglePayWallet,
  PayPalCallbacks,
  PayPalSession,
} from './paypal-sdk'

type PaymentData = { paymentMethodData: unknown }
type Authorization =
  | { transactionState: 'SUCCESS' }
  | {
      transactionState: 'ERROR'
      error: { intent: 'PAYMENT_AUTHORIZATION'; reason: 'PAYMENT_DATA_INVALID'; message: string }
    }
type PaymentsClient = {
  isReadyToPay: (request: Record<string, unknown>) => Promise<{ result: boolean }>
  createButton: (options: Record<string, unknown>) => HTMLElement
  loadPaymentData: (request: Record<string, unknown>) => Promise<PaymentData>
}
type GooglePay = { PaymentsClient: new (options: Record<string, unknown>) => PaymentsClient }

const readGooglePay = (): GooglePay | undefined =>
  (window as { google?: { payments?: { api?: GooglePay } } }).google?.payments?.api
const apiVersion = { apiVersion: 2, apiVersionMinor: 0 }

const cardRefused: Authorization = {
  transactionState: 'ERROR',
  error: {
    intent: 'PAYMENT_AUTHORIZATION',
    reason: 'PAYMENT_DATA_INVALID',
    message: 'We couldn’t use this card. Nothing was charged. Please choose another one.',
  },
}

type Options = { scriptUrl: string; nonce: string | undefined; isLive: boolean }
export type GooglePaySession = PayPalSession & { container: HTMLElement }

const toPaymentDataRequest = (
  { allowedPaymentMethods, merchantInfo, countryCode }: GooglePayMethods,
  totalPrice: string,
) => ({
  ...apiVersion,
  allowedPaymentMethods,
  merchantInfo,
  transactionInfo: { countryCode, currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice },
  callbackIntents: ['PAYMENT_AUTHORIZATION'],
})

/** Google's sheet for one placed order. The sheet stays open for another card until PayPal takes one. */
const openSheet = (
  wallet: GooglePayWallet,
  { orderId, due }: { orderId: string; due: string },
  methods: GooglePayMethods,
  newClient: (onPaymentAuthorized: (data: PaymentData) => Promise<Authorization>) => PaymentsClient,
  callbacks: PayPalCallbacks,
) => {
  let needsAction = false
  const onPaymentAuthorized = async ({ paymentMethodData }: PaymentData) => {
    try {
      const { status } = await wallet.confirmOrder({ orderId, paymentMethodData })
      needsAction = status === 'PAYER_ACTION_REQUIRED'
      return { transactionState: 'SUCCESS' } as const
    } catch (error) {
      console.error('PayPal could not confirm Google Pay:', error)
      return cardRefused
    }
  }
  const client = newClient(onPaymentAuthorized)
  let isOpen = false
  const show = async (): Promise<void> => {
    await client.loadPaymentData(toPaymentDataRequest(methods, due))
    // The bank's dialog opens once Google's sheet is closed. Its result isn't used: the shop gets it from PayPal.
    if (needsAction)
      await wallet.initiatePayerAction({ orderId }).catch((error: unknown) => {
        console.error('The bank did not verify the card:', error)
      })
  }
  return {
    client,
    /** Must run inside the click. */
    pay: async (): Promise<void> => {
      if (isOpen) return
      isOpen = true
      try {
        await show()
        await callbacks.onApprove({ orderId })
      } catch (error) {
        if ((error as { statusCode?: string }).statusCode === 'CANCELED') callbacks.onCancel()
        else callbacks.onError(error)
      } finally {
        isOpen = false
      }
    },
  }
}

/**
 * Google Pay as a session like PayPal's. Google's script is loaded when the buyer chooses Google Pay, and no earlier;
 * then Google's button appears in `container` and opens the sheet with the total of the placed order.
 */
export function openGooglePay(
  wallet: GooglePayWallet,
  config: unknown,
  callbacks: PayPalCallbacks,
  { scriptUrl, nonce, isLive }: Options,
): GooglePaySession {
  const container = document.createElement('div')
  /** What was started last. */
  let current = 0
  const leave = (): void => {
    current += 1
    container.replaceChildren()
  }
  return {
    container,
    cancel: leave,
    destroy: leave,
    start: async (_, order) => {
      leave()
      const started = current
      container.textContent = 'Loading…'
      const google = await loadScript({ id: 'google-pay', src: scriptUrl, nonce }, readGooglePay)
      const methods = wallet.formatConfigForPaymentRequest(config)
      const placed = await order
      const { client, pay } = openSheet(
        wallet,
        placed,
        methods,
        (onPaymentAuthorized) =>
          new google.PaymentsClient({
            environment: isLive ? 'PRODUCTION' : 'TEST',
            paymentDataCallbacks: { onPaymentAuthorized },
            ...(nonce && { nonce }),
          }),
        callbacks,
      )
      const { allowedPaymentMethods } = methods
      const { result } = await client.isReadyToPay({ ...apiVersion, allowedPaymentMethods })
      if (started !== current) return
      if (!result) return callbacks.onUnavailable()
      container.replaceChildren(
        client.createButton({
          onClick: () => void pay(),
          buttonType: 'buy',
          buttonSizeMode: 'fill',
          buttonRadius: 6,
          allowedPaymentMethods,
        }),
      )
    },
  }
}
