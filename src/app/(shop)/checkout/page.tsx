import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Checkout } from '../../../components/checkout/checkout'
import { SlimHeader } from '../../../components/checkout/slim-header'
import { readSettings } from '../reads'

export const metadata: Metadata = { title: 'Checkout', robots: { index: false, follow: false } }

const CheckoutPage = async () => {
  // Each answer has a nonce of its own, so this page is never prerendered.
  await connection()
  const [{ pricing, contactEmail }, asked] = await Promise.all([readSettings(), headers()])
  return (
    <>
      <SlimHeader />
      <noscript><p className="wrap my-6 rounded-block bg-sun-soft p-4">The checkout needs JavaScript, for the cart and for the payment. Please switch it on, or write to {contactEmail} and we will help.</p></noscript>
      <Checkout pricing={pricing} contactEmail={contactEmail} nonce={asked.get('x-nonce') ?? undefined} />
    </>
  )
}

export default CheckoutPage
