import type { Payload, Where } from 'payload'

import { itemName } from '@/modules/checkout/rules/cart'
import { type PackageDetails, packageDetails } from '@/modules/checkout/rules/gift'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import type { Shipment } from '@/modules/fulfillment/rules/fulfillment'
import { listOrderGiftCards, type OrderGiftCard } from '@/modules/gift-cards/queries'
import { isOrderKey, paymentPath } from '@/modules/orders/order-access-key'
import { readPriceDifference } from '@/modules/orders/price-difference'
import {
  canAskToPay,
  canBuyerChange,
  canPayByLink,
  isPaidByHand,
  isPaidInShop,
  isUncharged,
  type OrderStatus,
} from '@/modules/orders/rules/order-status'
import type { PriceDifference, SwapAmounts } from '@/modules/orders/rules/price-difference'
import { completeTracking } from '@/modules/orders/rules/tracking'
import { purchasedStatuses } from '@/modules/reviews/rules'
import type { Order } from '@/payload-types'
import { relatedId } from '@/platform/database/related-id'
import type { Cents } from '@/platform/money'

import { type ChangeRequestView, findLapsedRequest, getChangeRequest } from './change-request'
import { readRefunds, type RefundDestination } from './ledger-amounts'
import { type OrderArrival, orderArrival } from './order-arrival'
import { readSwapAmounts } from './swap-amounts'

export type OrderAddress = {
  firstName: string
  lastName: string
  address1: string
  address2: string | null
  city: string
  stateCode: string
  zip: string
  countryCode: string
}

export type CustomerOrderView = {
  orderNumber: string
  status: OrderStatus
  paymentState: Order['paymentState']
  /** Whether staff recorded its payment. */
  isPaidByHand: boolean
  firstName: string
  email: string
  placedAt: string
  /** When it should arrive, and how long the carrier takes, as sentences. */
  arrival: OrderArrival
  shippingMethod: Order['shippingMethod']
  items: {
    id: string
    productId: number | null
    name: string
    image: string | null
    size: string
    color: string
    quantity: number
    unitPriceCents: Cents
    /** Whether it can't be returned unless it is faulty. */
    isFinalSale: boolean
    /** What swaps of it cost or refunded; null if nothing. */
    swap: SwapAmounts | null
  }[]
  /** Gift cards bought with it, and store credit for it. */
  giftCards: OrderGiftCard[]
  totals: OrderTotals
  /** Completed refunds, in all and by where they went. */
  refundedCents: Cents
  refunds: { place: RefundDestination; cents: Cents }[]
  discounts: { name: string; code: string | null; isForShipping: boolean }[]
  shippingAddress: OrderAddress
  package: PackageDetails
  /** Whether all that was shipped came back, and no replacement is on its way. */
  isReturnedToSender: boolean
  /** Shipments in order. Tracking URLs are https or null. */
  shipments: {
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
    isReplacement: boolean
    /** Whether the carrier brought it back. */
    isReturned: boolean
    /** What is in it, such as '2 × Fern Tee (Pine, M)'; empty if unknown. */
    contents: string[]
  }[]
  events: { type: string; message: string; at: string }[]
  /** Where it can be paid now, with the order's key; null unless staff sent a payment link that is valid. */
  payment: { path: string; until: string } | null
  /** Whether its payment link can't be used anymore, although the order isn't paid. */
  isLinkClosed: boolean
  /** What it pays for, if it is the price difference of a change of another order. */
  priceDifference: PriceDifference | null
  /** Why its items are sent again at no charge; null unless they are. */
  replacement: 'exchange' | 'other' | null
  /** A change that staff asked the buyer to pay for; null without one. */
  changeRequest: Pick<ChangeRequestView, 'change' | 'askedCents' | 'costCents' | 'until'> | null
  /** What the buyer paid for its shipping address; null if nothing. */
  addressChange: SwapAmounts | null
  /** What the buyer can still do before printing. What was paid outside the shop can't be swapped or canceled. */
  changes: { address: boolean; items: boolean; cancel: boolean }
}

/** Timeline events that buyers see; reasons, emails, and staff names are internal. */
const publicEvents = [
  'placed',
  'payment_pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'refund',
  'address_changed',
  'item_changed',
  'swap_refused',
  'parcel_returned',
  'change_requested',
  'change_repriced',
  'change_request_ended',
  'return_requested',
  'return_approved',
  'return_declined',
  'return_message',
  'return_received',
  'return_exchanged',
  'return_closed',
]

