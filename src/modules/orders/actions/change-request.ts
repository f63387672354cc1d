import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { addOrderEvent, type LockedOrder, nextVersion } from '@/modules/orders/order-record'
import {
  differenceOf,
  findChangeRequest,
  isAskedPrice,
  readRequestCost,
} from '@/modules/orders/queries/change-request'
import { askObstacle, canAskToPay, canPayByLink } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Cents, formatMoney } from '@/platform/money'
import { addDays, dayIn, fromZonedDateTime } from '@/platform/time-zones'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { assertHasAddress, storedAddress } from './change-address'
import { type ChangeActor, lockChangeable } from './change-order'
import { closeOpenOrder } from './close-open-order'
import { type PaidMoveRequest, type PaidSwapRequest, priceMove, priceSwap } from './costly-change'
import {
  type CostlyChange,
  type DifferenceOrder,
  insertDifferenceOrder,
  paysFor,
} from './difference-order'
import { endRequest } from './end-request'
import { priceChanged } from './swap-item'

type Staff = Exclude<ChangeActor, 'buyer'>
type Context = { req: TxRequest; tx: Tx }

/** Days in which a customer can pay for a change. Printing waits as long. */
const requestDays = 3

/** The end of a day in the shop’s time zone, because that day is what customers read. */
const newRequestDeadline = (): string | null =>
  fromZonedDateTime(
    `${addDays(dayIn(new Date(), env.SHOP_TIME_ZONE), requestDays)}T23:59`,
    env.SHOP_TIME_ZONE,
  )

/** An address isn't written on a timeline, which outlives the data of its customer. */
const describeChange = ({ swap, address }: CostlyChange): string =>
  swap && !address
    ? `${swap.name}: ${swap.fromColor}, ${swap.fromSize} would be ${swap.color}, ${swap.size}`
    : 'The order would go to another address'

/**
 * @throws AppError conflict (printing has begun, Printful has a draft, or a payment of the order can't be asked for)
 */
async function lockForRequest(tx: Tx, orderId: number): Promise<LockedOrder> {
  const order = await lockChangeable(tx, orderId, (locked) => {
    const obstacle = askObstacle(locked)
    if (obstacle) throw new AppError('conflict', obstacle)
    return canAskToPay(locked)
  })
  if (order.priceDifference_state)
    throw new AppError(
      'conflict',
      'This order is a payment for a change to another order, so it can’t be changed itself.',
    )
  return order
}

/** Writes the order that the customer pays, with the deadline until which printing waits. */
async function writeRequest(
  { req, tx }: Context,
  change: CostlyChange,
  actor: Staff,
): Promise<DifferenceOrder> {
  const { orderId, totals } = change
  const request = await insertDifferenceOrder(req, tx, {
    ...change,
    request: { by: actor.name, until: newRequestDeadline() },
  })
  await tx.update(orders).set(nextVersion).where(eq(orders.id, orderId))
  await addOrderEvent(req, orderId, {
    type: 'change_requested',
    actor: actor.name,
    message: `Asked the customer to pay ${formatMoney(totals.totalCents)} for a change`,
    reason: `${describeChange(change)}. Order ${request.orderNumber} is for the difference.`,
  })
  await audit(tx, actor, {
    action: 'order.change_requested',
    subjectType: 'order',
    subjectId: orderId,
  })
  await queueJob(
    tx,
    'send-change-request',
    { orderId: request.id },
    { key: `change-request:${request.id}` },
  )
  return request
}

/** Asks once: the same request again finds the one that is open. @throws AppError conflict (another one is open) */
async function findOrCreateRequest(
  context: Context,
  change: CostlyChange,
  actor: Staff,
): Promise<DifferenceOrder> {
  const open = await findChangeRequest(context.tx, change.orderId)
  if (!open) return writeRequest(context, change, actor)
  const isSame = paysFor(open, change) && open.totalCents === change.totals.totalCents
  if (isSame && canPayByLink(open)) return open
  throw new AppError(
    'conflict',
    canPayByLink(open)
      ? 'The customer was already asked to pay for a change to this order. Withdraw that request first.'
      : 'The customer is paying for a change to this order right now. Try again in a few minutes.',
  )
}

/**
 * Asks the customer by email to pay for a more expensive size or color. The item is swapped once that is paid, within
 * three days; printing waits. Repeating it asks once.
 * @throws AppError not_found, conflict (printing has begun, not available, can't be paid here, another request is
 * open), version_conflict (the difference isn't what was shown)
 */
