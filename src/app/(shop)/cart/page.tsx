import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { EmailLink, NoScriptNote } from '@/components/no-script-note'
import { RecentlyViewed } from '@/components/product/recently-viewed'

import { CartView } from './cart-view'

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
        <NoScriptNote className="my-6">
          Your cart needs JavaScript. Please turn it on, or email <EmailLink email={contactEmail} />{' '}
          and we’ll help you order.
        </NoScriptNote>
        <div className="noscript:hidden">
          <CartView
            shipping={{ freeShippingFromCents, shippingCents, shippingSource, shippingRates }}
            promises={{ printing, delivery, returns }}
            canEmail={oneTimeEmails.cart}
            hasExpressCheckout={hasExpressCheckout}
          />
        </div>
      </div>
      <RecentlyViewed />
    </>
  )
}

export default CartPage
