import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { variantName } from '@/modules/checkout/rules/cart'
import { addOrderEvent, type LockedOrder, lockOrder } from '@/modules/orders/order-record'
import { readAvailableVariants } from '@/modules/orders/queries/swap-options'
import {
  canReplaceItems,
  type ReplacementReason,
  replacementReasonLabels,
} from '@/modules/orders/rules/order-status'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { newOrderFields } from './insert-order'
import { queueSubmission } from './queue-submission'

type Replacement = {
  orderId: number
  /** Without another size or color, items are sent as they were ordered. */
  lines: readonly { itemId: string; quantity: number; size?: string; color?: string }[]
  reason: ReplacementReason
  /** Created by the page once per intended replacement; the same id makes one order. */
  requestId: string
  actor: Actor
  actorName: string
}
type Created = { id: number; orderNumber: string }

type Item = NonNullable<Order['items']>[number]

const invalidLines = (message: string): AppError =>
  new AppError('invalid', message, { fields: { lines: message } })

/** @throws AppError invalid for an item of another order, and for more than was bought */
function findItem({ items }: Order, { itemId, quantity }: Replacement['lines'][number]): Item {
  const item = items?.find(({ id }) => id === itemId)
  if (!item) throw invalidLines('Please choose items of this order.')
  if (quantity > item.quantity)
    throw invalidLines(`You can send ${item.quantity} of “${item.name}” again.`)
  return item
}

/** @throws AppError invalid also for a size or color that isn't available */
async function chooseItems(
  payload: Payload,
  tx: Tx,
  original: Order,
  lines: Replacement['lines'],
): Promise<Item[]> {
  const isChanged = lines.some(({ size, color }) => size !== undefined || color !== undefined)
  const available = isChanged ? await readAvailableVariants(payload, tx, original) : []
  return lines.map((line) => {
    const item = findItem(original, line)
    const { size = item.size, color = item.color } = line
    const isSame = size === item.size && color === item.color
    const variant = isSame
      ? item
      : available
          .find(({ itemId }) => itemId === line.itemId)
          ?.variants.find((one) => one.size === size && one.color === color)
    if (!variant)
      throw invalidLines(
        `“${item.name}” isn’t available in ${variantName({ size, color })} right now. ` +
          'Choose another size or color.',
      )
    return {
      product: item.product,
      name: item.name,
      image: variant.image ?? item.image,
      size,
      color,
      sku: variant.sku,
      unitPriceCents: 0,
      quantity: line.quantity,
      discountCents: 0,
      isFinalSale: item.isFinalSale,
      replacesItem: item.replacesItem ?? item.id,
    }
  })
}

/** Writes the order that is sent at no charge: it is paid without a payment, so that the ledger shows no revenue. */
async function createOrder(
  req: TxRequest,
  tx: Tx,
  original: Order,
  { lines, reason, requestId }: Replacement,
): Promise<Created> {
  return req.payload.create({
    collection: 'orders',
    req,
    depth: 0,
    data: {
      ...(await newOrderFields(tx)),
      checkoutId: requestId,
      status: 'paid',
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
      items: await chooseItems(req.payload, tx, original, lines),
      replaces: original.id,
      replacementReason: reason,
      paymentState: 'completed',
      paidAt: new Date().toISOString(),
      paypalEnvironment: original.paypalEnvironment,
      paymentMethod: original.paymentMethod,
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
  const isExchange = reason === 'exchange'
  await addOrderEvent(req, original.id, {
    type,
    actor: actorName,
    message: `Items ${isExchange ? 'exchanged' : 'resent'} at no charge as order ${created.orderNumber}`,
    reason: replacementReasonLabels[reason],
  })
  await addOrderEvent(req, created.id, {
    type,
    actor: actorName,
    message: `${isExchange ? 'Exchange' : 'Replacement'} for order ${original.orderNumber}, at no charge`,
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
 * Writes a replacement in the transaction that has locked its order, which sends each request once.
 * @throws AppError invalid (more than was bought, or not available), conflict (not paid, canceled, or erased)
 */
export async function writeReplacement(
  req: TxRequest,
  tx: Tx,
  locked: LockedOrder,
  replacement: Replacement,
): Promise<Created> {
  if (locked.email === erasedValues.email)
    throw new AppError(
      'conflict',
      'This customer’s data was deleted, so there’s no address to send to. Refund the payment instead.',
    )
  if (!canReplaceItems(locked))
    throw new AppError('conflict', 'Items can be sent again once an order is being printed.')
  const { id } = locked
  const original = await req.payload.findByID({ collection: 'orders', id, depth: 0, req })
  const created = await createOrder(req, tx, original, replacement)
  await recordReplacement(req, tx, original, created, replacement)
  return { id: created.id, orderNumber: created.orderNumber }
}

/**
 * Sends items of an order again at no charge, as an order of its own that is printed and shipped like others. No payment
 * is made, and no provider is called. The same `requestId` makes one order.
 * @throws AppError not_found, invalid (more than was bought, or not available), conflict (not paid, canceled, or erased)
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
    return writeReplacement(req, tx, locked, replacement)
  })
}
