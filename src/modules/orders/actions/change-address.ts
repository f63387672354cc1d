import { randomUUID } from 'node:crypto'

import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { destinationOf, shippingRegionOf, takesExpress } from '@/modules/checkout/rules/destination'
import { type LockedOrder, nextVersion } from '@/modules/orders/order-record'
import { readAddressDifference } from '@/modules/orders/queries/address-difference'
import { refundRequestId } from '@/modules/orders/rules/line-refund'
import { canBuyerChange, canStaffChange } from '@/modules/orders/rules/order-status'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders, refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
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

/**
 * Corrects the delivery address of a paid order for staff, until it is in production. The total stays. An address that
 * is already set changes nothing, so repeating the call is safe.
 * @throws AppError not_found, conflict (printing has begun)
 */
export async function changeAddress(
  payload: Payload,
  orderId: number,
  address: NewAddress,
  actor: ChangeActor,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockChangeable(tx, orderId, canStaffChange)
    if (!isSame(order, address)) await writeAddress({ req, tx }, order, address, actor)
  })
}

/** Writes a buyer's address under the order's lock. @returns what it costs less there; null if it is set already */
async function writeBuyersAddress(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  orderId: number,
  address: NewAddress,
): Promise<Savings | null> {
  const order = await lockChangeable(tx, orderId, canBuyerChange)
  if (isSame(order, address)) return null
  const savings = await readSavings(payload, tx, order, address)
  // With less tax, what remains is that of the new address.
  await writeAddress({ req, tx }, order, address, 'buyer', savings.taxCents > 0 ? null : undefined)
  return savings
}

/**
 * Corrects the delivery address of a paid order for its buyer, until it is sent to the printer. What tax and shipping
 * cost less there is refunded: the address and the pending refund are written together. An address that is already set
 * changes nothing, so repeating the call is safe.
 * @throws AppError not_found, conflict (printing has begun; or PayPal refused the refund, with `details.issue`),
 * invalid (it costs more there), version_conflict (something else was refunded meanwhile)
 */
export async function correctAddress(
  args: RefundArgs,
  orderId: number,
  address: NewAddress,
): Promise<void> {
  const { payload } = args
  const [order] = await payload.db.drizzle.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('The order')
  if (!canBuyerChange(order)) throw tooLate()
  if (!order.shippingAddress_address1)
    throw new AppError('conflict', 'Nothing in this order is shipped, so it has no address.')
  if (isSame(order, address)) return
  const { taxCents, shippingCents } = await readSavings(payload, payload.db.drizzle, order, address)
  const amountCents = taxCents + shippingCents
  if (amountCents === 0) {
    await withTransaction(payload, async (req, tx) => {
      const savings = await writeBuyersAddress(payload, { req, tx }, orderId, address)
      if (savings && savings.taxCents + savings.shippingCents > 0) throw savingsChanged()
    })
    return
  }
  const refund = {
    orderId,
    amountCents,
    reason: 'Lower costs at the new address',
    refundId: `address-${randomUUID()}`,
    actor: 'buyer' as const,
    actorName: 'buyer',
  }
  await refundChange(args, refund, 'Your address', async (req, tx) => {
    const savings = await writeBuyersAddress(payload, { req, tx }, orderId, address)
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

const savingsChanged = (): AppError =>
  new AppError('version_conflict', 'This order has just changed. Check it, then try again.')
