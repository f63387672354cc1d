import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { destinationOf, shippingRegionOf, takesExpress } from '@/modules/checkout/rules/destination'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import { readAddressDifference } from '@/modules/orders/queries/address-difference'
import {
  canBuyerChange,
  canStaffChange,
  isPaidAndUnshipped,
} from '@/modules/orders/rules/order-status'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

import { readRefundable, refundOrder, type RefundResult } from './refund-order'

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
/** Who changes an order: its buyer, by link or account, or a staff member. */
export type ChangeActor = 'buyer' | { id: number; role: string; name: string }

export function actorName(actor: ChangeActor): string {
  return actor === 'buyer' ? 'buyer' : actor.name
}

export function tooLate(): AppError {
  return new AppError(
    'conflict',
    'Printing has begun, so this order can’t be changed here anymore.',
  )
}

/** Locks the order and refuses a change once printing has begun. The submission claims the same row, so only one of both wins. */
async function lockChangeable(
  tx: Tx,
  orderId: number,
  isChangeable: (order: LockedOrder) => boolean,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw notFound('The order')
  if (!isChangeable(order)) throw tooLate()
  return order
}

/** The email is sent a little later, so that several changes in a row make one email. */
const emailDelaySeconds = 60

const queueEmail = (tx: Tx, orderId: number): Promise<void> =>
  queueJob(
    tx,
    'send-order-changed',
    { orderId },
    { key: `order-changed:${orderId}`, delaySeconds: emailDelaySeconds },
  )

/** @throws AppError invalid if the tax would be another one at the new address: money never changes silently */
async function assertSameTax(
  payload: Payload,
  tx: Tx,
  order: LockedOrder,
  address: NewAddress,
): Promise<void> {
  const difference = await readAddressDifference(payload, tx, order.id, address)
  if (!difference?.taxCents) return
  const message =
    'Sales tax is different at this address, so we can’t change it here. Please email us and we’ll take care of it.'
  throw new AppError('invalid', message, { fields: { stateCode: message } })
}

const isSameRegion = (order: LockedOrder, { stateCode }: NewAddress): boolean =>
  shippingRegionOf(order.shippingAddress_stateCode ?? '') === shippingRegionOf(stateCode)

/** @throws AppError invalid if shipping to the new address has another price, or can't be by express */
async function assertSameShipping(
  payload: Payload,
  order: LockedOrder,
  address: NewAddress,
): Promise<void> {
  if (order.shippingMethod === 'express' && !takesExpress(destinationOf(address))) {
    const message =
      'Express carriers don’t deliver to this address. Please enter another one, or email us.'
    throw new AppError('invalid', message, { fields: { address1: message } })
  }
  const { pricing } = await getSettings(payload)
  if (pricing.shippingSource === 'flat' || isSameRegion(order, address)) return
  const message =
    'Shipping costs a different amount to this address, so we can’t change it here. Please email us and we’ll take care of it.'
  throw new AppError('invalid', message, { fields: { stateCode: message } })
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

const isSame = (order: LockedOrder, address: NewAddress): boolean =>
  Object.entries(addressColumns).every(
    ([name, column]) => (order[column] ?? '') === (address[name as keyof NewAddress] ?? ''),
  )

const isSameName = (order: LockedOrder, { firstName, lastName }: NewAddress): boolean =>
  order.shippingAddress_firstName === firstName && order.shippingAddress_lastName === lastName

/**
 * Corrects the delivery address of a paid order. A buyer can until it is sent to the printer, and not if the tax would
 * change; staff can until it is in production, and the total stays. An address that is already set changes nothing, so
 * repeating the call is safe.
 * @throws AppError not_found, conflict (printing has begun), invalid (the tax would change)
 */
export async function changeAddress(
  payload: Payload,
  orderId: number,
  address: NewAddress,
  actor: ChangeActor,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockChangeable(
      tx,
      orderId,
      actor === 'buyer' ? canBuyerChange : canStaffChange,
    )
    if (isSame(order, address)) return
    if (actor === 'buyer') {
      await assertSameShipping(payload, order, address)
      await assertSameTax(payload, tx, order, address)
    }
    // A billing address that was the same one stays what it was when the order was paid.
    await tx
      .update(orders)
      .set({
        ...toColumns(address),
        // A new name is the one that goes on the label.
        ...(isSameName(order, address) ? {} : { giftRecipient: null }),
        // Until then the address itself says whose tax was charged.
        ...(order.shippingAddress_stateCode === address.stateCode
          ? {}
          : {
              taxedState: sql`coalesce(${orders.taxedState}, ${orders.shippingAddress_stateCode})`,
            }),
        // The days on the way were those to another region.
        ...(isSameRegion(order, address) ? {} : { transitDaysMin: null, transitDaysMax: null }),
        ...nextVersion,
      })
      .where(eq(orders.id, orderId))
    await recordChange(req, tx, orderId, actor, {
      type: 'address_changed',
      message: 'Delivery address changed',
      reason: 'PayPal’s seller protection covers only the address at the time of payment.',
    })
  })
}