/** The printer's shipments, plus a tracking number entered by staff if none of them has it. */
function listShipments({
  items,
  shipments: stored,
  carrier,
  trackingNumber,
  trackingUrl,
}: Order): CustomerOrderView['shipments'] {
  const shipments: CustomerOrderView['shipments'] = ((stored ?? []) as Shipment[]).map(
    (shipment) => ({
      ...completeTracking(shipment),
      isReplacement: shipment.isReshipment,
      isReturned: shipment.isReturned ?? false,
      contents: shipment.lines.flatMap(({ id, quantity }) => {
        const item = items?.find((one) => one.id === id)
        return item ? [`${quantity > 1 ? `${quantity} × ` : ''}${itemName(item)}`] : []
      }),
    }),
  )
  if (trackingNumber && !shipments.some((shipment) => shipment.trackingNumber === trackingNumber))
    shipments.push({
      ...completeTracking({
        carrier: carrier ?? null,
        trackingNumber,
        trackingUrl: trackingUrl ?? null,
      }),
      isReplacement: false,
      isReturned: false,
      contents: [],
    })
  return shipments
}

/** The totals of an order as they are stored. */
export function storedTotals({
  subtotalCents,
  discountCents,
  shippingCents,
  taxCents,
  totalCents,
  giftCardCents,
  purchasedCardsCents,
}: Pick<Order, keyof OrderTotals>): Required<OrderTotals> {
  return {
    ...{ subtotalCents, discountCents, shippingCents, taxCents, totalCents },
    giftCardCents: giftCardCents ?? 0,
    purchasedCardsCents: purchasedCardsCents ?? 0,
  }
}

/** They leave out the gift card of a payment that was begun by its link but not finished: the buyer enters it again. */
export function orderTotals(order: Order): OrderTotals {
  const totals = storedTotals(order)
  return order.payableUntil && canPayByLink(order) ? { ...totals, giftCardCents: 0 } : totals
}

export function orderShippingAddress({ shippingAddress: address }: Order): OrderAddress {
  return {
    firstName: address?.firstName ?? '',
    lastName: address?.lastName ?? '',
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? null,
    city: address?.city ?? '',
    stateCode: address?.stateCode ?? '',
    zip: address?.zip ?? '',
    countryCode: address?.countryCode ?? 'US',
  }
}

function possibleChanges(order: Order): CustomerOrderView['changes'] {
  // What a price difference is for is changed with the order it belongs to.
  const isOpen = canBuyerChange(order) && !order.priceDifference?.state
  const hasItems = isOpen && (order.items ?? []).length > 0
  const isOwn = isPaidInShop(order)
  return { address: hasItems, items: hasItems && isOwn, cancel: isOpen && isOwn }
}

/** Null also while its payment is under way: the page of the order that pays for it shows that. */
async function readChangeRequest(
  payload: Payload,
  order: Order,
): Promise<CustomerOrderView['changeRequest']> {
  if (!canAskToPay(order)) return null
  const request = await getChangeRequest(payload, order.id, 'your order')
  if (!request || request.isBeingPaid) return null
  const { change, askedCents, costCents, until } = request
  return { change, askedCents, costCents, until }
}

const toItems = (
  { items }: Order,
  swaps: Awaited<ReturnType<typeof readSwapAmounts>>,
): CustomerOrderView['items'] =>
  (items ?? []).map((item) => ({
    id: item.id ?? '',
    productId:
      typeof item.product === 'object' ? (item.product?.id ?? null) : (item.product ?? null),
    name: item.name,
    image: item.image ? `${item.image}-320.webp` : null,
    size: item.size,
    color: item.color,
    quantity: item.quantity,
    unitPriceCents: item.unitPriceCents,
    isFinalSale: item.isFinalSale ?? false,
    swap: swaps.get(item.id ?? '') ?? null,
  }))

async function listEvents(
  payload: Payload,
  { id, status }: Order,
): Promise<CustomerOrderView['events']> {
  const isOver = status === 'cancelled' || status === 'refunded'
  // Buyers don't need to see a cancellation that staff undid.
  const types = publicEvents.filter((type) => isOver || type !== 'cancelled')
  const { docs } = await payload.find({
    collection: 'order-events',
    where: { order: { equals: id }, type: { in: types } },
    select: { type: true, message: true, createdAt: true },
    sort: 'createdAt',
    depth: 0,
    pagination: false,
  })
  const lapsedAt = await findLapsedRequest(payload.db.drizzle, id)
  return [
    ...docs.map(({ type, message, createdAt }) => ({ type, message, at: createdAt })),
    ...(lapsedAt ? [{ type: 'change_request_ended', message: '', at: lapsedAt }] : []),
  ]
}

