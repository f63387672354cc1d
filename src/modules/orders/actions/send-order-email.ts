import { and, eq, inArray, like, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findCartPaid } from '@/modules/checkout/queries'
import { packageDetails, withRecipient } from '@/modules/checkout/rules/gift'
import type { Shipment } from '@/modules/fulfillment/rules/fulfillment'
import { listOrderGiftCards, type OrderGiftCard } from '@/modules/gift-cards/queries'
import type { OrderShippedProps } from '@/modules/orders/emails/order-email-props'
import type * as orderEmails from '@/modules/orders/emails/order-emails'
import { orderUrl, paymentUrl } from '@/modules/orders/order-access-key'
import { addOrderEvent } from '@/modules/orders/order-record'
import { readPriceDifference } from '@/modules/orders/price-difference'
import { orderShippingAddress, orderTotals } from '@/modules/orders/queries/get-customer-order'
import { readRefunds } from '@/modules/orders/queries/ledger-amounts'
import { orderArrival } from '@/modules/orders/queries/order-arrival'
import { refundedQuantity } from '@/modules/orders/queries/refundable-order'
import { refundCause, refundPrefixes, refundRequestId } from '@/modules/orders/rules/line-refund'
import { canPayByLink, isPaidByHand } from '@/modules/orders/rules/order-status'
import type { PriceDifference } from '@/modules/orders/rules/price-difference'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { getSettings, type SettingsView } from '@/modules/shop/queries/get-settings'
import {
  order_events,
  orders,
  orders_items,
  payments,
  refund_lines,
} from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { type JobPayloads, queueJob } from '@/platform/job-queue'

import { cardPartOf } from './gift-card-payment'

type EmailTemplates = typeof orderEmails

const templateNames = {
  'order-received': 'orderReceivedEmail',
  'payment-pending': 'paymentPendingEmail',
  'payment-failed': 'paymentFailedEmail',
  'order-link': 'orderLinkEmail',
  'payment-link': 'paymentLinkEmail',
  'change-request': 'changeRequestEmail',
  'order-shipped': 'orderShippedEmail',
  'order-delivered': 'orderDeliveredEmail',
  'order-changed': 'orderChangedEmail',
  'order-canceled': 'orderCanceledEmail',
} as const satisfies Record<string, keyof EmailTemplates>
/** A replacement has no receipt: its email says that it is on its way and costs nothing. */
const templateOf = (name: keyof typeof templateNames, { replaces, replacementReason }: Order) =>
  name === 'order-received' && replaces
    ? replacementReason === 'exchange'
      ? 'orderExchangedEmail'
      : 'orderReplacedEmail'
    : templateNames[name]
type OrderEmail = keyof typeof templateNames | 'order-refunded' | 'package-returned'

/** Templates are loaded when an email is sent: see sendEmail. */
const loadTemplates = (): Promise<EmailTemplates> => import('@/modules/orders/emails/order-emails')

/** 'December 1, 2026', in the shop's time zone. */
const payableUntilText = (until: string): string =>
  new Date(until).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: env.SHOP_TIME_ZONE })

const toProps = (
  order: Order,
  settings: SettingsView,
  {
    giftCards = [],
    difference = null,
  }: { giftCards?: readonly OrderGiftCard[]; difference?: PriceDifference | null } = {},
) => {
  const { arrival, delivery } = orderArrival(order)
  const { contactEmail, promises } = settings
  return {
    orderNumber: order.orderNumber,
    status: order.status,
    paymentState: order.paymentState,
    isPaidByHand: isPaidByHand(order),
    hasPaymentLink: Boolean(order.payableUntil),
    firstName: order.shippingAddress?.firstName ?? '',
    items: (order.items ?? []).map((item) => ({
      name: item.name,
      size: item.size,
      color: item.color,
      quantity: item.quantity,
      unitPriceCents: item.unitPriceCents,
      imageUrl: item.image ? `${env.SERVER_URL}${item.image}-320.webp` : null,
    })),
    giftCards: giftCards.filter(({ origin }) => origin === 'purchase'),
    difference,
    totals: orderTotals(order),
    shippingAddress: withRecipient(orderShippingAddress(order), packageDetails(order)),
    gift: order.isGift ? { note: order.giftNote ?? null } : undefined,
    orderUrl: orderUrl(order),
    paymentUrl: paymentUrl(order),
    payableUntil:
      order.payableUntil && canPayByLink(order) ? payableUntilText(order.payableUntil) : undefined,
    shopUrl: env.SERVER_URL,
    contactEmail,
    promises: delivery ? { ...promises, delivery } : promises,
    arrival: arrival ?? undefined,
  }
}

