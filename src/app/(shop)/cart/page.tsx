import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { EmailLink, NoScriptNote } from '@/components/no-script-note'

import { CartView } from './cart-view'

export const dynamic = 'force-static'
export const metadata: Metadata = { title: 'Your cart', robots: { index: false } }

const CartPage = async () => {
  const {
    contactEmail,
    pricing: { freeShippingFromCents, shippingCents },
  } = await getCachedSettings()
  return (
    <div className="wrap">
      <NoScriptNote className="my-6">
        The cart is kept by your browser, with JavaScript. Please switch it on to see it, or write
        to <EmailLink email={contactEmail} /> and we will help.
      </NoScriptNote>
      <CartView shipping={{ freeShippingFromCents, shippingCents }} />
    </div>
  )
}

export default CartPage
