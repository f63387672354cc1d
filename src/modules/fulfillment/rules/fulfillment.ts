import type { Cents } from '@/platform/money'

/** Shown to staff for an order on hold because of a PayPal case or reversal. */
export const disputeHoldMessage =
  'The payment is contested at PayPal. Send this order only once that’s settled.'

/** The printing status of an order. `draft`: created at Printful and not charged yet. */
export const fulfillmentStatuses = [
  'none',
  'submitting',
  'draft',
  'submitted',
  'on-hold',
  'in-production',
  'shipped',
  'returned',
  'failed',
  'canceled',
] as const
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

export const fulfillmentStatusLabels = {
  none: 'Not sent',
  submitting: 'Being sent',
  draft: 'Draft',
  submitted: 'Accepted',
  'on-hold': 'On hold',
  'in-production': 'In production',
  shipped: 'Shipped',
  returned: 'Returned',
  failed: 'Failed',
  canceled: 'Canceled',
} satisfies Record<FulfillmentStatus, string>

/** By Printful's status of the order. */
const statusMapping = {
  draft: 'draft',
  inreview: 'submitted',
  pending: 'submitted',
  inprocess: 'in-production',
  partial: 'in-production',
  fulfilled: 'shipped',
  onhold: 'on-hold',
  failed: 'failed',
  canceled: 'canceled',
  archived: 'canceled',
} as const satisfies Record<string, FulfillmentStatus>
export type PrintfulOrderStatus = keyof typeof statusMapping

/** Order of the regular statuses. Holds and failures have no rank; they can occur any time before the end. */
const rank: Partial<Record<FulfillmentStatus, number>> = {
  none: 0,
  submitting: 1,
  draft: 2,
  submitted: 3,
  'in-production': 4,
  shipped: 5,
  returned: 6,
}

/**
 * Returns the fulfillment status after Printful reports `status`. Reports come late and out of
 * order, so regular statuses never go backwards. The shop's own hold (the printer has a draft that
 * staff must check) stays until staff act.
 */
export function nextFulfillmentStatus(
  current: FulfillmentStatus,
  status: PrintfulOrderStatus,
): FulfillmentStatus {
  const reported = statusMapping[status]
  const from = rank[current]
  const to = rank[reported]
  if (current === 'on-hold' && reported === 'draft') return current
  if (current === 'shipped' || current === 'returned') return current
  if (from !== undefined && to !== undefined) return to > from ? reported : current
  return reported
}

/** Statuses in which an order can still be submitted, or its submission resumed. */
export const submittableStatuses = [
  'none',
  'submitting',
  'draft',
  'on-hold',
  'failed',
] as const satisfies readonly FulfillmentStatus[]

/** Whether the printer has an order that has to change with ours. */
export function isAtPrinter<
  Order extends { printfulOrderId: string | null; fulfillment: FulfillmentStatus | null },
>(order: Order): order is Order & { printfulOrderId: string } {
  return Boolean(order.printfulOrderId) && order.fulfillment !== 'canceled'
}

const maxExternalIdLength = 32

/**
 * Returns the external id of an order at Printful: at most 32 letters and digits, the same for every
 * retry of an attempt. A canceled order keeps its id there permanently, so the next attempt has a new one.
 */
export function externalOrderId(uuid: string, attempt: number): string {
  const compactUuid = uuid.replace(/[^A-Za-z0-9]/g, '')
  if (attempt <= 1) return compactUuid.slice(0, maxExternalIdLength)
  const suffix = `-${attempt}`
  return compactUuid.slice(0, maxExternalIdLength - suffix.length) + suffix
}

/** Whether an external id belongs to any attempt of this order. */
export function matchesExternalOrderId(externalId: string, uuid: string): boolean {
  const attempt = /-(\d{1,4})$/.exec(externalId)?.[1]
  return externalId === externalOrderId(uuid, attempt ? Number(attempt) : 1)
}

type SubmittedLine = { externalId: string | null; syncVariantId: string | null; quantity: number }
const lineKey = ({ externalId, syncVariantId, quantity }: SubmittedLine): string =>
  `${externalId} ${syncVariantId} ${quantity}`

/** Whether the printer's order has exactly these line items. */
export function hasSameLines(
  ours: readonly SubmittedLine[],
  theirs: readonly SubmittedLine[],
): boolean {
  return (
    ours.length === theirs.length &&
    ours.map(lineKey).sort().join('|') === theirs.map(lineKey).sort().join('|')
  )
}

type Address = {
  name: string
  address1: string
  address2: string | null
  city: string
  zip: string
  stateCode: string
  countryCode: string
}
const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim()

/** Whether two addresses are the same apart from commas, periods, spacing, and case. */
export function isSameAddress(one: Address, other: Address): boolean {
  return (
    ['name', 'address1', 'address2', 'city', 'zip', 'stateCode', 'countryCode'] as const
  ).every((field) => normalizeText(one[field] ?? '') === normalizeText(other[field] ?? ''))
}

/** Amounts of an order that make up the shop's income. Tax is passed on, so it does not count. */
type OrderIncome = {
  subtotalCents: Cents
  discountCents: Cents
  shippingCents: Cents
  /** Paid later for other sizes, colors, or addresses, without tax. */
  differenceCents: Cents
  /** Refunds without their tax, also of what was paid later. */
  refundedCents: Cents
}

/** What the buyer paid for items and shipping, also for later changes, after discounts and refunds. */
export function calculateIncome({
  subtotalCents,
  discountCents,
  shippingCents,
  differenceCents,
  refundedCents,
}: OrderIncome): Cents {
  return subtotalCents - discountCents + shippingCents + differenceCents - refundedCents
}

export function calculateProfit({
  feeCents,
  costCents,
  ...income
}: OrderIncome & { feeCents: Cents; costCents: Cents }): Cents {
  return calculateIncome(income) - feeCents - costCents
}

/** Returns the margin in tenths of a percent, or null if nothing was paid. */
export function calculateMargin(profitCents: Cents, takenCents: Cents): number | null {
  return takenCents > 0 ? Math.round((profitCents * 1000) / takenCents) : null
}

/** Whether the printer's cost exceeds what the buyer paid for items and shipping, after discounts and refunds. */
export function costExceedsRevenue(costCents: Cents, income: OrderIncome): boolean {
  return costCents > calculateIncome(income)
}

/** A shipment as stored with the order. */
export type Shipment = {
  id: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  shippedAt: string | null
  isReshipment: boolean
  /** Why the shipment came back. */
  returnedBecause?: string | null
  isReturned?: boolean
  /** The order's line items in it. */
  lines: { id: string; quantity: number }[]
}

/** Updates stored shipments by id and appends new ones. Shipments that are no longer reported stay. */
export function mergeShipments(
  stored: readonly Shipment[],
  reported: readonly Shipment[],
): Shipment[] {
  const updates = new Map(reported.map((shipment) => [shipment.id, shipment]))
  return [
    ...stored.map((shipment) => ({ ...shipment, ...updates.get(shipment.id) })),
    ...reported.filter(({ id }) => !stored.some((shipment) => shipment.id === id)),
  ]
}

/** How long an order can be on hold. Printful doesn't publish when it cancels, so this is the shop's own limit. */
const holdDays = 30
export function holdDaysLeft(since: Date, now: Date): number {
  return Math.max(0, holdDays - Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}
