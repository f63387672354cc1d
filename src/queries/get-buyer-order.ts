import type { Payload } from 'payload'
import type { OrderStatus } from '../domain/order-status'
import type { Cents } from '../domain/money'
import type { Totals } from '../domain/pricing'
import type { Order } from '../payload-types'
import { isOrderKey } from './order-key'

type BuyerAddress = { firstName: string; lastName: string; address1: string; address2: string | null; city: string; stateCode: string; zip: string; countryCode: string }

export type BuyerOrderView = {
  orderNumber: string
  status: OrderStatus
  paymentState: Order['paymentState']
  firstName: string
  email: string
  placedAt: string
  items: { name: string; image: string | null; size: string; color: string; quantity: number; unitPriceCents: Cents }[]
  totals: Totals
  shippingAddress: BuyerAddress
  trackingNumber: string | null
  trackingUrl: string | null
  events: { type: string; message: string; at: string }[]
}

/** What a buyer may see of the timeline; reasons, mails and staff names stay inside. */
const shownEvents = ['placed', 'paid', 'payment_pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded', 'refund']

/** An order for whoever holds its key; null for a wrong key just as for an order that does not exist. */
export const getBuyerOrder = async (payload: Payload, orderNumber: string, key: string): Promise<BuyerOrderView | null> => {
  if (!/^DF-\d{1,12}$/.test(orderNumber) || !/^[a-f0-9]{32}$/.test(key)) return null
  const { docs: [order] } = await payload.find({ collection: 'orders', where: { orderNumber: { equals: orderNumber } }, limit: 1, pagination: false, depth: 0 })
  if (!order || !isOrderKey(key, order.accessKeyHash)) return null
  const { docs: events } = await payload.find({
    collection: 'order-events', where: { order: { equals: order.id }, type: { in: shownEvents } },
    select: { type: true, message: true, createdAt: true }, sort: 'createdAt', depth: 0, pagination: false,
  })
  const shipTo = order.shippingAddress
  return {
    orderNumber: order.orderNumber,
    status: order.status,
    paymentState: order.paymentState,
    firstName: shipTo?.firstName ?? '',
    email: order.email,
    placedAt: order.createdAt,
    items: (order.items ?? []).map((item) => ({
      name: item.name, image: item.image ? `${item.image}-320.webp` : null, size: item.size, color: item.color, quantity: item.quantity, unitPriceCents: item.unitPriceCents,
    })),
    totals: { subtotalCents: order.subtotalCents, shippingCents: order.shippingCents, taxCents: order.taxCents, totalCents: order.totalCents },
    shippingAddress: {
      firstName: shipTo?.firstName ?? '', lastName: shipTo?.lastName ?? '', address1: shipTo?.address1 ?? '', address2: shipTo?.address2 ?? null,
      city: shipTo?.city ?? '', stateCode: shipTo?.stateCode ?? '', zip: shipTo?.zip ?? '', countryCode: shipTo?.countryCode ?? 'US',
    },
    trackingNumber: order.trackingNumber ?? null,
    trackingUrl: order.trackingUrl?.startsWith('https://') ? order.trackingUrl : null,
    events: events.map(({ type, message, createdAt }) => ({ type, message, at: createdAt })),
  }
}