const sentMessages = {
  'order-received': 'Receipt sent',
  'payment-pending': 'Pending payment email sent',
  'payment-failed': 'Failed payment email sent',
  'order-link': 'Order link sent',
  'payment-link': 'Payment link sent',
  'change-request': 'Email about the change sent',
  'order-shipped': 'Shipping email sent',
  'order-delivered': 'Delivery email sent',
  'order-changed': 'Order change email sent',
  'order-canceled': 'Cancellation email sent',
  'order-refunded': 'Refund email sent',
  'package-returned': 'Email about the returned package sent',
} satisfies Record<OrderEmail, string>

/** An email is late or delayed, so that a mistaken status can be undone; it needs one of these statuses. */
const requiredStatuses: Partial<Record<OrderEmail, readonly Order['status'][]>> = {
  'order-received': ['paid', 'processing', 'shipped', 'delivered', 'refunded'],
  'order-shipped': ['shipped', 'delivered'],
  'order-delivered': ['delivered'],
  'order-changed': ['paid', 'processing'],
  'package-returned': ['processing', 'shipped', 'delivered'],
  // Not for refunded orders: the email about a full refund includes the cancellation.
  'order-canceled': ['cancelled'],
  'payment-pending': ['pending'],
  'payment-failed': ['pending', 'cancelled'],
  'payment-link': ['pending'],
  'change-request': ['pending'],
}

/** News about a payment is over once that payment, or the next one, is in another of these states. */
const requiredPaymentStates: Partial<Record<OrderEmail, readonly Order['paymentState'][]>> = {
  'payment-pending': ['pending'],
  'payment-failed': ['none', 'created', 'declined'],
}

/** Whether what an email says is still true. The receipt is sent again in every status. */
function isStillTrue(name: OrderEmail, order: Order, again: boolean): boolean {
  if (name === 'order-received' && again) return true
  const isPayment = requiredPaymentStates[name]?.includes(order.paymentState) ?? true
  return isPayment && (requiredStatuses[name]?.includes(order.status) ?? true)
}

/** News about a payment is sent once for each attempt to pay, every other email once. */
const eventType = (name: OrderEmail, { paymentAttempt }: Order): string =>
  requiredPaymentStates[name] ? `mail:${name}:${paymentAttempt}` : `mail:${name}`

async function recordSent(
  payload: Payload,
  orderId: number,
  name: OrderEmail,
  { type = `mail:${name}`, message = sentMessages[name] } = {},
): Promise<void> {
  await addOrderEvent({ payload }, orderId, { type, message, actor: 'the shop' })
}

/** @param type of the event, or a pattern */
async function wasSent({ db }: Payload, orderId: number, type: string): Promise<boolean> {
  const isSent = and(eq(order_events.order, orderId), like(order_events.type, type))
  return (await db.drizzle.$count(order_events, isSent)) > 0
}

/** Whether the refund of a cancellation went through. Its email says that the order is canceled. */
async function isCancellationRefunded({ db }: Payload, orderId: number): Promise<boolean> {
  const isRefunded = and(
    eq(payments.order, orderId),
    eq(payments.status, 'completed'),
    like(payments.requestId, `${refundRequestId(refundPrefixes.canceled)}%`),
  )
  return (await db.drizzle.$count(payments, isRefunded)) > 0
}

/**
 * Sends an email about an order to its buyer and records it on the timeline. An email that the
 * timeline already has is not sent again, unless `again` is set or the buyer requested the link.
 * @throws if the mail server fails; the job is retried
 */
