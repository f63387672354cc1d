export const returnStatuses = [
  'requested',
  'approved',
  'received',
  'refunded',
  'closed',
  'declined',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

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

/** What a buyer would like, as staff read it. */
export const returnWishLabels = {
  refund: 'a refund',
  exchange: 'an exchange',
  'store-credit': 'store credit',
} satisfies Record<ReturnWish, string>

/** Whether the mistake is the shop's: nothing has to be sent back, and another window applies. */
export function isDefect(reason: ReturnReason): boolean {
  return reason === 'damaged' || reason === 'wrong-item'
}

const next: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ['approved', 'declined'],
  approved: ['received', 'refunded', 'closed'],
  received: ['refunded', 'closed'],
  refunded: [],
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

/** The id of the refund of a return: it belongs to the return, so it is paid out once. */
export function returnRefundId(requestId: string): string {
  return `return-${requestId}`
}

/** Seller at Printful: problems have to be reported within 30 days of delivery. */
export const printerClaimDays = 30

/** The last day for a claim at the printer as an ISO time; null for other reasons, and while the delivery is unknown. */
export function claimDeadline(reason: ReturnReason, deliveredAt: string | null): string | null {
  return isDefect(reason) && deliveredAt
    ? new Date(Date.parse(deliveredAt) + printerClaimDays * dayMs).toISOString()
    : null
}
