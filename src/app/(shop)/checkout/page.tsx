import type { Metadata } from 'next'
import { headers } from 'next/headers'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getCurrentUser } from '@/app/(shop)/current-user'
import { listAddresses } from '@/modules/accounts/queries/list-addresses'

import { Checkout } from './checkout'
import { CheckoutHeader } from './checkout-header'

export const metadata: Metadata = { title: 'Checkout', robots: { index: false, follow: false } }

const CheckoutPage = async () => {
  // Each answer has a nonce of its own, so this page is never prerendered.
  const { payload, user } = await getCurrentUser()
  const [{ pricing, contactEmail }, asked, addresses] = await Promise.all([
    getCachedSettings(),
    headers(),
    user ? listAddresses(payload, user) : [],
  ])
  // `email` is only ever an address that its owner has confirmed.
  const person = user
    ? {
        id: user.id,
        email: user.email ?? '',
        firstName: user.firstName ?? '',
        lastName: user.lastName ?? '',
        addresses,
      }
    : null
  return (
    <>
      <CheckoutHeader />
      <noscript>
        <p className="wrap my-6 rounded-block bg-sun-soft p-4">
          The checkout needs JavaScript, for the cart and for the payment. Please switch it on, or
          write to{' '}
          <a href={`mailto:${contactEmail}`} className="underline">
            {contactEmail}
          </a>{' '}
          and we will help.
        </p>
      </noscript>
      <Checkout
        pricing={pricing}
        contactEmail={contactEmail}
        nonce={asked.get('x-nonce') ?? undefined}
        person={person}
      />
    </>
  )
}

export default CheckoutPage
