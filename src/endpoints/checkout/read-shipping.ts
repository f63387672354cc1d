import type { PayloadRequest } from 'payload'

import { readShippingQuote } from '@/modules/checkout/actions/shipping-quote'
import { getDeliveryDays } from '@/modules/checkout/delivery-days'
import type { CartLineInput } from '@/modules/checkout/queries'
import type { TaxAddress } from '@/modules/checkout/rules/pricing'
import type { SettingsView } from '@/modules/shop/queries/get-settings'
import { readCredentials } from '@/platform/connections/credentials'
import { getProviders } from '@/providers'

/** The longest that a quote waits for a turn at Printful. */
const rateWaitMs = 500

/** Reads what the price and the arrival of a package depend on. */
export async function readShipping(
  { payload }: PayloadRequest,
  { pricing, deliveryDays }: SettingsView,
  cart: {
    items: readonly CartLineInput[]
    place: TaxAddress | null
    earlierQuote: string | undefined
  },
) {
  const days = await getDeliveryDays(payload, deliveryDays)
  if (pricing.shippingSource !== 'printful') return { days, live: null, quote: null }
  const credentials = await readCredentials(payload.db.drizzle, 'printful')
  const printful = credentials && getProviders().printful(credentials.keys, rateWaitMs)
  return { days, ...(await readShippingQuote({ payload, printful, ...cart })) }
}
