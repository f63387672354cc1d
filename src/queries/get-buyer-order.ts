import type { Payload, Where } from 'payload'
import { boughtStatuses } from '../domain/review'
import type { Parcel } from '../domain/fulfillment'
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
  items: { productId: number | null; name: string; image: string | null; size: string; color: string; quantity: number; unitPriceCents: Cents }[]
  totals: Totals
  shippingAddress: BuyerAddress
  /** Whatever is on its way, the first first. Addresses are https or null. */
  parcels: { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null; isReplacement: boolean }[]
  events: { type: string; message: string; at: string }[]
}

/** What a buyer may see of the timeline; reasons, mails and staff names stay inside. */
const shownEvents = ['placed', 'paid', 'payment_pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded', 'refund']

const safe = (address: string | null | undefined): string | null => (address?.startsWith('https://') ? address : null)

/** The printer's parcels; and the number that staff have written down, when it is none of theirs. */
const parcelsOf = ({ shipments, carrier, trackingNumber, trackingUrl }: Order): BuyerOrderView['parcels'] => {
  const told = ((shipments ?? []) as Parcel[]).filter(({ isReturned }) => !isReturned)
    .map((parcel) => ({ carrier: parcel.carrier, trackingNumber: parcel.trackingNumber, trackingUrl: safe(parcel.trackingUrl), isReplacement: parcel.isReshipment }))
  const isKnown = !trackingNumber || told.some((parcel) => parcel.trackingNumber === trackingNumber)
  return isKnown ? told : [...told, { carrier: carrier ?? null, trackingNumber, trackingUrl: safe(trackingUrl), isReplacement: false }]
}

const toBuyerOrder = async (payload: Payload, order: Order): Promise<BuyerOrderView> => {
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
      productId: typeof item.product === 'object' ? item.product?.id ?? null : item.product ?? null,
      name: item.name, image: item.image ? `${item.image}-320.webp` : null, size: item.size, color: item.color, quantity: item.quantity, unitPriceCents: item.unitPriceCents,
    })),
    totals: { subtotalCents: order.subtotalCents, shippingCents: order.shippingCents, taxCents: order.taxCents, totalCents: order.totalCents },
    shippingAddress: {
      firstName: shipTo?.firstName ?? '', lastName: shipTo?.lastName ?? '', address1: shipTo?.address1 ?? '', address2: shipTo?.address2 ?? null,
      city: shipTo?.city ?? '', stateCode: shipTo?.stateCode ?? '', zip: shipTo?.zip ?? '', countryCode: shipTo?.countryCode ?? 'US',
    },
    parcels: parcelsOf(order),
    events: events.map(({ type, message, createdAt }) => ({ type, message, at: createdAt })),
  }
}

const find = async (payload: Payload, orderNumber: string, more: Where = {}): Promise<Order | undefined> => {
  if (!/^DF-\d{1,12}$/.test(orderNumber)) return undefined
  const { docs: [order] } = await payload.find({ collection: 'orders', where: { orderNumber: { equals: orderNumber }, ...more }, limit: 1, pagination: false, depth: 0 })
  return order
}

/** An order for whoever holds its key; null for a wrong key just as for an order that does not exist. */
export const getBuyerOrder = async (payload: Payload, orderNumber: string, key: string): Promise<BuyerOrderView | null> => {
  if (!/^[a-f0-9]{32}$/.test(key)) return null
  const order = await find(payload, orderNumber)
  return order && isOrderKey(key, order.accessKeyHash) ? toBuyerOrder(payload, order) : null
}

/** An order of this person; null for somebody else's just as for one that does not exist. */
export const getOwnOrder = async (payload: Payload, orderNumber: string, userId: number): Promise<BuyerOrderView | null> => {
  const order = await find(payload, orderNumber, { customer: { equals: userId } })
  return order ? toBuyerOrder(payload, order) : null
}

/** The newest order of this person that is on its way somewhere: paid, and neither cancelled nor refunded. */
export const getLatestOrder = async (payload: Payload, userId: number): Promise<BuyerOrderView | null> => {
  const { docs: [order] } = await payload.find({
    collection: 'orders', where: { customer: { equals: userId }, status: { in: [...boughtStatuses] } }, sort: '-createdAt', limit: 1, pagination: false, depth: 0,
  })
  return order ? toBuyerOrder(payload, order) : null
}
