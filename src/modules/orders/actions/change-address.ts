import { randomUUID } from 'node:crypto'

import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { noTax, type SaleTax } from '@/modules/checkout/rules/pricing'
import { type LockedOrder, nextVersion } from '@/modules/orders/order-record'
import {
  isSameRegion,
  type MoveCost,
  readAddressDifference,
  readMoveCost,
  sumMoveCost,
} from '@/modules/orders/queries/address-difference'
import { paidMove, paidNow } from '@/modules/orders/queries/refundable-order'
import type { AddressDifference } from '@/modules/orders/rules/address-difference'
import { refundPrefixes, refundRequestId } from '@/modules/orders/rules/line-refund'
import { canBuyerChange, canStaffChange } from '@/modules/orders/rules/order-status'
import { orders, refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { type Cents, formatMoney, toDecimal } from '@/platform/money'
import { type Db, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
  actorName,
  type ChangeActor,
  lockChangeable,
  recordChange,
  refundChange,
  tooLate,
} from './change-order'
import { endRequest } from './end-request'
import type { RefundArgs } from './refund-order'

type Order = typeof orders.$inferSelect

/** A shipping address from a form, as the checkout validates it. */
export type NewAddress = {
  firstName: string
  lastName: string
  address1: string
  address2?: string
  city: string
  stateCode: string
  zip: string
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

/** The address of an order, for example the one that it pays to move another order to; null if it has none. */
export function storedAddress(order: Order): NewAddress | null {
  const textOf = (name: keyof NewAddress): string => order[addressColumns[name]] ?? ''
  if (!textOf('address1')) return null
  return {
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    address1: textOf('address1'),
    address2: textOf('address2') || undefined,
    city: textOf('city'),
    stateCode: textOf('stateCode'),
    zip: textOf('zip'),
  }
}

const toColumns = (address: NewAddress) =>
  Object.fromEntries(
    Object.entries(addressColumns).map(([name, column]) => [
      column,
      address[name as keyof NewAddress] ?? null,
    ]),
  )

export function isSameAddress(order: Order, address: NewAddress): boolean {
  return Object.entries(addressColumns).every(
    ([name, column]) => (order[column] ?? '') === (address[name as keyof NewAddress] ?? ''),
  )
}

const isSameName = (order: Order, { firstName, lastName }: NewAddress): boolean =>
  order.shippingAddress_firstName === firstName && order.shippingAddress_lastName === lastName

/**
 * The state whose tax was charged, which is stored once an order moves to another state, because its address no longer
 * names it. Undefined changes nothing.
 */
const stateOfTax = (order: Order, address: NewAddress): SQL | null | undefined =>
  order.shippingAddress_stateCode === address.stateCode
    ? undefined
    : sql`coalesce(${orders.taxedState}, ${orders.shippingAddress_stateCode})`

/**
 * Writes the address of a locked order. A billing address that was the same one stays what it was when it was paid.
 * @param options.taxed how much more of the order is taxed, if the tax was settled with the move and is now that of the
 * new address
 */
export async function writeAddress(
  { req, tx }: { req: TxRequest; tx: Tx },
  order: Order,
  address: NewAddress,
  actor: ChangeActor,
  { taxed, note }: { taxed?: SaleTax; note?: string } = {},
): Promise<void> {
  await tx
    .update(orders)
    .set({
      ...toColumns(address),
      // A new name is the one that goes on the label.
      ...(isSameName(order, address) ? {} : { giftRecipient: null }),
      ...(taxed
        ? {
            taxedState: null,
            taxableCents: sql`${orders.taxableCents} + ${taxed.taxableCents}`,
            taxableShippingCents: sql`${orders.taxableShippingCents} + ${taxed.taxableShippingCents}`,
          }
        : { taxedState: stateOfTax(order, address) }),
      // The stored delivery days were for another region.
      ...(isSameRegion(order, address) ? {} : { transitDaysMin: null, transitDaysMax: null }),
      ...nextVersion,
    })
    .where(eq(orders.id, order.id))
  await endRequest({ req, tx }, order.id, (itemId) => itemId === null, {
    actor: actorName(actor),
    message: 'The address was changed, so the request to pay for a different one ended',
  })
  await recordChange(req, tx, order.id, actor, {
    type: 'address_changed',
    message: 'Shipping address changed',
    reason: [note, 'PayPal’s seller protection covers only the address at the time of payment.']
      .filter(Boolean)
      .join(' '),
  })
}

/** Returns what tax and shipping cost less at another address and can be refunded. What costs more isn't charged. */
export async function readStaffSavings(
  payload: Payload,
  db: Db,
  orderId: number,
  address: NewAddress,
): Promise<MoveCost & { difference: AddressDifference }> {
  const own = await readAddressDifference(payload, db, orderId, address)
  if (!own) throw notFound('The order')
  const { refundable, facts, taxableCents, taxableShippingCents } = own
  const all =
    paidNow(facts).length > 0 && (await readAddressDifference(payload, db, orderId, address, true))
  // Swaps that are taxed more there reduce the refund.
  const allCents = Math.min(0, (all || own).taxCents)
  const difference = { ...own, taxCents: Math.max(own.taxCents, allCents) }
  const less = (cents: Cents | null, paidCents: Cents): Cents =>
    Math.max(0, Math.min(-(cents ?? 0), paidCents))
  const savings = {
    ...{ taxableCents, taxableShippingCents },
    taxCents: less(difference.taxCents, refundable.taxCents),
    shippingCents: less(difference.shippingCents, refundable.shippingCents),
  }
  // The payment for an earlier move can't be split between two refunds.
  return paidMove(facts) || sumMoveCost(savings) > refundable.leftCents
    ? { ...noTax, shippingCents: 0, difference }
    : { ...savings, difference }
}

const savingsChanged = (): AppError =>
  new AppError('version_conflict', 'This order has just changed. Check it, then try again.')

/** @throws AppError conflict (nothing is shipped) */
export function assertHasAddress(order: Order): void {
  if (!order.shippingAddress_address1)
    throw new AppError('conflict', 'Nothing in this order is shipped, so it has no address.')
}

type Move = { orderId: number; address: NewAddress; actor: ChangeActor }

const costText = (subject: string, cents: Cents): string | false =>
  cents > 0 && `${subject} ${formatMoney(cents)} more`

/** @throws AppError conflict with what the address costs more, in `details`: the buyer pays that first */
function toSavings(cost: MoveCost): MoveCost {
  const { taxCents, shippingCents } = cost
  const amountCents = sumMoveCost(cost)
  if (amountCents <= 0) return { ...cost, taxCents: 0 - taxCents, shippingCents: 0 - shippingCents }
  const texts = [costText('Shipping costs', shippingCents), costText('sales tax is', taxCents)]
  const text = texts.filter(Boolean).join(', and ')
  throw new AppError(
    'conflict',
    `${text.charAt(0).toUpperCase()}${text.slice(1)} at this address.`,
    {
      details: {
        shipping: toDecimal(shippingCents),
        tax: toDecimal(taxCents),
        amount: toDecimal(amountCents),
      },
    },
  )
}

/** Writes the address under the order's lock. @returns what it costs less there; null if it is set already */
async function writeRefundedAddress(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  { orderId, address, actor }: Move,
): Promise<MoveCost | null> {
  const isBuyer = actor === 'buyer'
  const order = await lockChangeable(tx, orderId, isBuyer ? canBuyerChange : canStaffChange)
  if (isSameAddress(order, address)) return null
  const savings = isBuyer
    ? toSavings(await readMoveCost(payload, tx, order, address))
    : await readStaffSavings(payload, tx, orderId, address)
  const taxed = savings.taxCents > 0 ? savings : undefined
  await writeAddress({ req, tx }, order, address, actor, { taxed })
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
  { taxCents, shippingCents }: MoveCost,
): Promise<void> {
  const { orderId, actor } = move
  const refund = {
    orderId,
    amountCents: taxCents + shippingCents,
    reason: 'Lower costs at the new address',
    refundId: `${refundPrefixes.address}${randomUUID()}`,
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
 * Corrects the shipping address of a paid order for staff, until it is in production. What costs more there isn't
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
      if (!isSameAddress(order, address)) await writeAddress({ req, tx }, order, address, actor)
    })
  if (isSameAddress(await findOrder(payload, orderId), address)) return
  const savings = await readStaffSavings(payload, payload.db.drizzle, orderId, address)
  if (sumMoveCost(savings) !== refundCents) throw savingsChanged()
  await moveWithRefund(args, { orderId, address, actor }, savings)
}

/**
 * Corrects the shipping address of a paid order for its buyer, until it is sent to the printer. What tax and shipping
 * cost less there is refunded: the address and the pending refund are written together. An address that is already set
 * changes nothing, so repeating the call is safe.
 * @throws AppError not_found, conflict (printing has begun; nothing is shipped; or PayPal refused the refund, with
 * `details.issue`; or it costs more there, with `details.amount`, see pay-for-change.ts), invalid (nobody knows what it
 * costs there, or it can't be settled here), version_conflict (something else was refunded meanwhile)
 */
export async function correctAddress(
  args: RefundArgs,
  orderId: number,
  address: NewAddress,
): Promise<void> {
  const { payload } = args
  const order = await findOrder(payload, orderId)
  if (!canBuyerChange(order)) throw tooLate()
  assertHasAddress(order)
  if (isSameAddress(order, address)) return
  const move = { orderId, address, actor: 'buyer' } as const
  const savings = toSavings(await readMoveCost(payload, payload.db.drizzle, order, address))
  if (sumMoveCost(savings) > 0) return moveWithRefund(args, move, savings)
  await withTransaction(payload, async (req, tx) => {
    const now = await writeRefundedAddress(payload, { req, tx }, move)
    if (now && sumMoveCost(now) > 0) throw savingsChanged()
  })
}
