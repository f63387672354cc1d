import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'

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
      <noscript>
        <p className="my-6 rounded-block bg-sun-soft p-4">
          The cart is kept by your browser, with JavaScript. Please switch it on to see it, or write
          to{' '}
          <a href={`mailto:${contactEmail}`} className="underline">
            {contactEmail}
          </a>{' '}
          and we will help.
        </p>
      </noscript>
      <CartView shipping={{ freeShippingFromCents, shippingCents }} />
    </div>
  )
}

export default CartPage
