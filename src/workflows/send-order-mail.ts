import type { Payload } from 'payload'
import { tombstones } from '../domain/data-request'
import type { MailName } from '../emails/render'
import { sendMail } from '../emails/send'
import { env } from '../env'
import type { Order } from '../payload-types'
import { getSettings } from '../queries/get-settings'
import { orderUrl } from '../queries/order-key'

type OrderMail = Extract<MailName, 'order-received' | 'payment-pending' | 'order-link'>

const toProps = (order: Order, contactEmail: string) => ({
  orderNumber: order.orderNumber,
  firstName: order.shippingAddress?.firstName ?? '',
  items: (order.items ?? []).map((item) => ({
    name: item.name, size: item.size, color: item.color, quantity: item.quantity, unitPriceCents: item.unitPriceCents,
    imageUrl: item.image ? `${env.SERVER_URL}${item.image}-320.webp` : null,
  })),
  totals: { subtotalCents: order.subtotalCents, shippingCents: order.shippingCents, taxCents: order.taxCents, totalCents: order.totalCents },
  shippingAddress: {
    firstName: order.shippingAddress?.firstName ?? '', lastName: order.shippingAddress?.lastName ?? '',
    address1: order.shippingAddress?.address1 ?? '', address2: order.shippingAddress?.address2,
    city: order.shippingAddress?.city ?? '', stateCode: order.shippingAddress?.stateCode ?? '',
    zip: order.shippingAddress?.zip ?? '', countryCode: order.shippingAddress?.countryCode ?? 'US',
  },
  orderUrl: orderUrl(order),
  shopUrl: env.SERVER_URL,
  contactEmail,
})

const sentMessages = { 'order-received': 'Receipt sent', 'payment-pending': 'Note about the pending payment sent', 'order-link': 'Link to this order sent' } satisfies Record<OrderMail, string>

/**
 * Sends a mail about an order to its buyer and notes it on the timeline. The receipt and the note about a pending
 * payment go out once: what the timeline already has is not sent again.
 */
export const sendOrderMail = async (payload: Payload, name: OrderMail, orderId: number): Promise<void> => {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  if (order.email === tombstones.email) return
  const type = `mail:${name}`
  const { totalDocs } = await payload.count({ collection: 'order-events', where: { order: { equals: orderId }, type: { equals: type } } })
  if (name !== 'order-link' && totalDocs > 0) return
  const { contactEmail } = await getSettings(payload)
  await sendMail(order.email, name, toProps(order, contactEmail), `${order.uuid}.${name}.${name === 'order-link' ? Date.now() : 1}`)
  await payload.create({ collection: 'order-events', data: { order: orderId, type, message: sentMessages[name], actor: 'the shop' } })
}
