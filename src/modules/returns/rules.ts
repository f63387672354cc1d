import { allocateCents } from '@/modules/discounts/rules'
import type { Cents } from '@/platform/money'

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

export const returnWishes = ['refund', 'exchange'] as const
export type ReturnWish = (typeof returnWishes)[number]

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

export type OrderedItem = {
  id: string
  quantity: number
  unitPriceCents: Cents
  /** Taken off the whole line. */
  discountCents: Cents
}

/**
 * What the returned items cost the buyer, with their share of the tax. Whatever comes back in whatever order, the
 * amounts of all returns add up to what was paid for the items.
 * @param before quantities by item that were returned earlier
 * @param now quantities by item that are returned now
 */
export function returnValue(
  items: readonly OrderedItem[],
  taxCents: Cents,
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): Cents {
  const prices = items.map(
    ({ quantity, unitPriceCents, discountCents }) => unitPriceCents * quantity - discountCents,
  )
  const taxes = allocateCents(taxCents, prices)
  return items.reduce((sum, { id, quantity }, index) => {
    const paid = (prices[index] ?? 0) + (taxes[index] ?? 0)
    const valueOf = (count: number): Cents => Math.floor((paid * count) / quantity)
    const earlier = before.get(id) ?? 0
    return sum + valueOf(earlier + (now.get(id) ?? 0)) - valueOf(earlier)
  }, 0)
}

/** Seller at Printful: problems have to be reported within 30 days of delivery. */
export const printerClaimDays = 30

/** The last day for a claim at the printer as an ISO time; null for other reasons, and while the delivery is unknown. */
export function claimDeadline(reason: ReturnReason, deliveredAt: string | null): string | null {
  return isDefect(reason) && deliveredAt
    ? new Date(Date.parse(deliveredAt) + printerClaimDays * dayMs).toISOString()
    : null
}
