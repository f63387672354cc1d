import { randomUUID } from 'node:crypto'

import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { destinationOf, shippingRegionOf, takesExpress } from '@/modules/checkout/rules/destination'
import { type LockedOrder, nextVersion } from '@/modules/orders/order-record'
import { readAddressDifference } from '@/modules/orders/queries/address-difference'
import type { AddressDifference } from '@/modules/orders/rules/address-difference'
import { refundRequestId } from '@/modules/orders/rules/line-refund'
import { canBuyerChange, canStaffChange } from '@/modules/orders/rules/order-status'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders, refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
  actorName,
  type ChangeActor,
  lockChangeable,
  recordChange,
  refundChange,
  tooLate,
} from './change-order'
import type { RefundArgs } from './refund-order'

type Order = typeof orders.$inferSelect

/** A delivery address from a form, as the checkout validates it. */
export type NewAddress = {
  firstName: string
  lastName: string
  address1: string
  address2?: string
  city: string
  stateCode: string
  zip: string
}

const isSameRegion = (order: Order, { stateCode }: NewAddress): boolean =>
  shippingRegionOf(order.shippingAddress_stateCode ?? '') === shippingRegionOf(stateCode)

const refusal = (field: 'address1' | 'stateCode', message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } })

const emailUs = 'so we can’t change it here. Please email us and we’ll take care of it.'

type Savings = { taxCents: Cents; shippingCents: Cents }

/**
 * Returns what an order costs less at a buyer's new address.
 * @throws AppError invalid if it costs more, if nobody knows what it costs, if too little of the payment is left, or if
 * express doesn't go there: a buyer is never charged silently
 */
async function readSavings(
  payload: Payload,
  db: Payload['db']['drizzle'] | Tx,
  order: Order,
  address: NewAddress,
): Promise<Savings> {
  if (order.shippingMethod === 'express' && !takesExpress(destinationOf(address)))
    throw refusal(
      'address1',
      'Express carriers don’t deliver to this address. Please enter another one, or email us.',
    )
  const { pricing } = await getSettings(payload)
  const difference = await readAddressDifference(payload, db, order.id, address)
  if (!difference) throw notFound('The order')
  const { refundable } = difference
  const hasOwnPrice = pricing.shippingSource !== 'flat' && !isSameRegion(order, address)
  // Whether shipping that was free is free there, too, isn't known.
  const shipping = hasOwnPrice && order.shippingCents === 0 ? null : difference.shippingCents
  if (shipping === null || shipping > 0)
    throw refusal('stateCode', `Shipping costs a different amount to this address, ${emailUs}`)
  const savings = {
    taxCents: Math.min(-difference.taxCents, refundable.taxCents),
    shippingCents: Math.min(-shipping, refundable.shippingCents),
  }
  if (savings.taxCents < 0 || savings.taxCents + savings.shippingCents > refundable.leftCents)
    throw refusal('stateCode', `Sales tax is different at this address, ${emailUs}`)
  return savings
}

const addressColumns = {
  firstName: 'shippingAddress_firstName',
  lastName: 'shippingAddress_lastName',
  address1: 'shippingAddress_address1',
  address2: 'shippingAddress_address2',
  city: 'shippingAddress_city',
  stateCode: 'shippingAddress_stateCode',
  zip: 'shippingAddress_zip',
} as const satisfies Record<keyof NewAddress, keyof LockedOrder>

const toColumns = (address: NewAddress) =>
  Object.fromEntries(
    Object.entries(addressColumns).map(([name, column]) => [
      column,
      address[name as keyof NewAddress] ?? null,
    ]),
  )

const isSame = (order: Order, address: NewAddress): boolean =>
  Object.entries(addressColumns).every(
    ([name, column]) => (order[column] ?? '') === (address[name as keyof NewAddress] ?? ''),
  )

const isSameName = (order: Order, { firstName, lastName }: NewAddress): boolean =>
  order.shippingAddress_firstName === firstName && order.shippingAddress_lastName === lastName

/** Whose tax was charged, which the address itself says until it moves to another state; undefined changes nothing. */
const stateOfTax = (order: Order, address: NewAddress): SQL | null | undefined =>
  order.shippingAddress_stateCode === address.stateCode
    ? undefined
    : sql`coalesce(${orders.taxedState}, ${orders.shippingAddress_stateCode})`

/** Writes the address of a locked order. A billing address that was the same one stays what it was when it was paid. */
async function writeAddress(
  { req, tx }: { req: TxRequest; tx: Tx },
  order: Order,
  address: NewAddress,
  actor: ChangeActor,
  taxedState = stateOfTax(order, address),
): Promise<void> {
  await tx
    .update(orders)
    .set({
      ...toColumns(address),
      // A new name is the one that goes on the label.
      ...(isSameName(order, address) ? {} : { giftRecipient: null }),
      taxedState,
      // The days on the way were those to another region.
      ...(isSameRegion(order, address) ? {} : { transitDaysMin: null, transitDaysMax: null }),
      ...nextVersion,
    })
    .where(eq(orders.id, order.id))
  await recordChange(req, tx, order.id, actor, {
    type: 'address_changed',
    message: 'Delivery address changed',
    reason: 'PayPal’s seller protection covers only the address at the time of payment.',
  })
}