export function askToPayForSwap(
  payload: Payload,
  request: PaidSwapRequest,
  actor: Staff,
): Promise<DifferenceOrder> {
  return withTransaction(payload, async (req, tx) => {
    await lockForRequest(tx, request.orderId)
    return findOrCreateRequest({ req, tx }, await priceSwap(payload, tx, request), actor)
  })
}

/**
 * Asks the customer by email to pay for an address where shipping or tax costs more, as for a swap.
 * @throws AppError as `askToPayForSwap`; invalid (nobody knows what it costs)
 */
export function askToPayForMove(
  payload: Payload,
  request: PaidMoveRequest,
  actor: Staff,
): Promise<DifferenceOrder> {
  return withTransaction(payload, async (req, tx) => {
    const order = await lockForRequest(tx, request.orderId)
    assertHasAddress(order)
    return findOrCreateRequest({ req, tx }, await priceMove(payload, tx, order, request), actor)
  })
}

/**
 * Withdraws what the customer of an order was asked to pay for. The link of its email shows the order without it.
 * Repeating it changes nothing.
 * @throws AppError not_found, conflict (the customer has paid, or is paying)
 */
export function withdrawRequest(payload: Payload, orderId: number, actor: Staff): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    await lockChangeable(tx, orderId, () => true)
    const message = 'The request to pay for a change was withdrawn'
    const isEnded = await endRequest({ req, tx }, orderId, () => true, {
      actor: actor.name,
      message,
    })
    if (isEnded)
      return audit(tx, actor, {
        action: 'order.change_request_withdrawn',
        subjectType: 'order',
        subjectId: orderId,
      })
    if (await findChangeRequest(tx, orderId))
      throw new AppError(
        'conflict',
        'The customer is paying for this change, so it can’t be withdrawn.',
      )
  })
}

/** The change of a request, as it would be asked for now. */
function toChange(
  order: LockedOrder,
  request: typeof orders.$inferSelect,
  totals: CostlyChange['totals'],
): CostlyChange {
  const address = request.priceDifference_itemId ? null : storedAddress(request)
  const { item } = differenceOf(request) ?? {}
  return {
    orderId: order.id,
    totals,
    ...(address ? { address } : {}),
    ...(item
      ? {
          swap: {
            itemId: request.priceDifference_itemId,
            name: item.name,
            quantity: item.quantity,
            fromSize: item.from.size,
            fromColor: item.from.color,
            ...item.to,
          },
        }
      : {}),
  }
}

/** Replaces a request by one at today's price, with the same deadline. */
async function repriceRequest(
  { req, tx }: Context,
  request: LockedOrder | typeof orders.$inferSelect,
  change: CostlyChange,
): Promise<DifferenceOrder> {
  const now = formatMoney(change.totals.totalCents)
  const message = `The price of the change is now ${now}, not ${formatMoney(request.totalCents)}`
  if (!(await closeOpenOrder({ req, tx }, request.id, { message }))) throw priceChanged()
  await addOrderEvent(req, change.orderId, { type: 'change_repriced', actor: 'the shop', message })
  return insertDifferenceOrder(req, tx, {
    ...change,
    request: { by: 'the shop', until: request.payableUntil },
  })
}

/**
 * Returns the order by which the buyer pays for a change that staff asked for. If its price has changed since, and the
 * buyer has seen the new one, that is a new order with the same deadline.
 * @param chargeCents what the buyer saw that it costs
 * @throws AppError not_found, conflict (printing has begun, or the request has ended), version_conflict (it costs
 * another amount)
 */
export function startRequestedPayment(
  payload: Payload,
  orderId: number,
  chargeCents: Cents,
): Promise<DifferenceOrder> {
  return withTransaction(payload, async (req, tx) => {
    const order = await lockChangeable(tx, orderId, canAskToPay)
    const request = await findChangeRequest(tx, orderId)
    if (!request)
      throw new AppError('conflict', 'This change is no longer offered. Nothing was charged.')
    if (!canPayByLink(request)) return request
    const totals = await readRequestCost(payload, tx, order, request)
    if (!totals)
      throw new AppError(
        'conflict',
        'This change is no longer available. Please email us and we’ll take care of it.',
      )
    if (totals.totalCents !== chargeCents) throw priceChanged()
    return isAskedPrice(order, request, totals)
      ? request
      : repriceRequest({ req, tx }, request, toChange(order, request, totals))
  })
}
