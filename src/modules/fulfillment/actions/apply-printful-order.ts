import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  type FulfillmentStatus,
  fulfillmentStatusLabels,
  mergeShipments,
  nextFulfillmentStatus,
  type Shipment,
} from '@/modules/fulfillment/rules/fulfillment'
import { addOrderEvent } from '@/modules/orders/order-record'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { queueJob } from '@/platform/job-queue'
import { formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PrintfulOrder } from '@/providers/printful/interface'

type Locked = {
  status: OrderStatus
  fulfillment: FulfillmentStatus
  note: string | null
  printfulOrderId: string | null
  parcels: Shipment[] | null
  checkedAt: string | null
  cost: number | null
}
export type PrintfulUpdate = {
  /** When the reading began: what was read earlier than what is known is old news. */
  readAt: Date
  /** What an event said besides; used where the order itself gives no reason. */
  reason?: string | null
  /** A parcel that an event says came back. The order itself never tells. */
  returned?: { parcelId: string; reason: string | null } | null
  /** A hold of ours: the printer has a draft, and a person must look. */
  hold?: string
  /** The submission is over with this. */
  endsLease?: boolean
}

const actor = 'Printful'
const tidy = (words: string | null | undefined): string | null =>
  words
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300) || null

const toParcels = (order: PrintfulOrder): Shipment[] =>
  order.shipments.map(
    ({ id, carrier, trackingNumber, trackingUrl, shippedAt, isReshipment, items }) => ({
      id,
      carrier,
      trackingNumber,
      trackingUrl,
      shippedAt,
      isReshipment,
      lines: items.flatMap(({ itemId, quantity }) =>
        order.items
          .filter((item) => item.id === itemId && item.externalId)
          .map((item) => ({ id: item.externalId as string, quantity })),
      ),
    }),
  )

const usualNote: Partial<Record<FulfillmentStatus, string>> = {
  'on-hold': 'Printful put it on hold and gave no reason. See the order at Printful.',
  failed: 'Printful could not make it and gave no reason. See the order at Printful.',
  canceled: 'It was canceled at Printful. Send it again, or refund the buyer.',
}

