import '@/components/order/order-print.css'

import config from '@payload-config'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { getPayload } from 'payload'
import { cache } from 'react'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { OrderSelfService } from '@/app/(shop)/orders/order-self-service'
import { ResourceNotFoundPage } from '@/components/layout/not-found-page'
import { OrderPage } from '@/components/order/order-page'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { env } from '@/platform/env'

const notFoundTitle = 'We can’t open this order'

type Props = {
  params: Promise<{ orderNumber: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Cached for the metadata and the page. Null for an unknown order and for a wrong key. */
const readOrder = cache(async (orderNumber: string, key: string) => {
  await connection()
  return key ? getOrderByKey(await getPayload({ config }), orderNumber, key) : null
})

const find = async ({ params, searchParams }: Props) => {
  const [{ orderNumber }, query] = await Promise.all([params, searchParams])
  const key = typeof query.key === 'string' ? query.key : ''
  return { key, order: await readOrder(orderNumber, key) }
}

/** The URL holds the key, so no search engine, referrer, or cache may keep it. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  return {
    title: (await find(props)).order ? 'Your order' : notFoundTitle,
    robots: { index: false, follow: false, noarchive: true },
    referrer: 'no-referrer',
  }
}

const BuyerOrderPage = async (props: Props) => {
  const { order, key } = await find(props)
  if (!order)
    return (
      <ResourceNotFoundPage
        emblem="homing"
        title={notFoundTitle}
        text="The link is incomplete or no longer works. Enter your order number and email, and we’ll send you a new one."
        href="/orders/find"
        label="Find your order"
      />
    )
  const [{ contactEmail, promises }, payload] = await Promise.all([
    getCachedSettings(),
    getPayload({ config }),
  ])
  return (
    <div data-order>
      <OrderPage
        order={order}
        paths={{
          status: `/api/orders/${order.orderNumber}?key=${key}`,
          page: `/orders/${order.orderNumber}?key=${key}`,
        }}
        timeZone={env.SHOP_TIME_ZONE}
        contactEmail={contactEmail}
        promises={promises}
        orderKey={key}
        changes={
          <OrderSelfService payload={payload} order={order} orderKey={key} promises={promises} />
        }
      />
    </div>
  )
}

export default BuyerOrderPage
