import config from '@payload-config'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { getPayload } from 'payload'
import { NotFoundHere } from '../../../../components/layout/not-found-here'
import { NotFoundPage } from '../../../../components/layout/not-found-page'
import { OrderPage } from '../../../../components/order/order-page'
import { env } from '../../../../env'
import { getBuyerOrder } from '../../../../queries/get-buyer-order'
import { readSettings } from '../../reads'
import '../print.css'

/** The address holds the key: no search engine, no referrer and no cache may carry it on. */
export const metadata: Metadata = { title: 'Your order', robots: { index: false, follow: false, noarchive: true }, referrer: 'no-referrer' }

type Props = { params: Promise<{ orderNumber: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

const BuyerOrderPage = async ({ params, searchParams }: Props) => {
  await connection()
  const [{ orderNumber }, { key }] = await Promise.all([params, searchParams])
  const order = typeof key === 'string' ? await getBuyerOrder(await getPayload({ config }), orderNumber, key) : null
  // A wrong key and an unknown order are the same page.
  if (!order || typeof key !== 'string') return <NotFoundHere><NotFoundPage /></NotFoundHere>
  const { contactEmail } = await readSettings()
  return <div data-order><OrderPage order={order} paths={{ status: `/api/orders/${order.orderNumber}?key=${key}`, page: `/orders/${order.orderNumber}?key=${key}` }} timeZone={env.SHOP_TIME_ZONE} contactEmail={contactEmail} /></div>
}

export default BuyerOrderPage
