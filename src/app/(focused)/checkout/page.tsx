import type { Metadata } from 'next'
import { headers } from 'next/headers'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getCurrentUser } from '@/app/(shop)/current-user'
import { QuickHelp } from '@/components/layout/quick-help'
import { ScriptsNeeded } from '@/components/no-script-note'
import { listAddresses } from '@/modules/accounts/queries/list-addresses'
import { getDeliveryDays, shopDay } from '@/modules/checkout/delivery-days'
import { findTaxCertificate } from '@/modules/checkout/queries'
import { withoutTax } from '@/modules/checkout/rules/pricing'
import { hasAutomaticDiscounts } from '@/modules/discounts/queries'
import { hasGiftCards } from '@/modules/gift-cards/queries'
import type { User } from '@/payload-types'

import { Checkout } from './checkout'
import { CheckoutHeader } from './checkout-header'

export const metadata: Metadata = { title: 'Checkout', robots: { index: false, follow: false } }

/** `email` is always a confirmed address. */
const toCustomer = ({ id, email, firstName, lastName }: User) => ({
  id,
  email: email ?? '',
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

const CheckoutPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  // Each response has a nonce of its own, so this page is never prerendered.
  const { payload, user } = await getCurrentUser()
  const [settings, requestHeaders, addresses, hasAutomatic, takesGiftCards, taxCertificate, query] =
    await Promise.all([
      getCachedSettings(),
      headers(),
      user ? listAddresses(payload, user) : [],
      hasAutomaticDiscounts(payload),
      hasGiftCards(payload),
      findTaxCertificate(payload, user?.id ?? null),
      searchParams,
    ])
  const { pricing, contactEmail, promises, senderNames } = settings
  const days = await getDeliveryDays(payload, settings.deliveryDays)
  return (
    <>
      <CheckoutHeader />
      <ScriptsNeeded what="Checkout" email={contactEmail} className="wrap my-6" />
      <div className="noscript:hidden">
        <Checkout
          pricing={taxCertificate ? withoutTax(pricing) : pricing}
          hasAutomaticDiscounts={hasAutomatic}
          takesGiftCards={takesGiftCards}
          days={days}
          today={shopDay()}
          promises={{
            printing: promises.printing,
            delivery: promises.delivery,
            returns: promises.returns,
          }}
          contactEmail={contactEmail}
          senderNames={senderNames}
          nonce={requestHeaders.get('x-nonce') ?? undefined}
          customer={user && { ...toCustomer(user), addresses }}
          wantsExpress={settings.hasExpressCheckout && 'express' in query}
        />
      </div>
      <footer className="border-t border-line">
        <QuickHelp className="wrap py-7 text-ink-soft" />
      </footer>
    </>
  )
}

export default CheckoutPage