/** Writes a change to the timeline and the audit log, and queues its email. */
export async function recordChange(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  actor: ChangeActor,
  event: { type: string; message: string; reason?: string },
): Promise<void> {
  await addOrderEvent(req, orderId, { ...event, actor: actorName(actor) })
  if (actor !== 'buyer')
    await audit(tx, actor, {
      action: `order.${event.type}`,
      subjectType: 'order',
      subjectId: orderId,
    })
  await queueEmail(tx, orderId)
}

type Cancellation = {
  orderId: number
  actor: ChangeActor
  /** The lease under which staff canceled the order at Printful first. */
  lease?: string
}

/** @throws AppError conflict unless the order can be canceled now */
function assertCancelable(order: LockedOrder, { actor, lease }: Cancellation): void {
  if (actor === 'buyer') {
    if (!canBuyerChange(order)) throw tooLate()
    return
  }
  const isFree =
    lease === undefined
      ? ['none', 'canceled'].includes(order.fulfillment ?? 'none')
      : order.fulfillmentLeaseUntil === lease
  if (!isPaidAndUnshipped(order) || !isFree)
    throw new AppError(
      'conflict',
      'This order is being printed, or it was shipped or canceled, so it can’t be canceled with a refund.',
    )
}

/**
 * Cancels a paid order and refunds what is left of the payment. The cancellation and the pending refund are written
 * together; the reconciler finishes a refund whose result was lost. Repeating the call returns the same refund.
 * @throws AppError not_found, conflict (printing has begun; PayPal refused the refund, with `details.issue`),
 * version_conflict (refunded meanwhile); ProviderError if the outcome is unknown, which the reconciler resolves within
 * minutes
 */
export async function cancelOrder(
  args: { payload: Payload; payments: PaymentProvider },
  cancellation: Cancellation,
): Promise<RefundResult> {
  const { orderId, actor, lease } = cancellation
  const { uuid, leftCents } = await readRefundable(args.payload, orderId)
  const message = `Canceled by the ${actor === 'buyer' ? 'customer' : 'shop'}`
  const request = {
    orderId,
    amountCents: leftCents,
    leftCents,
    reason: message,
    refundId: `cancel-${uuid}`,
    actor,
    actorName: actorName(actor),
  }
  return refundOrder(args, request, async (req, tx, order) => {
    assertCancelable(order, cancellation)
    await tx
      .update(orders)
      .set({
        status: 'cancelled',
        ...(lease === undefined ? {} : { fulfillment: 'canceled' }),
        ...nextVersion,
      })
      .where(eq(orders.id, orderId))
    await addOrderEvent(req, orderId, { type: 'cancelled', actor: actorName(actor), message })
    if (actor === 'buyer') await notifyAboutOrder(tx, 'canceled', orderId)
    else
      await audit(tx, actor, { action: 'order.canceled', subjectType: 'order', subjectId: orderId })
    return undefined
  })
}
