import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { tombstones } from '../domain/data-request'
import type { Parcel } from '../domain/fulfillment'
import { AppError, notFound } from '../errors'
import type { JobPayloads } from '../jobs/names'
import type { MailName } from '../emails/render'
import { sendMail } from '../emails/send'
import { env } from '../env'
import type { Order } from '../payload-types'
import { getSettings } from '../queries/get-settings'
import { orderUrl } from '../queries/order-key'
import { queueJob } from './queue-job'

type OrderMail = Extract<MailName, 'order-received' | 'payment-pending' | 'order-link' | 'order-shipped' | 'order-delivered' | 'order-refunded'>

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

const sentMessages = {
  'order-received': 'Receipt sent', 'payment-pending': 'Note about the pending payment sent', 'order-link': 'Link to this order sent',
  'order-shipped': 'Shipping note sent', 'order-delivered': 'Note about the delivery sent', 'order-refunded': 'Note about the refund sent',
} satisfies Record<OrderMail, string>

/** Queued a minute ahead, so that a slip of the finger can be undone: by then the order may be somewhere else again. */
const stillTrue: Partial<Record<OrderMail, readonly Order['status'][]>> = { 'order-shipped': ['shipped', 'delivered'], 'order-delivered': ['delivered'] }

const note = async (payload: Payload, orderId: number, name: OrderMail): Promise<void> => {
  await payload.create({ collection: 'order-events', data: { order: orderId, type: `mail:${name}`, message: sentMessages[name], actor: 'the shop' } })
}

/**
 * Sends a mail about an order to its buyer and notes it on the timeline. Each goes out once: what the timeline already
 * has is not sent again, except on purpose (`again`) and for the link that somebody asked for.
 */
export const sendOrderMail = async (payload: Payload, name: Exclude<OrderMail, 'order-refunded'>, orderId: number, { again = name === 'order-link' } = {}): Promise<void> => {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  if (order.email === tombstones.email) return
  if (stillTrue[name]?.includes(order.status) === false) return
  const { totalDocs } = await payload.count({ collection: 'order-events', where: { order: { equals: orderId }, type: { equals: `mail:${name}` } } })
  if (!again && totalDocs > 0) return
  if (!again && name === 'order-shipped' && (await parcelMails(payload, orderId)) > 0) return
  const { contactEmail } = await getSettings(payload)
  const parcel = { carrier: order.carrier ?? null, trackingNumber: order.trackingNumber ?? null, trackingUrl: order.trackingUrl ?? null }
  await sendMail(order.email, name, { ...toProps(order, contactEmail), ...parcel }, `${order.uuid}.${name}.${again ? Date.now() : 1}`)
  await note(payload, orderId, name)
}

/** The printer's parcels are told one by one (sendParcelMail); who had such a mail needs no other. */
const parcelMails = async (payload: Payload, orderId: number): Promise<number> =>
  (await payload.count({ collection: 'order-events', where: { order: { equals: orderId }, type: { like: 'mail:parcel:' } } })).totalDocs

/** Tells the buyer of one parcel: what is in it, and its number. Once for each. */
export const sendParcelMail = async (payload: Payload, orderId: number, parcelId: string): Promise<void> => {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  const parcel = ((order.shipments ?? []) as Parcel[]).find(({ id }) => id === parcelId)
  if (!parcel || order.email === tombstones.email) return
  const type = `mail:parcel:${parcelId}`
  const { totalDocs } = await payload.count({ collection: 'order-events', where: { order: { equals: orderId }, type: { equals: type } } })
  if (totalDocs > 0) return
  const { contactEmail } = await getSettings(payload)
  const items = (order.items ?? []).flatMap((item) => {
    const sent = parcel.lines.find(({ id }) => id === item.id)
    return sent ? [{ ...item, quantity: sent.quantity }] : []
  })
  const isWhole = parcel.lines.length === 0 || (items.length === order.items?.length && items.every(({ quantity }, index) => quantity === order.items?.[index]?.quantity))
  await sendMail(order.email, 'order-shipped', {
    ...toProps(isWhole ? order : { ...order, items }, contactEmail), carrier: parcel.carrier, trackingNumber: parcel.trackingNumber, trackingUrl: parcel.trackingUrl,
    ...(parcel.isReshipment ? { parcel: 'again' as const } : isWhole ? {} : { parcel: 'part' as const }),
  }, `${order.uuid}.parcel.${parcelId}`)
  await payload.create({ collection: 'order-events', data: { order: orderId, type, message: sentMessages['order-shipped'], actor: 'the shop' } })
}

/** Tells the buyer of one refund; once, because it is queued with the ledger's row. */
export const sendRefundMail = async (payload: Payload, paymentId: number): Promise<void> => {
  const payment = await payload.findByID({ collection: 'payments', id: paymentId, depth: 0 })
  const order = await payload.findByID({ collection: 'orders', id: typeof payment.order === 'object' ? payment.order.id : payment.order, depth: 0 })
  if (order.email === tombstones.email) return
  const { contactEmail } = await getSettings(payload)
  await sendMail(order.email, 'order-refunded', {
    ...toProps(order, contactEmail), amountCents: payment.amountCents, isWhole: payment.amountCents === order.totalCents,
  }, `${order.uuid}.order-refunded.${paymentId}`)
  await note(payload, order.id, 'order-refunded')
}

/**
 * Puts a mail that went out before into the queue again, for a buyer who lost it. Pressed twice, it goes once.
 * @throws AppError not_found, conflict (nothing was paid or shipped yet that the mail could tell of, or the person was erased)
 */
export const resendOrderMail = async (payload: Payload, orderId: number, mail: JobPayloads['resend-order-mail']['mail']): Promise<void> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`select status, payment_state as "paymentState", email from orders where id = ${orderId}`)
  const order = row as { status: Order['status']; paymentState: string; email: string } | undefined
  if (!order) throw notFound('The order')
  if (order.email === tombstones.email) throw new AppError('conflict', 'This buyer asked to be erased; there is nobody to write to.')
  if (mail === 'order-received' && order.paymentState !== 'completed') throw new AppError('conflict', 'There is no receipt: nothing was paid yet.')
  if (mail === 'order-shipped' && !stillTrue['order-shipped']?.includes(order.status)) throw new AppError('conflict', 'The parcel has not been sent yet.')
  await queueJob(payload.db.drizzle, 'resend-order-mail', { orderId, mail }, { key: `resend:${mail}:${orderId}` })
}
