import { addBusinessDays } from 'date-fns'

import { itemName } from '@/modules/checkout/rules/cart'

export const returnStatuses = [
  'requested',
  'approved',
  'received',
  'refunded',
  'exchanged',
  'closed',
  'declined',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

export const returnStatusLabels = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  exchanged: 'Exchanged',
  closed: 'Closed',
  declined: 'Declined',
} satisfies Record<ReturnStatus, string>

export const returnReasons = [
  'size',
  'expectation',
  'mind',
  'damaged',
  'wrong-item',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]

export const returnReasonLabels = {
  size: 'It doesn’t fit',
  expectation: 'It’s not what I expected',
  mind: 'I changed my mind',
  damaged: 'It’s damaged or misprinted',
  'wrong-item': 'It’s not what I ordered',
  other: 'Something else',
} satisfies Record<ReturnReason, string>

export const returnWishes = ['refund', 'exchange', 'store-credit'] as const
export type ReturnWish = (typeof returnWishes)[number]

/** What a buyer would like. */
export const returnWishLabels = {
  refund: 'a refund',
  exchange: 'an exchange',
  'store-credit': 'store credit',
} satisfies Record<ReturnWish, string>

type ReturnedItem = {
  name: string
  size: string
  color: string
  quantity: number
  wantedSize: string | null
  wantedColor: string | null
}

/** 'You asked for an exchange: 1 × Fern Tee (Pine, L).' */
export function wishSentence(wish: ReturnWish, items: readonly ReturnedItem[]): string {
  const wanted = items.map(({ name, size, color, quantity, wantedSize, wantedColor }) => {
    const variant = { size: wantedSize ?? size, color: wantedColor ?? color }
    return `${quantity} × ${itemName({ name, ...variant })}`
  })
  return `You asked for ${returnWishLabels[wish]}${wish === 'exchange' ? `: ${wanted.join(', ')}` : ''}.`
}

/** Whether the mistake is the shop's: nothing has to be sent back, and another window applies. */
export function isDefect(reason: ReturnReason): boolean {
  return reason === 'damaged' || reason === 'wrong-item'
}

/** Placeholder in a suggested approval while the shop has no mailing address; such a message isn't sent. */
export const missingAddressText = '(your return address)'

/** What an approval says while the prepaid label isn't there yet. */
export const labelFollowsText = 'We’ll email you a prepaid label.'

/** Adds the link to a prepaid label to a message, in place of the sentence that announces it. */
export function withLabel(message: string, label: string | undefined): string {
  if (!label) return message
  const text = `Your prepaid label: ${label}`
  return message.includes(labelFollowsText)
    ? message.replace(labelFollowsText, () => text)
    : `${message}\n${text}`
}

/** What a buyer reads about an item that can come back only if it is faulty. */
export function finalSaleMessage(name: string): string {
  return `“${name}” was final sale, so it can be returned only if it’s damaged, misprinted, or not what you ordered.`
}

const next: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ['approved', 'declined'],
  approved: ['received', 'refunded', 'exchanged', 'closed'],
  received: ['refunded', 'exchanged', 'closed'],
  refunded: [],
  exchanged: [],
  closed: [],
  declined: [],
}

/** Whether staff can move a return from one status to another. */
export function canMoveReturn(from: ReturnStatus, to: ReturnStatus): boolean {
  return next[from].includes(to)
}

const dayMs = 86_400_000

/**
 * Whether a request comes in time. Until the delivery is known the window is open.
 * @param deliveredAt ISO time, or null
 */
export function isWithinWindow(
  reason: ReturnReason,
  deliveredAt: string | null,
  { returnDays, defectDays }: { returnDays: number; defectDays: number },
  now: Date,
): boolean {
  if (deliveredAt === null) return true
  const days = isDefect(reason) ? defectDays : returnDays
  return now.getTime() <= Date.parse(deliveredAt) + days * dayMs
}

/**
 * The id of the refund of a return: it belongs to the return, so it is paid out once.
 * @param refused how many attempts PayPal refused; the next attempt has an id of its own
 */
export function returnRefundId(requestId: string, refused = 0): string {
  return refused === 0 ? `return-${requestId}` : `return-${requestId}-${refused + 1}`
}

/** Seller at Printful: problems have to be reported within 30 days of delivery. */
const printerClaimDays = 30

/** When an order was delivered, as an ISO time. */
type Delivery = { at: string; isEstimate: boolean }

/**
 * Returns when an order was delivered; null if unknown. Printful doesn't report it, so unless staff noted it, the
 * longest delivery that the shop promises is added to the shipping, or the order's own: military mail takes weeks. A
 * package sent after that delivery has not arrived yet.
 * @param deliveryDays business days
 */
export function deliveryOf(
  order: { deliveredAt: string | null; shippedAt: string | null; transitDaysMax: number | null },
  deliveryDays: number,
): Delivery | null {
  const { deliveredAt, shippedAt, transitDaysMax } = order
  if (deliveredAt && (!shippedAt || shippedAt <= deliveredAt))
    return { at: deliveredAt, isEstimate: false }
  if (!shippedAt) return null
  const days = Math.max(deliveryDays, transitDaysMax ?? 0)
  return { at: addBusinessDays(new Date(shippedAt), days).toISOString(), isEstimate: true }
}

/** The last day for a claim at the printer as an ISO time; null for other reasons, and while the delivery is unknown. */
export function claimDeadline(reason: ReturnReason, deliveredAt: string | null): string | null {
  return isDefect(reason) && deliveredAt
    ? new Date(Date.parse(deliveredAt) + printerClaimDays * dayMs).toISOString()
    : null
}

/** Whether the printer takes a claim for only a week more. */
export function isClaimEnding(claimBy: string | null, now: Date): boolean {
  if (claimBy === null) return false
  const left = Date.parse(claimBy) - now.getTime()
  return left >= 0 && left <= 7 * dayMs
}

/** Whether a claim at the printer can be filed for a return, or was. */
export function canClaim({
  reason,
  status,
}: {
  reason: ReturnReason
  status: ReturnStatus
}): boolean {
  return isDefect(reason) && status !== 'declined'
}

/** The most photos that a buyer can add to a return. */
export const maxReturnPhotos = 4
/** The most bytes that one of them has when it is uploaded. */
export const maxReturnPhotoBytes = 10 * 1024 * 1024

/** Returns the name of a stored photo. It has a folder, which the public addresses of uploads can't name. */
export function returnPhotoFile(
  orderId: number,
  photoId: string,
  size: 'full' | 'small' = 'full',
): string {
  return `returns/${orderId}/${photoId}${size === 'small' ? '-small' : ''}.jpg`
}

/** Returns the names of all files of a return. @param photos as the database has them: ids, or null */
export function returnPhotoFiles(orderId: number, photos: unknown): string[] {
  return (Array.isArray(photos) ? photos : []).flatMap((id) => [
    returnPhotoFile(orderId, String(id)),
    returnPhotoFile(orderId, String(id), 'small'),
  ])
}

/**
 * Returns where the buyer of an order finds one of their photos.
 * @param key from the order's link; absent for the signed-in customer
 */
export function returnPhotoPath(
  orderNumber: string,
  id: string,
  { key, size }: { key: string | undefined; size?: 'small' },
): string {
  const query = new URLSearchParams({ ...(key ? { key } : {}), ...(size ? { size } : {}) })
  return `/api/orders/${orderNumber}/return-photos/${id}${query.size > 0 ? `?${query}` : ''}`
}