export async function sendOrderEmail(
  payload: Payload,
  name: keyof typeof templateNames,
  orderId: number,
  { again = name === 'order-link' } = {},
): Promise<void> {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  if (order.email === erasedValues.email || !isStillTrue(name, order, again)) return
  const type = eventType(name, order)
  if (!again && (await wasSent(payload, orderId, type))) return
  // Shipments from the printer have emails of their own (sendShipmentEmail).
  const isShipped = name === 'order-shipped'
  if (!again && isShipped && (await wasSent(payload, orderId, 'mail:parcel:%'))) return
  if (name === 'order-canceled' && (await isCancellationRefunded(payload, orderId))) return
  // The receipt of the order that was paid in its place says more.
  if (name === 'payment-failed' && (await findCartPaid(payload, order))) return
  const settings = await getSettings(payload)
  const tracking = {
    carrier: order.carrier ?? null,
    trackingNumber: order.trackingNumber ?? null,
    trackingUrl: order.trackingUrl ?? null,
  }
  const templates = await loadTemplates()
  const giftCards = isShipped ? [] : await listOrderGiftCards(payload, orderId)
  await sendEmail(
    order.email,
    templates[templateOf(name, order)]({
      ...toProps(order, settings, {
        giftCards,
        difference: await readPriceDifference(payload, order),
      }),
      refunds: await readRefunds(payload, orderId),
      ...tracking,
    }),
    `${order.uuid}.${name}.${again ? Date.now() : order.paymentAttempt}`,
  )
  await recordSent(payload, orderId, name, {
    type,
    ...(name === 'order-received' && order.replaces ? { message: 'Replacement email sent' } : {}),
  })
}

/** Line items of a shipment, and what it is of all that is printed: of the order without what was refunded. */
async function describeShipment({ db: { drizzle } }: Payload, order: Order, shipment: Shipment) {
  const ordered = order.items ?? []
  const items = ordered.flatMap((item) => {
    const line = shipment.lines.find(({ id }) => id === item.id)
    return line ? [{ ...item, quantity: line.quantity }] : []
  })
  const shipments = ((order.shipments ?? []) as Shipment[]).filter((one) => !one.isReshipment)
  const sent = shipments.slice(0, shipments.findIndex(({ id }) => id === shipment.id) + 1)
  const printed = await drizzle
    .select({
      itemId: orders_items.id,
      quantity: sql<number>`(${orders_items.quantity} - ${refundedQuantity})::integer`,
    })
    .from(orders_items)
    .where(eq(orders_items._parentID, order.id))
  const isLast =
    sent.some(({ lines }) => lines.length === 0) ||
    printed.every(({ itemId, quantity }) => {
      const lines = sent.flatMap((one) => one.lines.filter(({ id }) => id === itemId))
      return lines.reduce((sum, line) => sum + line.quantity, 0) >= quantity
    })
  const extent: OrderShippedProps['extent'] = shipment.isReshipment
    ? 'again'
    : !isLast
      ? 'part'
      : sent.length > 1
        ? 'rest'
        : undefined
  return { items: shipment.lines.length === 0 ? ordered : items, extent }
}

/** Sends the buyer an email about one shipment, with its line items and tracking number, once. */
export async function sendShipmentEmail(
  payload: Payload,
  orderId: number,
  shipmentId: string,
): Promise<void> {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  const shipment = ((order.shipments ?? []) as Shipment[]).find(({ id }) => id === shipmentId)
  if (!shipment || order.email === erasedValues.email) return
  const type = `mail:parcel:${shipmentId}`
  if (await wasSent(payload, orderId, type)) return
  const settings = await getSettings(payload)
  const { items, extent } = await describeShipment(payload, order, shipment)
  const { orderShippedEmail } = await loadTemplates()
  await sendEmail(
    order.email,
    orderShippedEmail({
      ...toProps({ ...order, items }, settings),
      carrier: shipment.carrier,
      trackingNumber: shipment.trackingNumber,
      trackingUrl: shipment.trackingUrl,
      extent,
    }),
    `${order.uuid}.parcel.${shipmentId}`,
  )
  await recordSent(payload, orderId, 'order-shipped', { type })
}

/** Tells the buyer once that a package came back, unless its order is canceled or refunded. */
export async function sendPackageReturnedEmail(
  payload: Payload,
  orderId: number,
  shipmentId: string,
): Promise<void> {
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  const shipment = ((order.shipments ?? []) as Shipment[]).find(({ id }) => id === shipmentId)
  if (
    !shipment ||
    order.email === erasedValues.email ||
    !isStillTrue('package-returned', order, false)
  )
    return
  const type = `mail:package-returned:${shipmentId}`
  if (await wasSent(payload, orderId, type)) return
  const settings = await getSettings(payload)
  const { items } = await describeShipment(payload, order, shipment)
  const { packageReturnedEmail } = await loadTemplates()
  await sendEmail(
    order.email,
    packageReturnedEmail({ ...toProps(order, settings), items }),
    `${order.uuid}.package-returned.${shipmentId}`,
  )
  await recordSent(payload, orderId, 'package-returned', { type })
}

