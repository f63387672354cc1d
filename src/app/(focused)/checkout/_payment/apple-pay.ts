import type { ApplePayWallet, PayPalCallbacks, PayPalSession } from './paypal-sdk'

type Total = { label: string; amount: string; type: 'final' }
type Sheet = {
  begin: () => void
  abort: () => void
  completeMerchantValidation: (merchantSession: unknown) => void
  completePaymentMethodSelection: (update: { newTotal: Total }) => void
  completePayment: (result: { status: number }) => void
  onvalidatemerchant?: (event: { validationURL: string }) => void
  onpaymentmethodselected?: () => void
  onpaymentauthorized?: (event: { payment: { token: unknown; billingContact?: unknown } }) => void
  oncancel?: () => void
}
type SheetClass = {
  new (version: number, request: Record<string, unknown>): Sheet
  STATUS_SUCCESS: number
  STATUS_FAILURE: number
  supportsVersion: (version: number) => boolean
  canMakePayments: () => boolean
}

const version = 4
/** Shown before the total: “Pay Dayfern”. */
const shopName = 'Dayfern'
/** Apple's sheet gives up 30 seconds after the authorization. */
const outcomeMs = 20_000

const sheetClass = (): SheetClass | undefined =>
  (window as { ApplePaySession?: SheetClass }).ApplePaySession

/** Whether this browser has Apple Pay. The check makes no request to Apple. */
export function canUseApplePay(): boolean {
  try {
    const ApplePaySession = sheetClass()
    return ApplePaySession?.supportsVersion(version) === true && ApplePaySession.canMakePayments()
  } catch {
    return false
  }
}

const toTotal = (amount: string): Total => ({ label: shopName, amount, type: 'final' })

/** Resolves with whether the payment went through; with false if that isn't known before Apple's sheet gives up. */
const waitForOutcome = (orderId: string, { onApprove }: PayPalCallbacks): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(resolve, outcomeMs, false)
    void Promise.resolve(onApprove({ orderId }, resolve)).finally(() => resolve(false))
  })

/**
 * Apple's sheet as a session like PayPal's. It opens inside the click with the page's total; before anything can be
 * authorized, it shows the total of the placed order. The address was entered on the page, so it only asks for the card's.
 */
export function openApplePay(
  wallet: ApplePayWallet,
  config: unknown,
  callbacks: PayPalCallbacks,
): PayPalSession {
  let open: Sheet | null = null
  return {
    start: async (_, order, { amount }) => {
      const ApplePaySession = sheetClass()
      if (!ApplePaySession) throw new Error('Apple Pay is gone')
      const sheet = new ApplePaySession(version, {
        ...wallet.formatConfigForPaymentRequest(config),
        // Required by Apple, and not among what PayPal formats.
        countryCode: 'US',
        currencyCode: 'USD',
        requiredBillingContactFields: ['postalAddress'],
        requiredShippingContactFields: [],
        total: toTotal(amount),
      })
      open = sheet
      sheet.onvalidatemerchant = ({ validationURL }) => {
        wallet
          .validateMerchant({
            validationUrl: validationURL,
            displayName: shopName,
            domainName: location.hostname,
          })
          .then(({ merchantSession }) => sheet.completeMerchantValidation(merchantSession))
          .catch((error: unknown) => {
            console.error('Apple Pay could not validate the shop:', error)
            sheet.abort()
            callbacks.onUnavailable()
          })
      }
      sheet.onpaymentmethodselected = () => {
        // Without a total the sheet hangs. An order that couldn't be placed closes it, below.
        order.then(
          ({ due }) => sheet.completePaymentMethodSelection({ newTotal: toTotal(due) }),
          () => undefined,
        )
      }
      sheet.onpaymentauthorized = ({ payment }) => {
        const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession
        void authorize(wallet, order, payment, callbacks).then((isPaid) => {
          sheet.completePayment({ status: isPaid ? STATUS_SUCCESS : STATUS_FAILURE })
          // After a failure the sheet stays open for another card, but this payment is used up.
          if (!isPaid) sheet.abort()
        })
      }
      sheet.oncancel = callbacks.onCancel
      sheet.begin()
      await order.catch(() => sheet.abort())
    },
    cancel: () => open?.abort(),
  }
}

/** Sends the card to PayPal, then waits for the shop, which gets the result from PayPal and not from the script. */
async function authorize(
  wallet: ApplePayWallet,
  order: Promise<{ orderId: string }>,
  { token, billingContact }: { token: unknown; billingContact?: unknown },
  callbacks: PayPalCallbacks,
): Promise<boolean> {
  const { orderId } = await order
  await wallet.confirmOrder({ orderId, token, billingContact }).catch((error: unknown) => {
    console.error('PayPal could not confirm Apple Pay:', error)
  })
  return waitForOutcome(orderId, callbacks)
}
