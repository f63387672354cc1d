import type { Cents } from '@/platform/money'

/** Printful's statuses of an order; v1 has these ten. */
export const printfulOrderStatuses = [
  'draft',
  'inreview',
  'pending',
  'inprocess',
  'partial',
  'fulfilled',
  'onhold',
  'failed',
  'canceled',
  'archived',
] as const
export type PrintfulOrderStatus = (typeof printfulOrderStatuses)[number]

/** Where printing stands with us. `submitting`: being sent. `draft`: there, and not charged yet. */
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

const meaning = {
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
} as const satisfies Record<PrintfulOrderStatus, FulfillmentStatus>

/** How far along the way; what stands beside the way (hold, failure) has no rank and may come at any time before the end. */
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
 * What becomes of an order here when the printer says `status`. News comes late and in any order, so the way is never
 * gone backwards; a hold of ours (the printer has a draft and a person must look) stays until somebody acts.
 */
export function nextFulfillmentStatus(
  current: FulfillmentStatus,
  status: PrintfulOrderStatus,
): FulfillmentStatus {
  const told = meaning[status]
  const from = rank[current]
  const to = rank[told]
  if (current === 'on-hold' && told === 'draft') return current
  if (current === 'shipped' || current === 'returned') return current
  if (from !== undefined && to !== undefined) return to > from ? told : current
  return told
}

/** What may still be sent, or sent on: by the button, by itself, or by the round that looks for what was left. */
export const submittableStatuses = [
  'none',
  'submitting',
  'draft',
  'on-hold',
  'failed',
] as const satisfies readonly FulfillmentStatus[]

/** Nothing more comes of itself. */
export function isFinalFulfillmentStatus(fulfillment: FulfillmentStatus): boolean {
  return ['shipped', 'returned', 'canceled'].includes(fulfillment)
}

const longest = 32

/**
 * The name an order goes by at the printer: letters and digits, at most 32, the same for every try of one attempt. A
 * canceled one keeps its name there for ever, so the next attempt has another.
 */
export function externalOrderId(uuid: string, attempt: number): string {
  const plain = uuid.replace(/[^A-Za-z0-9]/g, '')
  if (attempt <= 1) return plain.slice(0, longest)
  const ending = `-${attempt}`
  return plain.slice(0, longest - ending.length) + ending
}

/** Whether this name is one of an order's, of whichever attempt. */
export function matchesExternalOrderId(externalId: string, uuid: string): boolean {
  const attempt = /-(\d{1,4})$/.exec(externalId)?.[1]
  return externalId === externalOrderId(uuid, attempt ? Number(attempt) : 1)
}

export type SubmittedLine = {
  externalId: string | null
  syncVariantId: string | null
  quantity: number
}
const lineKey = ({ externalId, syncVariantId, quantity }: SubmittedLine): string =>
  `${externalId} ${syncVariantId} ${quantity}`

/** Whether the printer has exactly these pieces. */
export function hasSameLines(
  ours: readonly SubmittedLine[],
  theirs: readonly SubmittedLine[],
): boolean {
  return (
    ours.length === theirs.length &&
    ours.map(lineKey).sort().join('|') === theirs.map(lineKey).sort().join('|')
  )
}

type Place = {
  name: string
  address1: string
  city: string
  zip: string
  stateCode: string
  countryCode: string
}
const asWritten = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim()

/** Whether the parcel goes to the same place; commas, dots and capitals do not count. */
export function isSameAddress(one: Place, other: Place): boolean {
  return (['name', 'address1', 'city', 'zip', 'stateCode', 'countryCode'] as const).every(
    (part) => asWritten(one[part]) === asWritten(other[part]),
  )
}

/** What an order leaves to the shop. Tax goes to the state, so it counts neither way. */
export type OrderFinancials = {
  subtotalCents: Cents
  shippingCents: Cents
  refundedCents: Cents
  feeCents: Cents
  costCents: Cents
}
export function calculateProfit({
  subtotalCents,
  shippingCents,
  refundedCents,
  feeCents,
  costCents,
}: OrderFinancials): Cents {
  return subtotalCents + shippingCents - refundedCents - feeCents - costCents
}

/** Of what was taken, in tenths of a percent; null when nothing was. */
export function calculateMargin(profitCents: Cents, takenCents: Cents): number | null {
  return takenCents > 0 ? Math.round((profitCents * 1000) / takenCents) : null
}

/** The printer asks for more than the buyer paid for the pieces and their way. */
export function costExceedsRevenue(
  costCents: Cents,
  { subtotalCents, shippingCents }: Pick<OrderFinancials, 'subtotalCents' | 'shippingCents'>,
): boolean {
  return costCents > subtotalCents + shippingCents
}

/** A parcel, as it is kept with the order. */
export type Shipment = {
  id: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  shippedAt: string | null
  isReshipment: boolean
  /** The printer told that it came back, and why. */
  returnedBecause?: string | null
  isReturned?: boolean
  /** Of the order's own lines. */
  lines: { id: string; quantity: number }[]
}

/** Parcels by their id: known ones are brought up to date, none is ever forgotten. */
export function mergeShipments(known: readonly Shipment[], told: readonly Shipment[]): Shipment[] {
  const news = new Map(told.map((parcel) => [parcel.id, parcel]))
  const kept = known.map((parcel) => ({ ...parcel, ...news.get(parcel.id) }))
  return [...kept, ...told.filter(({ id }) => !known.some((parcel) => parcel.id === id))]
}

/** Orders on hold wait this long for us; then Printful may cancel them. Theirs is not published for the API, so it is our own limit. */
export const holdDays = 30
export function holdDaysLeft(since: Date, now: Date): number {
  return Math.max(0, holdDays - Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}