const lock = async (tx: Tx, orderId: number): Promise<Locked | null> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    select status, fulfillment::text, fulfillment_note as note, printful_order_id as "printfulOrderId", shipments as parcels, fulfillment_checked_at as "checkedAt", fulfillment_cost_cents::integer as cost
    from orders where id = ${orderId} for update`)
  return (row as Locked | undefined) ?? null
}

/** The buyer's side: accepted is processing, all parcels gone is shipped. What staff set further, or elsewhere, stays. */
const nextStatus = (status: OrderStatus, fulfillment: FulfillmentStatus): OrderStatus => {
  if (fulfillment === 'shipped' && (status === 'paid' || status === 'processing')) return 'shipped'
  return status === 'paid' && (fulfillment === 'submitted' || fulfillment === 'in-production')
    ? 'processing'
    : status
}

const messages: Partial<Record<FulfillmentStatus, string>> = {
  draft: 'Draft made at Printful; nothing is charged yet',
  submitted: 'Sent to Printful',
  'in-production': 'Printful is making it',
  shipped: 'All of it has left the printer',
}

const tell = async (
  req: TxRequest,
  orderId: number,
  before: Locked,
  after: { fulfillment: FulfillmentStatus; status: OrderStatus; note: string | null },
  cost: number | null,
): Promise<void> => {
  if (after.fulfillment !== before.fulfillment || (after.note !== before.note && after.note))
    await addOrderEvent(req, orderId, {
      type: `printer:${after.fulfillment}`,
      actor,
      reason: after.note ?? undefined,
      message: `${messages[after.fulfillment] ?? `At the printer: ${fulfillmentStatusLabels[after.fulfillment].toLowerCase()}`}${after.fulfillment === 'submitted' && cost !== null ? `; it costs us ${formatMoney(cost)}` : ''}`,
    })
  if (after.status !== before.status)
    await addOrderEvent(req, orderId, {
      type: after.status,
      actor,
      message: after.status === 'shipped' ? 'Shipped' : 'In the works',
    })
}

/** Each parcel is told once, in the timeline and by mail: the job exists exactly when the parcel is known. */
const tellParcels = async (
  req: TxRequest,
  tx: Tx,
  orderId: number,
  before: Locked,
  parcels: readonly Shipment[],
): Promise<void> => {
  for (const parcel of parcels) {
    const known = before.parcels?.find(({ id }) => id === parcel.id)
    if (!known) {
      await addOrderEvent(req, orderId, {
        type: 'tracking',
        actor,
        message: `${parcel.isReshipment ? 'A replacement' : 'A parcel'} is on its way${parcel.carrier ? ` with ${parcel.carrier}` : ''}${parcel.trackingNumber ? `, number ${parcel.trackingNumber}` : ''}`,
      })
      await queueJob(
        tx,
        'send-parcel-shipped',
        { orderId, parcelId: parcel.id },
        { key: `parcel-shipped:${orderId}:${parcel.id}` },
      )
    }
    if (parcel.isReturned && !known?.isReturned)
      await addOrderEvent(req, orderId, {
        type: 'parcel_returned',
        actor,
        message: 'A parcel came back to the printer',
        reason: parcel.returnedBecause ?? undefined,
      })
  }
}

/**
 * The one place where what Printful says about an order becomes ours: submission, events and the regular round all end
 * here, in any order and as often as they like. The row is locked; the way is never gone backwards; parcels are known
 * by their id; the buyer hears of each once.
 * @returns where printing stands now; null when this is not the order that is printed for ours
 */
export function applyPrintfulOrder(
  payload: Payload,
  orderId: number,
  order: PrintfulOrder,
  told: PrintfulUpdate,
): Promise<FulfillmentStatus | null> {
  return withTransaction(payload, async (req, tx) => {
    const before = await lock(tx, orderId)
    if (!before || (before.printfulOrderId !== null && before.printfulOrderId !== order.id))
      return null
    if (before.checkedAt && new Date(before.checkedAt) > told.readAt) {
      if (told.endsLease)
        await tx.execute(
          sql`update orders set fulfillment_lease_until = null where id = ${orderId}`,
        )
      return before.fulfillment
    }
    const parcels = mergeShipments(before.parcels ?? [], toParcels(order)).map((parcel) =>
      parcel.id === told.returned?.parcelId
        ? { ...parcel, isReturned: true, returnedBecause: tidy(told.returned.reason) }
        : parcel,
    )
    const isBack =
      parcels.length > 0 &&
      parcels.filter(({ isReshipment }) => !isReshipment).every(({ isReturned }) => isReturned) &&
      !parcels.some(({ isReshipment, isReturned }) => isReshipment && !isReturned)
    const reached = nextFulfillmentStatus(before.fulfillment, order.status)
    const fulfillment: FulfillmentStatus = told.hold
      ? 'on-hold'
      : isBack
        ? 'returned'
        : before.fulfillment === 'returned'
          ? 'shipped'
          : reached
    const isOurHold = fulfillment === 'on-hold' && order.status === 'draft'
    const note =
      told.hold ??
      (isOurHold
        ? before.note
        : fulfillment === 'returned'
          ? (parcels.find(({ isReturned }) => isReturned)?.returnedBecause ?? null)
          : usualNote[fulfillment]
            ? (tidy(order.error) ??
              tidy(told.reason) ??
              (before.fulfillment === fulfillment ? before.note : null) ??
              usualNote[fulfillment] ??
              null)
            : null)
    const status = nextStatus(before.status, fulfillment)
    const cost = order.costCents ?? before.cost
    const latest = parcels.filter(({ isReturned }) => !isReturned).at(-1) ?? parcels.at(-1)
    const isNewParcel = parcels.length > (before.parcels?.length ?? 0)
    const isOther =
      fulfillment !== before.fulfillment ||
      status !== before.status ||
      note !== before.note ||
      JSON.stringify(parcels) !== JSON.stringify(before.parcels ?? [])
    await tx.execute(sql`
      update orders set fulfillment = ${fulfillment}::enum_orders_fulfillment, fulfillment_note = ${note}, status = ${status}::enum_orders_status, printful_order_id = ${order.id}, fulfillment_cost_cents = ${cost},
        shipments = ${JSON.stringify(parcels)}::jsonb, fulfillment_checked_at = ${told.readAt.toISOString()},
        fulfillment_lease_until = case when ${told.endsLease ?? false} then null else fulfillment_lease_until end,
        carrier = case when ${isNewParcel} then ${latest?.carrier ?? null} else carrier end,
        tracking_number = case when ${isNewParcel} then ${latest?.trackingNumber ?? null} else tracking_number end,
        tracking_url = case when ${isNewParcel} then ${latest?.trackingUrl ?? null} else tracking_url end,
        shipped_at = case when ${status === 'shipped'} then coalesce(shipped_at, now()) else shipped_at end,
        version = version + ${isOther ? 1 : 0}, updated_at = case when ${isOther} then now() else updated_at end
      where id = ${orderId}`)
    await tellParcels(req, tx, orderId, before, parcels)
    await tell(req, orderId, before, { fulfillment, status, note }, cost)
    return fulfillment
  })
}
