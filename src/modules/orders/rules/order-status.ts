/** Admin specification 4. The order of this list is the order of the select in the panel. */
export const orderStatuses = [
  'pending',
  'paid',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
/** Statuses that can be set for several orders at once. Paid and refunded concern money, so they are set one by one. */
export const bulkStatuses = [
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies readonly (typeof orderStatuses)[number][]

export const orderStatusLabels = {
  pending: 'Pending',
  paid: 'Paid',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} satisfies Record<OrderStatus, string>

/** A status within a sentence. */
export function orderStatusWord(status: OrderStatus): string {
  return status === 'cancelled' ? 'canceled' : status
}

export const partlyRefundedLabel = 'Partly refunded'
/** Whether some of an order's payment was refunded while its status doesn't say so. */
export function isPartlyRefunded({
  status,
  refundedCents,
}: {
  status: OrderStatus
  refundedCents: number
}): boolean {
  return refundedCents > 0 && status !== 'refunded'
}

/** Whether the buyer can still change or cancel an order: it is paid, and nothing has been sent to the printer. */
export function canBuyerChange(order: {
  status: string
  paymentState: string
  fulfillment?: string | null
}): boolean {
  return (
    order.status === 'paid' &&
    order.paymentState === 'completed' &&
    (order.fulfillment ?? 'none') === 'none'
  )
}

/** Minutes in which buyers can change an order before it is printed, until the owner saves another number. */
export const defaultChangeMinutes = 60

/** Whether an order was free because of its discounts: neither a replacement nor one that a gift card paid. */
export function isFree({
  totalCents,
  replaces,
}: {
  totalCents: number
  replaces?: unknown
}): boolean {
  return totalCents === 0 && (replaces ?? null) === null
}

/**
 * Whether a buyer can get back what an order cost: all of it was paid in the shop. Staff decide what happens to a
 * replacement, and to what was paid elsewhere.
 */
export function isPaidInShop(order: {
  totalCents: number
  giftCardCents?: number | null
  paypalTransactionId?: string | null
  replaces?: unknown
}): boolean {
  const { totalCents, giftCardCents: cardCents, paypalTransactionId } = order
  return Boolean(paypalTransactionId || (cardCents && cardCents >= totalCents)) || isFree(order)
}

/** Whether nothing was paid for an order and PayPal isn't deciding about a payment of it. */
export function isUncharged(paymentState: string): boolean {
  return ['none', 'created', 'declined'].includes(paymentState)
}

/** Whether an order that staff made can be paid by its link now. */
export function canPayByLink(
  {
    status,
    paymentState,
    payableUntil,
  }: { status: string; paymentState: string; payableUntil?: string | null },
  now = Date.now(),
): boolean {
  return (
    status === 'pending' &&
    isUncharged(paymentState) &&
    Boolean(payableUntil) &&
    Date.parse(payableUntil ?? '') > now
  )
}

/** Whether staff recorded what a gift card doesn’t pay of an order, because it wasn’t paid at PayPal. */
export function isPaidByHand({
  paymentState,
  paypalTransactionId,
}: {
  paymentState: string
  paypalTransactionId?: string | null
}): boolean {
  return paymentState === 'completed' && !paypalTransactionId
}

/** The label of what a gift card doesn’t pay of an order: with PayPal, a card, or a wallet. */
export function restLabel(paymentState: string, byHand = false): string {
  if (isUncharged(paymentState)) return 'Left to pay'
  if (byHand) return 'Paid another way'
  return paymentState === 'pending' || paymentState === 'capturing'
    ? 'Online payment'
    : 'Paid online'
}

/** Whether an order is paid and neither shipped nor closed. */
export function isPaidAndUnshipped({
  status,
  paymentState,
}: {
  status: string
  paymentState: string
}): boolean {
  return (status === 'paid' || status === 'processing') && paymentState === 'completed'
}

/** Whether staff can still change the address or an item: paid, not shipped, and the printer hasn't accepted it. */
export function canStaffChange(order: {
  status: string
  paymentState: string
  fulfillment?: string | null
}): boolean {
  return (
    isPaidAndUnshipped(order) &&
    ['none', 'draft', 'on-hold', 'failed', 'canceled'].includes(order.fulfillment ?? 'none')
  )
}

/**
 * Whether the customer of an order can be asked to pay for a change: nothing of it is at the printer. What is on hold
 * there, failed, or was canceled there is only sent again by staff.
 */
export function canAskToPay({
  printfulOrderId,
  replaces,
  ...order
}: Parameters<typeof canStaffChange>[0] & {
  printfulOrderId?: string | null
  replaces?: unknown
}): boolean {
  if ((replaces ?? null) !== null) return false
  if (canBuyerChange(order)) return true
  return order.fulfillment === 'canceled'
    ? canStaffChange(order)
    : ['on-hold', 'failed'].includes(order.fulfillment ?? 'none') &&
        canStaffChange(order) &&
        !printfulOrderId
}

/**
 * Says why staff can't ask the customer to pay where only Printful's copy of an order stops them; null otherwise. The
 * change is made in a job after the payment, and a draft may be printed by then.
 */
export function askObstacle(order: Parameters<typeof canAskToPay>[0]): string | null {
  const isOnlyCopy =
    Boolean(order.printfulOrderId) &&
    canStaffChange(order) &&
    canAskToPay({ ...order, fulfillment: 'canceled' })
  if (!isOnlyCopy || canAskToPay(order)) return null
  return order.fulfillment === 'failed'
    ? 'You can’t ask the customer to pay for a change to an order that failed at Printful.'
    : 'To ask the customer to pay for it, cancel the order on Printful first.'
}

/** Whether staff can still cancel an order with a refund: paid, not shipped, and as far as known not in production. */
export function canStaffCancel(order: Parameters<typeof canStaffChange>[0]): boolean {
  return (
    canStaffChange(order) ||
    (isPaidAndUnshipped(order) && ['submitting', 'submitted'].includes(order.fulfillment ?? ''))
  )
}

/** The usual path. A step outside it is possible for staff, but asks for a reason (docs/deviations.md). */
const usualNext = {
  pending: ['cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

export function isStandardTransition(from: OrderStatus, to: OrderStatus): boolean {
  return from === to || (usualNext[from] as readonly OrderStatus[]).includes(to)
}

export function needsReason(from: OrderStatus, to: OrderStatus): boolean {
  return !isStandardTransition(from, to)
}

/** An order's position on the arc from dawn to dusk; null for orders that show a sentence instead. */
export function orderProgressStep(status: OrderStatus): 0 | 1 | 2 | 3 | null {
  return (
    {
      pending: null,
      paid: 0,
      processing: 1,
      shipped: 2,
      delivered: 3,
      cancelled: null,
      refunded: null,
    } as const
  )[status]
}

/** Why items are sent again at no charge. */
export const replacementReasons = ['damaged', 'lost', 'wrong-item', 'exchange'] as const
export type ReplacementReason = (typeof replacementReasons)[number]
export const replacementReasonLabels = {
  damaged: 'Damaged or misprinted',
  lost: 'Lost in transit',
  'wrong-item': 'Wrong item sent',
  exchange: 'Exchange for another size or color',
} satisfies Record<ReplacementReason, string>

/** What an order is: bought, sent again at no charge, or paying the difference for a change. */
export const orderKinds = ['order', 'replacement', 'exchange', 'price-difference'] as const
export type OrderKind = (typeof orderKinds)[number]

export function orderKindOf({
  isReplacement,
  replacementReason,
  isPriceDifference,
}: {
  isReplacement: boolean
  replacementReason: ReplacementReason | null
  isPriceDifference: boolean
}): OrderKind {
  if (isPriceDifference) return 'price-difference'
  if (!isReplacement) return 'order'
  return replacementReason === 'exchange' ? 'exchange' : 'replacement'
}

/** Whether staff can send items of an order again: it was paid, and printing has begun. */
export function canReplaceItems({
  status,
  paymentState,
}: {
  status: OrderStatus
  paymentState: string
}): boolean {
  return paymentState === 'completed' && ['processing', 'shipped', 'delivered'].includes(status)
}