/** Returns the items of a refund, none if an amount was refunded, and the sum of both of its parts. */
async function readRefund({ db: { drizzle } }: Payload, { items }: Order, requestId: string) {
  const first = requestId.replace(/-card$/, '')
  const lines = await drizzle
    .select({ itemId: refund_lines.itemId, quantity: refund_lines.quantity })
    .from(refund_lines)
    .where(eq(refund_lines.requestId, first))
    .orderBy(refund_lines.id)
  const parts = await drizzle
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(inArray(payments.requestId, [first, cardPartOf(first)]))
  return {
    refundedItems: lines.flatMap(({ itemId, quantity }) => {
      const item = items?.find(({ id }) => id === itemId)
      return item ? [{ name: item.name, quantity }] : []
    }),
    cents: parts.reduce((sum, part) => sum + part.cents, 0),
  }
}

/** Sends the buyer an email about one refund. It is queued once, with the refund's row in the ledger. */
export async function sendRefundEmail(payload: Payload, paymentId: number): Promise<void> {
  const {
    order: orderOrId,
    amountCents,
    provider,
    requestId,
  } = await payload.findByID({ collection: 'payments', id: paymentId, depth: 0 })
  const orderId = typeof orderOrId === 'object' ? orderOrId.id : orderOrId
  const order = await payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  if (order.email === erasedValues.email) return
  const settings = await getSettings(payload)
  const { orderRefundedEmail } = await loadTemplates()
  const refund = requestId ? await readRefund(payload, order, requestId) : null
  const cents = refund?.cents ?? amountCents
  await sendEmail(
    order.email,
    orderRefundedEmail({
      ...toProps(order, settings, { difference: await readPriceDifference(payload, order) }),
      amountCents,
      otherCents: cents - amountCents,
      isWhole: cents === order.totalCents,
      isToCard: provider === 'gift-card',
      cause: refundCause(requestId ?? ''),
      has: { items: (order.items ?? []).length > 0, cards: Boolean(order.purchasedCardsCents) },
      refundedItems: refund?.refundedItems,
    }),
    `${order.uuid}.order-refunded.${paymentId}`,
  )
  await recordSent(payload, orderId, 'order-refunded')
}

/**
 * Queues an email again for a buyer who lost it. Repeated calls queue it once.
 * @throws AppError not_found, conflict (nothing was paid or shipped yet, or the buyer was erased)
 */
export async function resendOrderEmail(
  payload: Payload,
  orderId: number,
  mail: JobPayloads['resend-order-email']['mail'],
): Promise<void> {
  const order = await payload.findByID({
    collection: 'orders',
    id: orderId,
    depth: 0,
    disableErrors: true,
    select: { status: true, paymentState: true, email: true, payableUntil: true },
  })
  if (!order) throw notFound('The order')
  if (order.email === erasedValues.email)
    throw new AppError(
      'conflict',
      'This customer’s data was deleted, so there’s no address to email.',
    )
  if (mail === 'order-received' && order.paymentState !== 'completed')
    throw new AppError('conflict', 'There’s no receipt yet because nothing has been paid.')
  if (mail === 'order-shipped' && !requiredStatuses[mail]?.includes(order.status))
    throw new AppError('conflict', 'This order hasn’t shipped yet.')
  if (mail === 'payment-link' && !canPayByLink(order))
    throw new AppError('conflict', 'This order’s payment link can’t be used anymore.')
  await queueJob(
    payload.db.drizzle,
    'resend-order-email',
    { orderId, mail },
    { key: `resend:${mail}:${orderId}` },
  )
}

/**
 * Sends the buyer the link to their order. Returns the same whether or not the order exists, and
 * the work differs by one queued job only.
 */
export async function requestOrderLink(
  { db }: Payload,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<void> {
  const [order] = await db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(sql`lower(${orders.email})`, email)))
  if (order)
    await queueJob(
      db.drizzle,
      'send-order-link',
      { orderId: order.id },
      { key: `order-link:${order.id}` },
    )
}
