import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  externalOrderId,
  type FulfillmentStatus,
  fulfillmentStatusLabels,
  mergeShipments,
  nextFulfillmentStatus,
  type Shipment,
} from '@/modules/fulfillment/rules/fulfillment'
import { explainsStatus } from '@/modules/fulfillment/rules/printful-events'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import { type Cents, formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PrintfulOrder } from '@/providers/printful/interface'

type PrintfulUpdate = {
  /** When the read began. A read that began before the last applied one is ignored. */
  readAt: Date
  /** The event behind this update: its reason is used where the order itself has none. */
  event?: { type: string; reason: string | null }
  /** A shipment that came back according to an event; the order itself doesn't say. */
  returned?: { shipmentId: string; reason: string | null } | null
  /** Why the shop holds the order: the printer has a draft that staff must check. */
  hold?: string
  /** Ends the submission's lease. */
  endsLease?: boolean
}

/** What Printful's updates change of an order. */
type PrintState = {
  fulfillment: FulfillmentStatus
  status: OrderStatus
  note: string | null
  costCents: Cents | null
  shipments: Shipment[]
  /** The buyer’s data was deleted, so nothing from Printful may restore it. */
  isErased: boolean
}

const actor = 'Printful'
const maxNoteLength = 300

const toNote = (text: string | null | undefined): string | null =>
  text
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxNoteLength) || null

const toShipments = (order: PrintfulOrder): Shipment[] =>
  order.shipments.map(
    ({ id, carrier, trackingNumber, trackingUrl, shippedAt, isReshipment, items }) => ({
      id,
      carrier,
      trackingNumber,
      trackingUrl,
      shippedAt,
      isReshipment,
      lines: items.flatMap(({ itemId, quantity }) =>
        order.items.flatMap(({ id, externalId }) =>
          id === itemId && externalId ? [{ id: externalId, quantity }] : [],
        ),
      ),
    }),
  )

/** A tracking number leads to an address, and a reason may quote one. */
const withoutPersonalData = (shipment: Shipment): Shipment => ({
  ...shipment,
  trackingNumber: null,
  trackingUrl: null,
  returnedBecause: null,
})

const defaultNotes: Partial<Record<FulfillmentStatus, string>> = {
  'on-hold': 'Printful put this order on hold without a reason. Check the order on Printful.',
  failed: 'Printful couldn’t make this order and gave no reason. Check the order on Printful.',
  canceled: 'This order was canceled on Printful. Send it again, or refund the customer.',
}

/** The order's own status follows printing; a status set further along by staff stays. */
function nextStatus(status: OrderStatus, fulfillment: FulfillmentStatus): OrderStatus {
  if (fulfillment === 'shipped' && (status === 'paid' || status === 'processing')) return 'shipped'
  return status === 'paid' && (fulfillment === 'submitted' || fulfillment === 'in-production')
    ? 'processing'
    : status
}

/** Whether everything that was shipped came back: every shipment, unless a replacement is still out. */
const isAllReturned = (shipments: readonly Shipment[]): boolean =>
  shipments.length > 0 &&
  shipments.filter(({ isReshipment }) => !isReshipment).every(({ isReturned }) => isReturned) &&
  !shipments.some(({ isReshipment, isReturned }) => isReshipment && !isReturned)

function nextNote(
  before: PrintState,
  { fulfillment, shipments }: Pick<PrintState, 'fulfillment' | 'shipments'>,
  order: PrintfulOrder,
  { hold, event }: PrintfulUpdate,
): string | null {
  if (hold) return hold
  // The shop's own hold, which staff have not resolved yet.
  if (fulfillment === 'on-hold' && order.status === 'draft') return before.note
  if (fulfillment === 'returned')
    return shipments.find(({ isReturned }) => isReturned)?.returnedBecause ?? null
  const defaultNote = defaultNotes[fulfillment]
  if (!defaultNote) return null
  return (
    toNote(order.error) ??
    (event && explainsStatus(event.type, fulfillment) ? toNote(event.reason) : null) ??
    (before.fulfillment === fulfillment ? before.note : null) ??
    defaultNote
  )
}

function nextState(before: PrintState, order: PrintfulOrder, update: PrintfulUpdate): PrintState {
  const { returned, hold } = update
  const { isErased } = before
  const merged = mergeShipments(before.shipments, toShipments(order)).map((shipment) =>
    shipment.id === returned?.shipmentId
      ? { ...shipment, isReturned: true, returnedBecause: toNote(returned.reason) }
      : shipment,
  )
  const shipments = isErased ? merged.map(withoutPersonalData) : merged
  const isBack = isAllReturned(shipments)
  const fulfillment = hold
    ? 'on-hold'
    : isBack && order.status !== 'partial'
      ? 'returned'
      : before.fulfillment === 'returned' && !isBack
        ? 'shipped'
        : nextFulfillmentStatus(before.fulfillment, order.status)
  return {
    fulfillment,
    shipments,
    status: nextStatus(before.status, fulfillment),
    note: isErased ? null : nextNote(before, { fulfillment, shipments }, order, update),
    // Printful refunds its charge for an order that it cancels.
    costCents: fulfillment === 'canceled' ? null : (order.costCents ?? before.costCents),
    isErased,
  }
}

const statusMessages: Partial<Record<FulfillmentStatus, string>> = {
  draft: 'Draft created on Printful, not charged yet',
  submitted: 'Sent to Printful',
  'in-production': 'In production at Printful',
  shipped: 'All items shipped',
}