async function toCustomerOrder(payload: Payload, order: Order): Promise<CustomerOrderView> {
  const shippingAddress = orderShippingAddress(order)
  const swaps = await readSwapAmounts(payload, order.id)
  const refunds = await readRefunds(payload, order.id)
  const isReturnedToSender = order.fulfillment === 'returned'
  const arrival = orderArrival(order)
  return {
    orderNumber: order.orderNumber,
    status: order.status,
    paymentState: order.paymentState,
    isPaidByHand: isPaidByHand(order),
    firstName: shippingAddress.firstName,
    email: order.email,
    placedAt: order.createdAt,
    arrival: isReturnedToSender ? { ...arrival, arrival: null } : arrival,
    shippingMethod: order.shippingMethod,
    items: toItems(order, swaps),
    giftCards: await listOrderGiftCards(payload, order.id),
    totals: orderTotals(order),
    refundedCents: refunds.reduce((sum, { cents }) => sum + cents, 0),
    refunds,
    discounts: (order.discounts ?? []).map(({ name, code, isForShipping }) => ({
      name,
      code: code ?? null,
      isForShipping,
    })),
    shippingAddress,
    package: packageDetails(order),
    isReturnedToSender,
    shipments: listShipments(order),
    payment:
      order.payableUntil && canPayByLink(order)
        ? { path: paymentPath(order), until: order.payableUntil }
        : null,
    isLinkClosed:
      Boolean(order.payableUntil) && isUncharged(order.paymentState) && !canPayByLink(order),
    priceDifference: await readPriceDifference(payload, order),
    replacement: order.replaces
      ? order.replacementReason === 'exchange'
        ? 'exchange'
        : 'other'
      : null,
    changeRequest: await readChangeRequest(payload, order),
    addressChange: swaps.get(null) ?? null,
    changes: possibleChanges(order),
    events: await listEvents(payload, order),
  }
}

async function findOrder(
  payload: Payload,
  orderNumber: string,
  where: Where = {},
): Promise<Order | undefined> {
  if (!/^DF-\d{1,12}$/.test(orderNumber)) return undefined
  const {
    docs: [order],
  } = await payload.find({
    collection: 'orders',
    where: { orderNumber: { equals: orderNumber }, ...where },
    limit: 1,
    pagination: false,
    depth: 0,
  })
  return order
}

/** Returns an order for the holder of its key; null for a wrong key and for an unknown order. */
export async function getOrderByKey(
  payload: Payload,
  orderNumber: string,
  key: string,
): Promise<CustomerOrderView | null> {
  if (!/^[a-f0-9]{32}$/.test(key)) return null
  const order = await findOrder(payload, orderNumber)
  return order && isOrderKey(key, order.accessKeyHash) ? toCustomerOrder(payload, order) : null
}

/** Returns an order of this customer; null for another customer's order and for an unknown one. */
export async function getCustomerOrder(
  payload: Payload,
  orderNumber: string,
  userId: number,
): Promise<CustomerOrderView | null> {
  const order = await findOrder(payload, orderNumber, { customer: { equals: userId } })
  return order ? toCustomerOrder(payload, order) : null
}

/**
 * Returns the id of an order that this person may change: by its key, or as the customer who placed it.
 * @returns null for a wrong key, another customer's order, and an unknown one alike
 */
export async function findChangeableOrder(
  payload: Payload,
  orderNumber: string,
  { key, userId }: { key: string | undefined; userId: number | null },
): Promise<number | null> {
  const order = await findOrder(payload, orderNumber)
  if (!order) return null
  if (key !== undefined) return isOrderKey(key, order.accessKeyHash) ? order.id : null
  return userId !== null && relatedId(order.customer) === userId ? order.id : null
}

/**
 * Returns the one of a browser's keys that opens the order, once it's paid; undefined if none does, and unless its
 * customer, if it has one, is signed in there.
 */
export async function findPlacedKey(
  payload: Payload,
  orderNumber: string,
  keys: readonly string[],
  userId: number | null,
): Promise<string | undefined> {
  const order = keys.length > 0 ? await findOrder(payload, orderNumber) : undefined
  if (!order || isUncharged(order.paymentState)) return undefined
  const customerId = relatedId(order.customer)
  return customerId === null || customerId === userId
    ? keys.find((key) => isOrderKey(key, order.accessKeyHash))
    : undefined
}

/** Returns this customer's newest order that is paid and neither cancelled nor refunded. */
export async function getLatestOrder(
  payload: Payload,
  userId: number,
): Promise<CustomerOrderView | null> {
  const {
    docs: [order],
  } = await payload.find({
    collection: 'orders',
    where: {
      customer: { equals: userId },
      status: { in: [...purchasedStatuses] },
      'priceDifference.state': { exists: false },
    },
    sort: '-createdAt',
    limit: 1,
    pagination: false,
    depth: 0,
  })
  return order ? toCustomerOrder(payload, order) : null
}