/** Returns what tax and shipping cost less at another address and can be refunded. What costs more isn't charged. */
export async function readStaffSavings(
  payload: Payload,
  db: Payload['db']['drizzle'] | Tx,
  orderId: number,
  address: NewAddress,
): Promise<Savings & { difference: AddressDifference }> {
  const difference = await readAddressDifference(payload, db, orderId, address)
  if (!difference) throw notFound('The order')
  const { refundable } = difference
  const less = (cents: Cents | null, paidCents: Cents): Cents =>
    Math.max(0, Math.min(-(cents ?? 0), paidCents))
  const savings = {
    taxCents: less(difference.taxCents, refundable.taxCents),
    shippingCents: less(difference.shippingCents, refundable.shippingCents),
  }
  return sumSavings(savings) > refundable.leftCents
    ? { taxCents: 0, shippingCents: 0, difference }
    : { ...savings, difference }
}

export function sumSavings({ taxCents, shippingCents }: Savings): Cents {
  return taxCents + shippingCents
}

const savingsChanged = (): AppError =>
  new AppError('version_conflict', 'This order has just changed. Check it, then try again.')

type Move = { orderId: number; address: NewAddress; actor: ChangeActor }

/** Writes the address under the order's lock. @returns what it costs less there; null if it is set already */
async function writeRefundedAddress(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  { orderId, address, actor }: Move,
): Promise<Savings | null> {
  const isBuyer = actor === 'buyer'
  const order = await lockChangeable(tx, orderId, isBuyer ? canBuyerChange : canStaffChange)
  if (isSame(order, address)) return null
  const savings = isBuyer
    ? await readSavings(payload, tx, order, address)
    : await readStaffSavings(payload, tx, orderId, address)
  // With less tax, what remains is that of the new address.
  await writeAddress({ req, tx }, order, address, actor, savings.taxCents > 0 ? null : undefined)
  return savings
}

/**
 * Writes an address together with the pending refund of what it costs less.
 * @param seen what it costs less, as it was shown or read before the lock
 * @throws AppError version_conflict (it is another amount by now), conflict (PayPal refused it, with `details.issue`)
 */
async function moveWithRefund(
  args: RefundArgs,
  move: Move,
  { taxCents, shippingCents }: Savings,
): Promise<void> {
  const { orderId, actor } = move
  const refund = {
    orderId,
    amountCents: taxCents + shippingCents,
    reason: 'Lower costs at the new address',
    refundId: `address-${randomUUID()}`,
    actor,
    actorName: actorName(actor),
  }
  const subject = actor === 'buyer' ? 'Your address' : 'The address'
  await refundChange(args, refund, subject, async (req, tx) => {
    const savings = await writeRefundedAddress(args.payload, { req, tx }, move)
    if (savings?.taxCents !== taxCents || savings.shippingCents !== shippingCents)
      throw savingsChanged()
    await tx
      .insert(refund_lines)
      .values({
        order: orderId,
        requestId: refundRequestId(refund.refundId),
        quantity: 0,
        amountCents: shippingCents,
        taxCents,
      })
    const lower = [taxCents > 0 && 'tax', shippingCents > 0 && 'shipping'].filter(Boolean)
    return `lower ${lower.join(' and ')} at the new address`
  })
}

const findOrder = async (payload: Payload, orderId: number): Promise<Order> => {
  const [order] = await payload.db.drizzle.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('The order')
  return order
}

/**
 * Corrects the delivery address of a paid order for staff, until it is in production. What costs more there isn't
 * charged. An address that is already set changes nothing, so repeating the call is safe.
 * @param refundCents what tax and shipping cost less there, as staff saw it; 0 leaves the total as it was paid
 * @throws AppError not_found, conflict (printing has begun; or PayPal refused the refund, with `details.issue`),
 * version_conflict (another amount by now)
 */
export async function changeAddress(
  args: RefundArgs,
  orderId: number,
  address: NewAddress,
  actor: Exclude<ChangeActor, 'buyer'>,
  refundCents: Cents = 0,
): Promise<void> {
  const { payload } = args
  if (refundCents === 0)
    return withTransaction(payload, async (req, tx) => {
      const order = await lockChangeable(tx, orderId, canStaffChange)
      if (!isSame(order, address)) await writeAddress({ req, tx }, order, address, actor)
    })
  if (isSame(await findOrder(payload, orderId), address)) return
  const savings = await readStaffSavings(payload, payload.db.drizzle, orderId, address)
  if (sumSavings(savings) !== refundCents) throw savingsChanged()
  await moveWithRefund(args, { orderId, address, actor }, savings)
}

/**
 * Corrects the delivery address of a paid order for its buyer, until it is sent to the printer. What tax and shipping
 * cost less there is refunded: the address and the pending refund are written together. An address that is already set
 * changes nothing, so repeating the call is safe.
 * @throws AppError not_found, conflict (printing has begun; nothing is shipped; or PayPal refused the refund, with
 * `details.issue`), invalid (it costs more there), version_conflict (something else was refunded meanwhile)
 */
export async function correctAddress(
  args: RefundArgs,
  orderId: number,
  address: NewAddress,
): Promise<void> {
  const { payload } = args
  const order = await findOrder(payload, orderId)
  if (!canBuyerChange(order)) throw tooLate()
  if (!order.shippingAddress_address1)
    throw new AppError('conflict', 'Nothing in this order is shipped, so it has no address.')
  if (isSame(order, address)) return
  const move = { orderId, address, actor: 'buyer' } as const
  const savings = await readSavings(payload, payload.db.drizzle, order, address)
  if (sumSavings(savings) > 0) return moveWithRefund(args, move, savings)
  await withTransaction(payload, async (req, tx) => {
    const now = await writeRefundedAddress(payload, { req, tx }, move)
    if (now && sumSavings(now) > 0) throw savingsChanged()
  })
}
