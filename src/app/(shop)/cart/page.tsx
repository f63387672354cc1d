import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { ScriptsNeeded } from '@/components/no-script-note'

import { CartView, RecentlyViewedInCart } from './cart-view'

export const dynamic = 'force-static'
export const metadata: Metadata = { title: 'Your cart', robots: { index: false } }

const CartPage = async () => {
  const {
    contactEmail,
    promises: { printing, delivery, returns },
    oneTimeEmails,
    hasExpressCheckout,
    pricing: { freeShippingFromCents, shippingCents, shippingSource, shippingRates },
  } = await getCachedSettings()
  return (
    <>
      <div className="wrap">
        <ScriptsNeeded what="Your cart" email={contactEmail} className="my-6" />
        <div className="noscript:hidden">
          <CartView
            shipping={{ freeShippingFromCents, shippingCents, shippingSource, shippingRates }}
            promises={{ printing, delivery, returns }}
            canEmail={oneTimeEmails.cart}
            hasExpressCheckout={hasExpressCheckout}
          />
        </div>
      </div>
      <RecentlyViewedInCart />
    </>
  )
}

export default CartPage
