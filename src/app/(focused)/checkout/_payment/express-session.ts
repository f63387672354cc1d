import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import { api, ApiError } from '@/platform/http/api-client'
import { newUuid } from '@/platform/http/new-uuid'

import { findEligible, freshMs, getSetup, withTimeout } from './payment-sessions'
import {
  type AddressChange,
  loadPayPal,
  type PayPalCallbacks,
  type PayPalSession,
} from './paypal-sdk'

export type ExpressCart = { items: OrderRequest['items']; discountCode: string }
/** The buyer's details from PayPal, by field of the form; empty where PayPal has none. */
type ExpressBuyer = Record<
  | 'email'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'address1'
  | 'address2'
  | 'city'
  | 'stateCode'
  | 'zip',
  string
>
export type ExpressApproval = { id: string; key: string; approved: string; buyer: ExpressBuyer }
type Opened = { id: string; key: string; total: string }

const requestMs = 30_000
/** PayPal's window waits while the shop prices the address. */
const addressMs = 10_000

/** The payment for PayPal's window: one for each state of the cart, so that a second try never opens a second payment. */
export function createExpressRequests(readCart: () => ExpressCart) {
  let body = ''
  let checkoutId = ''
  const toBody = () => {
    const { items, discountCode } = readCart()
    const cart = { items, ...(discountCode ? { discountCode } : {}) }
    if (JSON.stringify(cart) !== body) checkoutId = newUuid()
    body = JSON.stringify(cart)
    return { checkoutId, ...cart }
  }
  let opened: Promise<Opened> = Promise.reject(new Error('Nothing was opened'))
  opened.catch(() => undefined)
  return {
    open: (): Promise<Opened> => {
      opened = api<Opened>('POST', '/order/express', toBody(), AbortSignal.timeout(requestMs))
      return opened
    },
    /** @throws Error with PayPal's code for what is wrong with the address */
    changeAddress: async ({ shippingAddress, errors }: AddressChange): Promise<void> => {
      const { id, key } = await opened
      const { state: stateCode, postalCode: zip, countryCode } = shippingAddress
      try {
        await api(
          'POST',
          `/order/express/${id}/address`,
          { key, ...toBody(), place: { stateCode, zip, countryCode } },
          AbortSignal.timeout(addressMs),
        )
      } catch (error) {
        const fields = (error instanceof ApiError && error.fields) || {}
        throw new Error(
          fields['place.countryCode']
            ? errors.COUNTRY_ERROR
            : fields['place.stateCode']
              ? errors.STATE_ERROR
              : fields['place.zip']
                ? errors.ZIP_ERROR
                : errors.ADDRESS_ERROR,
          { cause: error },
        )
      }
    },
    readBuyer: async (): Promise<ExpressApproval> => {
      const { id, key } = await opened
      const approval = await api<Pick<ExpressApproval, 'approved' | 'buyer'>>(
        'POST',
        `/order/express/${id}/buyer`,
        { key },
        AbortSignal.timeout(requestMs),
      )
      return { id, key, ...approval }
    },
  }
}

type Handlers = Omit<PayPalCallbacks, 'onCardRefused' | 'onUnavailable'>

/**
 * Loads PayPal for its own button alone.
 * @returns the session and when it has to be renewed, in milliseconds; null if PayPal takes no payment here
 */
export async function openExpressSession(
  nonce: string | undefined,
  handlers: Handlers,
): Promise<{ session: PayPalSession; until: number } | null> {
  const { clientToken, sdkUrl } = await getSetup()
  const paypal = await loadPayPal(sdkUrl, nonce)
  const instance = await withTimeout(
    requestMs,
    paypal.createInstance({ clientToken, components: ['paypal-payments'], pageType: 'checkout' }),
  )
  const eligible = await findEligible(instance)
  return eligible.isEligible('paypal')
    ? {
        session: instance.createPayPalOneTimePaymentSession({
          ...handlers,
          onCardRefused: handlers.onCancel,
          onUnavailable: handlers.onCancel,
        }),
        until: Date.now() + freshMs,
      }
    : null
}
