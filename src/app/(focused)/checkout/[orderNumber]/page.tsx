import config from '@payload-config'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getPayload } from 'payload'

import { CheckoutHeader } from '@/app/(focused)/checkout/checkout-header'
import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { QuickHelp } from '@/components/layout/quick-help'
import { ScriptsNeeded } from '@/components/no-script-note'
import { hasGiftCards } from '@/modules/gift-cards/queries'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { env } from '@/platform/env'

import { PayOrder } from './pay-order'

type Props = {
  params: Promise<{ orderNumber: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = {
  title: 'Pay for your order',
  robots: { index: false, follow: false, noarchive: true },
}

/** Where customers pay for orders that staff made. The order's page explains a wrong link, or that nothing is due. */
const PayOrderPage = async ({ params, searchParams }: Props) => {
  const [{ orderNumber }, { key }, requestHeaders] = await Promise.all([
    params,
    searchParams,
    headers(),
  ])
  const payload = await getPayload({ config })
  const order = typeof key === 'string' ? await getOrderByKey(payload, orderNumber, key) : null
  if (!order?.payment || typeof key !== 'string')
    redirect(
      `/orders/${orderNumber}${typeof key === 'string' ? `?key=${encodeURIComponent(key)}` : ''}`,
    )
  const { contactEmail } = await getCachedSettings()
  const until = new Date(order.payment.until).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: env.SHOP_TIME_ZONE,
  })
  return (
    <>
      <CheckoutHeader hasCart={false} />
      <ScriptsNeeded what="Paying" email={contactEmail} className="wrap my-6" />
      <div className="noscript:hidden">
        <PayOrder
          order={order}
          orderKey={key}
          until={until}
          contactEmail={contactEmail}
          takesGiftCards={await hasGiftCards(payload)}
          nonce={requestHeaders.get('x-nonce') ?? undefined}
        />
      </div>
      <footer className="border-t border-line">
        <QuickHelp className="wrap py-7 text-ink-soft" />
      </footer>
    </>
  )
}

export default PayOrderPage