async function addStatusEvents(
  req: TxRequest,
  orderId: number,
  before: PrintState,
  { fulfillment, status, note, costCents }: PrintState,
): Promise<void> {
  if (fulfillment !== before.fulfillment || (note !== before.note && note))
    await addOrderEvent(req, orderId, {
      type: `printer:${fulfillment}`,
      actor,
      reason: note ?? undefined,
      message: `${statusMessages[fulfillment] ?? `Printful: ${fulfillmentStatusLabels[fulfillment].toLowerCase()}`}${fulfillment === 'submitted' && costCents !== null ? `; cost ${formatMoney(costCents)}` : ''}`,
    })
  if (status !== before.status)
    await addOrderEvent(req, orderId, {
      type: status,
      actor,
      message: status === 'shipped' ? 'Shipped' : 'In production',
    })
}

/** Adds each new shipment to the timeline once and queues its email in the same transaction. */
async function addShipmentEvents(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  before: PrintState,
  { shipments, isErased }: PrintState,
): Promise<void> {
  for (const shipment of shipments) {
    const previous = before.shipments.find(({ id }) => id === shipment.id)
    // An erasure deletes packages, so known ones may look new.
    if (!previous && !isErased) {
      await addOrderEvent(req, orderId, {
        type: 'tracking',
        actor,
        message: `${shipment.isReshipment ? 'A replacement' : 'A package'} is on its way${shipment.carrier ? ` with ${shipment.carrier}` : ''}${shipment.trackingNumber ? `, number ${shipment.trackingNumber}` : ''}`,
      })
      await queueJob(
        tx,
        'send-shipment-email',
        { orderId, parcelId: shipment.id },
        { key: `parcel-shipped:${orderId}:${shipment.id}` },
      )
    }
    if (shipment.isReturned && !previous?.isReturned) {
      await addOrderEvent(req, orderId, {
        type: 'parcel_returned',
        actor,
        message: 'A package was returned to Printful',
        reason: shipment.returnedBecause ?? undefined,
      })
      await queueJob(
        tx,
        'send-package-returned',
        { orderId, parcelId: shipment.id },
        { key: `package-returned:${orderId}:${shipment.id}` },
      )
    }
  }
}

async function writeState(
  tx: Tx,
  orderId: number,
  before: PrintState,
  after: PrintState,
  { id: printfulOrderId }: PrintfulOrder,
  { readAt, endsLease }: PrintfulUpdate,
): Promise<void> {
  const { shipments } = after
  const latest = shipments.filter(({ isReturned }) => !isReturned).at(-1) ?? shipments.at(-1)
  const hasChanged =
    after.fulfillment !== before.fulfillment ||
    after.status !== before.status ||
    after.note !== before.note ||
    JSON.stringify(shipments) !== JSON.stringify(before.shipments)
  await tx
    .update(orders)
    .set({
      printfulOrderId,
      fulfillment: after.fulfillment,
      fulfillmentNote: after.note,
      status: after.status,
      fulfillmentCostCents: after.costCents,
      shipments,
      fulfillmentCheckedAt: readAt.toISOString(),
      ...(endsLease ? { fulfillmentLeaseUntil: null } : {}),
      ...(shipments.length > before.shipments.length
        ? {
            carrier: latest?.carrier ?? null,
            trackingNumber: latest?.trackingNumber ?? null,
            trackingUrl: latest?.trackingUrl ?? null,
          }
        : {}),
      ...(after.status === 'shipped'
        ? { shippedAt: sql`coalesce(${orders.shippedAt}, now())` }
        : {}),
      ...(hasChanged ? nextVersion : {}),
    })
    .where(eq(orders.id, orderId))
}

/** Whether Printful's order is that of ours: by its id or, before that is stored, by the external id of the attempt. */
const isOurs = (
  { printfulOrderId, uuid, fulfillmentAttempt }: LockedOrder,
  { id, externalId }: PrintfulOrder,
): boolean =>
  printfulOrderId === null
    ? externalId === externalOrderId(uuid, fulfillmentAttempt)
    : printfulOrderId === id

/** The status after an update. `isOutdated`: a read that began later was applied first, so this one wasn't. */
type Applied = { fulfillment: FulfillmentStatus; isOutdated: boolean }

/** Like `applyPrintfulOrder`; also returns whether the read was outdated. */
export function applyPrintfulRead(
  payload: Payload,
  orderId: number,
  order: PrintfulOrder,
  update: PrintfulUpdate,
): Promise<Applied | null> {
  return withTransaction(payload, async (req, tx) => {
    const row = await lockOrder(tx, orderId)
    if (!row || !isOurs(row, order)) return null
    const before: PrintState = {
      fulfillment: row.fulfillment ?? 'none',
      status: row.status,
      note: row.fulfillmentNote,
      costCents: row.fulfillmentCostCents,
      shipments: (row.shipments ?? []) as Shipment[],
      isErased: row.email === erasedValues.email,
    }
    if (row.fulfillmentCheckedAt && new Date(row.fulfillmentCheckedAt) > update.readAt) {
      if (update.endsLease)
        await tx.update(orders).set({ fulfillmentLeaseUntil: null }).where(eq(orders.id, orderId))
      return { fulfillment: before.fulfillment, isOutdated: true }
    }
    const after = nextState(before, order, update)
    await writeState(tx, orderId, before, after, order, update)
    await addShipmentEvents(req, tx, orderId, before, after)
    await addStatusEvents(req, orderId, before, after)
    return { fulfillment: after.fulfillment, isOutdated: false }
  })
}

/**
 * Applies what Printful says about an order. Submission, events, and polling all end here, in any
 * order and any number of times: the row is locked, the status never goes backwards, and shipments
 * are matched by id, so the buyer is notified of each once.
 * @returns the fulfillment status; null if this is not the Printful order of ours
 */
export async function applyPrintfulOrder(
  ...args: Parameters<typeof applyPrintfulRead>
): Promise<FulfillmentStatus | null> {
  return (await applyPrintfulRead(...args))?.fulfillment ?? null
}
