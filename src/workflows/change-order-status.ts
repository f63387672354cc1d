import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { type Cents, formatMoney } from '../domain/money'
import { needsReason, type OrderStatus, orderStatusLabels } from '../domain/order-status'
import { AppError, notFound } from '../errors'
import { type Tx, withTransaction } from '../transaction'
import { queueJob } from './queue-job'

/** What staff may change on an order. What is absent stays as it is. */
export type OrderChange = { status?: OrderStatus; reason?: string; notes?: string | null; trackingNumber?: string | null }

type Caller = {
  payload: Payload
  id: number
  /** The version the person was looking at; a different one in the database answers version_conflict. */
  version?: number
  /** Who does it, as the timeline shall say it. */
  actor: string
}

type LockedOrder = {
  uuid: string; status: OrderStatus; version: number; total: Cents; notes: string | null; tracking: string | null
  captured: boolean; capturing: boolean; undecided: boolean
}

const lockOrder = async (tx: Tx, id: number): Promise<LockedOrder> => {
  const { rows: [row] } = await tx.execute(sql`
    select uuid, status, version::integer as version, total_cents::integer as total, notes, tracking_number as tracking,
      coalesce(capture_lease_until > now(), false) as capturing, payment_state in ('capturing', 'pending') as undecided
    from orders where id = ${id} for update`)
  if (!row) throw notFound('The order')
  // Only after the lock: a capture that was being recorded until a moment ago is seen now.
  const { rows: [ledger] } = await tx.execute(sql`
    select exists (select from payments where order_id = ${id} and kind in ('capture', 'manual') and status = 'completed') as captured`)
  return { ...(row as Omit<LockedOrder, 'captured'>), ...(ledger as Pick<LockedOrder, 'captured'>) }
}

const addEvent = (tx: Tx, id: number, type: string, message: string, actor: string, reason: string | null = null) =>
  tx.execute(sql`insert into order_events (order_id, type, message, actor, reason) values (${id}, ${type}, ${message}, ${actor}, ${reason})`)

/** Money that came in another way: the ledger keeps it, so that paid orders and payments always agree. */
const recordManualPayment = async (tx: Tx, id: number, order: LockedOrder, reason: string | null): Promise<void> => {
  if (order.total > 0)
    await tx.execute(sql`
      insert into payments (order_id, kind, provider, provider_id, status, reason, amount_cents, currency)
      values (${id}, 'manual', 'manual', ${`manual-${order.uuid}`}, 'completed', ${reason}, ${order.total}, 'USD')`)
  await tx.execute(sql`update orders set payment_state = 'completed', paid_at = coalesce(paid_at, now()) where id = ${id}`)
}

const messageOf = (order: LockedOrder, to: OrderStatus): string => {
  if (to === 'refunded') return 'Marked as refunded; no money was moved here'
  if (to === 'paid' && !order.captured) return `Marked as paid; ${formatMoney(order.total)} recorded as a manual payment`
  return `Status changed from ${orderStatusLabels[order.status]} to ${orderStatusLabels[to]}`
}

const setStatus = async (tx: Tx, id: number, order: LockedOrder, to: OrderStatus, reason: string | null, actor: string): Promise<void> => {
  if (order.capturing) throw new AppError('conflict', 'The buyer is paying at this moment. Please try again in a minute.')
  if (needsReason(order.status, to) && !reason)
    throw new AppError('reason_required', `${orderStatusLabels[order.status]} to ${orderStatusLabels[to]} is not the usual next step. Please give a reason.`, {
      fields: { reason: 'Please give a reason.' },
    })
  if (to === 'paid' && !order.captured) {
    // Both would be in the ledger, for one order, once PayPal has decided.
    if (order.undecided) throw new AppError('conflict', 'PayPal has not decided about this payment yet. The order becomes paid by itself when it goes through.')
    await recordManualPayment(tx, id, order, reason)
  }
  await tx.execute(sql`update orders set status = ${to} where id = ${id}`)
  await addEvent(tx, id, to, messageOf(order, to), actor, reason)
  // A minute later, so that a slip can be undone; the mail looks again whether it is still true.
  if (to === 'shipped') await queueJob(tx, 'send-order-shipped', { orderId: id }, { key: `order-shipped:${id}`, delaySeconds: 60 })
  if (to === 'delivered') await queueJob(tx, 'send-order-delivered', { orderId: id }, { key: `order-delivered:${id}`, delaySeconds: 60 })
}

/**
 * Changes an order by hand: row locked, version compared, timeline written, all in one transaction whose COMMIT is
 * awaited. Asking for what already is changes nothing and adds nothing, so a repeated call is safe.
 * @throws AppError not_found, version_conflict, reason_required, conflict (PayPal is at work on the payment)
 */
export const changeOrder = ({ payload, id, version, actor, change }: Caller & { change: OrderChange }): Promise<void> =>
  withTransaction(payload, async (_req, tx) => {
    const order = await lockOrder(tx, id)
    if (version !== undefined && version !== order.version)
      throw new AppError('version_conflict', 'Somebody else changed this order in the meantime. Please look at it again.', { details: { version: order.version } })
    const reason = change.reason?.trim() || null
    const status = change.status === order.status ? undefined : change.status
    const notes = change.notes === undefined ? order.notes : change.notes?.trim() || null
    const tracking = change.trackingNumber === undefined ? order.tracking : change.trackingNumber?.trim() || null
    if (!status && notes === order.notes && tracking === order.tracking) return
    if (status) await setStatus(tx, id, order, status, reason, actor)
    if (tracking !== order.tracking)
      await addEvent(tx, id, 'tracking', tracking ? `Tracking number ${tracking}` : 'Tracking number removed', actor)
    await tx.execute(sql`
      update orders set notes = ${notes}, tracking_number = ${tracking}, version = version + 1, updated_at = now() where id = ${id}`)
  })

/**
 * The status alone. 'paid' without a completed payment records a manual one; 'refunded' only records (moving the money
 * is the refund workflow's). @throws as changeOrder
 */
export const changeOrderStatus = ({ status, reason, ...caller }: Caller & { status: OrderStatus; reason?: string }): Promise<void> =>
  changeOrder({ ...caller, change: { status, reason } })
