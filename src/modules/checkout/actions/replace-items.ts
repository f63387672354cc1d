import { randomUUID } from 'node:crypto'

import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import {
  canReplaceItems,
  type ReplacementReason,
  replacementReasonLabels,
} from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { queueSubmission } from './queue-submission'

export type Replacement = {
  orderId: number
  lines: readonly { itemId: string; quantity: number }[]
  reason: ReplacementReason
  /** Created by the page once per intended replacement; the same id makes one order. */
  requestId: string
  actor: { id: number; role: string }
  actorName: string
}
type Created = { id: number; orderNumber: string }

/** @throws AppError invalid for an item of another order, and for more than was bought */
function chooseItems({ items }: Order, lines: Replacement['lines']): NonNullable<Order['items']> {
  return lines.map(({ itemId, quantity }) => {
    const item = items?.find(({ id }) => id === itemId)
    if (item && quantity <= item.quantity)
      return {
        product: item.product,
        name: item.name,
        image: item.image,
        size: item.size,
        color: item.color,
        sku: item.sku,
        unitPriceCents: 0,
        quantity,
        discountCents: 0,
      }
    const message = item
      ? `You can send ${item.quantity} of “${item.name}” again.`
      : 'Please choose items of this order.'
    throw new AppError('invalid', message, { fields: { lines: message } })
  })
}

/** Writes the order that is sent at no charge: it is paid without a payment, so that the ledger shows no revenue. */
async function createOrder(
  req: TxRequest,
  tx: Tx,
  original: Order,
  { lines, reason, requestId }: Replacement,
): Promise<Created> {
  const uuid = randomUUID()
  const { rows } = await tx.execute(sql`select nextval('order_numbers') as value`)
  return req.payload.create({
    collection: 'orders',
    req,
    depth: 0,
    data: {
      orderNumber: `DF-${String(rows[0]?.value)}`,
      uuid,
      checkoutId: requestId,
      accessKeyHash: hashOrderKey(createOrderKey(uuid)),
      status: 'paid',
      version: 1,
      currency: original.currency,
      subtotalCents: 0,
      discountCents: 0,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 0,
      shippingMethod: 'standard',
      email: original.email,
      customer: original.customer,
      shippingAddress: original.shippingAddress,
      billingSameAsShipping: original.billingSameAsShipping,
      billingAddress: original.billingAddress,
      isGift: original.isGift,
      giftRecipient: original.giftRecipient,
      giftNote: original.giftNote,
      senderName: original.senderName,
      items: chooseItems(original, lines),
      replaces: original.id,
      replacementReason: reason,
      paymentState: 'completed',
      paidAt: new Date().toISOString(),
      paypalEnvironment: original.paypalEnvironment,
      paymentMethod: original.paymentMethod,
      paymentAttempt: 1,
      fulfillmentAttempt: 1,
    },
  })
}

async function recordReplacement(
  req: TxRequest,
  tx: Tx,
  original: Order,
  created: Created,
  { reason, actor, actorName }: Replacement,
): Promise<void> {
  const type = 'replaced'
  await addOrderEvent(req, original.id, {
    type,
    actor: actorName,
    message: `Items resent at no charge as order ${created.orderNumber}`,
    reason: replacementReasonLabels[reason],
  })
  await addOrderEvent(req, created.id, {
    type,
    actor: actorName,
    message: `Replacement for order ${original.orderNumber}, at no charge`,
    reason: replacementReasonLabels[reason],
  })
  await audit(tx, actor, {
    action: 'order.replaced',
    subjectType: 'order',
    subjectId: original.id,
    details: { replacementId: created.id, reason },
  })
  await queueJob(
    tx,
    'send-order-received',
    { orderId: created.id },
    { key: `order-received:${created.id}` },
  )
  await queueSubmission(tx, created.id)
}

/**
 * Sends items of an order again at no charge, as an order of its own that is printed and shipped like others. No payment
 * is made, and no provider is called. The same `requestId` makes one order.
 * @throws AppError not_found, invalid (more than was bought), conflict (not paid, or canceled)
 */
export function replaceItems(payload: Payload, replacement: Replacement): Promise<Created> {
  return withTransaction(payload, async (req, tx) => {
    const { orderId, requestId } = replacement
    const locked = await lockOrder(tx, orderId)
    if (!locked) throw notFound('The order')
    const [existing] = await tx
      .select({ id: orders.id, orderNumber: orders.orderNumber, replaces: orders.replaces })
      .from(orders)
      .where(eq(orders.checkoutId, requestId))
    if (existing && existing.replaces !== orderId)
      throw new AppError('conflict', 'Please send a new UUID for this replacement.')
    if (existing) return { id: existing.id, orderNumber: existing.orderNumber }
    if (!canReplaceItems(locked))
      throw new AppError('conflict', 'Items can be sent again once an order is being printed.')
    const original = await payload.findByID({ collection: 'orders', id: orderId, depth: 0, req })
    const created = await createOrder(req, tx, original, replacement)
    await recordReplacement(req, tx, original, created, replacement)
    return { id: created.id, orderNumber: created.orderNumber }
  })
}
