import '@/components/order/order-print.css'

import type { Metadata } from 'next'
import { cache } from 'react'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getCurrentUser, requireCurrentUser } from '@/app/(shop)/current-user'
import { OrderSelfService } from '@/app/(shop)/orders/order-self-service'
import { ReorderButton } from '@/components/cart/reorder-button'
import { NotFoundPage } from '@/components/layout/not-found-page'
import { OrderDetails } from '@/components/order/order-page'
import { getCustomerOrder } from '@/modules/orders/queries/get-customer-order'
import { env } from '@/platform/env'
import { Icon } from '@/ui/icon'

import { PrintButton } from './print-button'

type Props = { params: Promise<{ orderNumber: string }> }

/** Cached for the metadata and the page. Null for an unknown order or someone else's. */
const readOrder = cache(async (orderNumber: string) => {
  const { payload, user } = await getCurrentUser()
  return user && getCustomerOrder(payload, orderNumber, user.id)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return {
    title: (await readOrder((await params).orderNumber)) ? 'Your order' : '404 Page Not Found',
  }
}

const OwnOrderPage = async ({ params }: Props) => {
  const { orderNumber } = await params
  await requireCurrentUser(`/account/orders/${encodeURIComponent(orderNumber)}`)
  const order = await readOrder(orderNumber)
  if (!order) return <NotFoundPage />
  const { payload } = await getCurrentUser()
  const { contactEmail, promises } = await getCachedSettings()
  return (
    <div data-order>
      <p className="pb-5 print:hidden">
        <a
          href="/account/orders"
          className="inline-flex items-center gap-2 py-1 font-[550] hover:underline"
        >
          <Icon name="back" className="size-4.5" />
          All orders
        </a>
      </p>
      <OrderDetails
        own
        order={order}
        timeZone={env.SHOP_TIME_ZONE}
        contactEmail={contactEmail}
        promises={promises}
        changes={
          <OrderSelfService
            payload={payload}
            order={order}
            orderKey={undefined}
            promises={promises}
          />
        }
        paths={{
          status: `/api/account/orders/${order.orderNumber}`,
          page: `/account/orders/${order.orderNumber}`,
        }}
        actions={
          <div className="flex flex-wrap items-start gap-3 print:hidden">
            {order.status === 'pending' ? null : <ReorderButton lines={order.items} />}
            <PrintButton />
          </div>
        }
      />
    </div>
  )
}

export default OwnOrderPage
