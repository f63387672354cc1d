import type { PayloadRequest } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
import { currentUserId } from '@/endpoints/http/current-user'
import {
  openExpressPayment,
  readExpressBuyer,
  repriceExpressPayment,
} from '@/modules/checkout/actions/express-payment'
import {
  expressAddressResponse,
  expressAddressSchema,
  expressBuyerResponse,
  expressBuyerSchema,
  type ExpressCart,
  expressPaymentResponse,
  expressPaymentSchema,
} from '@/modules/checkout/express-schemas'
import { splitName } from '@/modules/checkout/rules/destination'
import type { TaxAddress } from '@/modules/checkout/rules/pricing'
import { paypalIdParams } from '@/modules/checkout/schemas'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { AppError } from '@/platform/errors'
import { toDecimal } from '@/platform/money'
import { normalizeZip } from '@/platform/us/normalize-zip'
import { getProviders } from '@/providers'

import { consumeOrderLimit, readDiscountCode } from './payment-limits'
import { readShipping } from './read-shipping'

/** @throws AppError payment_unavailable while the owner has turned express checkout off */
const readCart = async (
  req: PayloadRequest,
  { items, discountCode, checkoutId }: ExpressCart,
  place: TaxAddress | null,
) => {
  const settings = await getSettings(req.payload)
  if (!settings.hasExpressCheckout)
    throw new AppError(
      'payment_unavailable',
      'Express checkout is turned off. Nothing was charged. Please fill in the form.',
    )
  const { days, live } = await readShipping(req, settings, {
    items,
    place,
    earlierQuote: undefined,
  })
  return {
    payload: req.payload,
    payments: getProviders().payments,
    pricing: settings.pricing,
    days,
    live,
    items,
    code: await readDiscountCode(req, discountCode),
    customerId: currentUserId(req),
    place,
    checkoutId,
  }
}

export const expressEndpoints = [
  endpoint({
    method: 'post',
    path: '/order/express',
    summary: 'Open a PayPal payment for express checkout',
    body: expressPaymentSchema,
    response: expressPaymentResponse,
    limit: { points: 20, seconds: 60 },
    handle: async (req, { body }) => {
      await consumeOrderLimit(req)
      return openExpressPayment(await readCart(req, body, null))
    },
  }),

  endpoint({
    method: 'post',
    path: '/order/express/:id/address',
    summary: 'Reprice an express payment for an address',
    params: paypalIdParams,
    body: expressAddressSchema,
    response: expressAddressResponse,
    limit: { points: 40, seconds: 60 },
    handle: async (req, { params, body: { key, place, ...cart } }) =>
      repriceExpressPayment(await readCart(req, cart, place), { id: params.id, key }),
  }),

  endpoint({
    method: 'post',
    path: '/order/express/:id/buyer',
    summary: 'Get the buyer of an approved express payment',
    params: paypalIdParams,
    body: expressBuyerSchema,
    response: expressBuyerResponse,
    limit: { points: 20, seconds: 60 },
    handle: async (_req, { params, body: { key } }) => {
      const { amountCents, buyer } = await readExpressBuyer(getProviders().payments, {
        id: params.id,
        key,
      })
      const { fullName, countryCode, ...details } = buyer
      // The form asks for an address in the US.
      const address =
        countryCode === 'US' ? {} : { address1: '', address2: '', city: '', stateCode: '', zip: '' }
      return {
        approved: toDecimal(amountCents),
        buyer: { ...details, zip: normalizeZip(details.zip), ...address, ...splitName(fullName) },
      }
    },
  }),
]
