import { randomUUID } from 'node:crypto'

import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { insertOrder, type PricedOrder } from '@/modules/checkout/actions/insert-order'
import { settleCovered } from '@/modules/checkout/actions/settle-payment'
import { cartLimits } from '@/modules/checkout/rules/cart'
import { chooseSenderName, type SenderNames } from '@/modules/checkout/rules/gift'
import { customerSchema } from '@/modules/checkout/schemas'
import { findDiscounts, lockDiscounts } from '@/modules/discounts/queries'
import { codeRefusalMessages } from '@/modules/discounts/rules'
import { draftOrderState, paymentLinkDays } from '@/modules/draft-orders/rules'
import { writeOrderUpdate } from '@/modules/orders/actions/update-order'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import { draft_orders, order_notes, orders } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Cents, formatMoney, toDecimal } from '@/platform/money'
import { addDays, dayIn, fromZonedDateTime } from '@/platform/time-zones'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { type DraftOrder, findAccountByEmail, type quoteDraft, toDraftColumns } from './queries'
import type { DraftOrderInput } from './schemas'

type Actor = Pick<User, 'id' | 'role'>
type Quoted = Awaited<ReturnType<typeof quoteDraft>>

/** Creates a draft. @returns its id */
export function createDraftOrder(
  payload: Payload,
  actor: Actor,
  input: DraftOrderInput,
  totalCents: Cents,
): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const { id } = await payload.create({
      collection: 'draft-orders',
      depth: 0,
      req,
      data: { ...toDraftColumns(input), totalCents },
    })
    await audit(tx, actor, {
      action: 'draft_order.created',
      subjectType: 'draft_order',
      subjectId: id,
    })
    return id
  })
}

/** Locks a draft and reads the state of the latest order created from it. @throws AppError not_found */
async function lockDraft(tx: Tx, id: number) {
  const [draft] = await tx
    .select({ updatedAt: draft_orders.updatedAt, orderId: draft_orders.order })
    .from(draft_orders)
    .where(eq(draft_orders.id, id))
    .for('update')
  if (!draft) throw notFound('This draft')
  const order = draft.orderId === null ? undefined : await lockOrder(tx, draft.orderId)
  return { ...draft, order, state: draftOrderState(order?.status ?? null) }
}

const assertOpen = ({ state }: Awaited<ReturnType<typeof lockDraft>>): void => {
  if (state === 'sent')
    throw new AppError(
      'conflict',
      'The payment link of this draft has been sent. Cancel its order first.',
    )
  if (state === 'paid') throw new AppError('conflict', 'This draft is a paid order now.')
}

/** @throws AppError not_found, conflict (its link was sent, or it is paid); and what `assertUnchanged` throws */
export function updateDraftOrder(
  payload: Payload,
  actor: Actor,
  id: number,
  input: DraftOrderInput,
  {
    totalCents,
    assertUnchanged,
  }: { totalCents: Cents; assertUnchanged: (updatedAt: string) => void },
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const draft = await lockDraft(tx, id)
    assertUnchanged(new Date(draft.updatedAt).toISOString())
    assertOpen(draft)
    await payload.update({
      collection: 'draft-orders',
      id,
      depth: 0,
      req,
      data: { ...toDraftColumns(input), totalCents },
    })
    await audit(tx, actor, {
      action: 'draft_order.updated',
      subjectType: 'draft_order',
      subjectId: id,
    })
  })
}

/** Deletes a draft; an order created from it stays. @throws AppError not_found, conflict (its link was sent) */
export function deleteDraftOrder(payload: Payload, actor: Actor, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const draft = await lockDraft(tx, id)
    if (draft.state === 'sent') assertOpen(draft)
    await tx.delete(draft_orders).where(eq(draft_orders.id, id))
    await audit(tx, actor, {
      action: 'draft_order.deleted',
      subjectType: 'draft_order',
      subjectId: id,
    })
  })
}

/** Reads the recipient of a draft. @throws AppError invalid, by the fields of the form */
function parseRecipient({ email, shippingAddress }: DraftOrder) {
  const result = customerSchema.safeParse({
    email,
    ...shippingAddress,
    address2: shippingAddress.address2 || undefined,
    phone: shippingAddress.phone || undefined,
  })
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      return [name === 'email' ? name : `shippingAddress.${name}`, message]
    }),
  )
  throw new AppError('invalid', 'Please complete the customer’s email and address.', { fields })
}

/** @throws AppError invalid (the draft can't be ordered), totals_changed (its total isn't what staff saw) */
function assertPlaceable({ draft, quoted, seenCents, by }: Placement): PricedOrder {
  const { lines, sold, totals, shipping, codeMessage } = quoted
  const refuse = (field: string, message: string): never => {
    throw new AppError('invalid', message, { fields: { [field]: message } })
  }
  if (lines.length === 0) refuse('items', 'Please add at least one item.')
  if (sold.length < lines.length)
    refuse('items', 'Some items are no longer available. Please remove or replace them.')
  if (codeMessage) refuse('discount.code', codeMessage)
  if (!shipping || shipping.method !== draft.shippingMethod)
    return refuse('shippingMethod', 'Express shipping isn’t available to this address.')
  if (totals.totalCents > cartLimits.totalCents)
    refuse('items', `Orders are limited to ${formatMoney(cartLimits.totalCents)}.`)
  if (totals.totalCents === 0 && by === 'link')
    throw new AppError('conflict', 'There’s nothing to pay. Place it as a free order instead.')
  if (totals.totalCents !== seenCents)
    throw new AppError(
      'totals_changed',
      `The total is now ${formatMoney(totals.totalCents)}. Check it, then try again.`,
      { details: { total: toDecimal(totals.totalCents) } },
    )
  return {
    lines: sold,
    totals,
    discounts: quoted.discounts.map(({ id, ...discount }) => ({ id: id || null, ...discount })),
    shipping,
    taxCertificate: quoted.taxCertificate,
  }
}

export type Placement = {
  draft: DraftOrder
  /** The current price of the draft. */
  quoted: Quoted
  /** The total that staff saw. */
  seenCents: Cents
  senderNames: SenderNames
  /** link: the customer pays by the link in an email. record: it was paid another way, or is free. */
  by: 'link' | 'record'
  /** Why the order is free, or how it was paid. */
  reason?: string
  actor: Actor
  actorName: string
}
type PlacedDraft = {
  orderId: number
  orderNumber: string
  /** Free, so it's already paid. */
  isFree: boolean
}

/** The end of a day in the shop’s time zone, because that day is what customers read. */
const linkUntil = (): string | null =>
  fromZonedDateTime(
    `${addDays(dayIn(new Date(), env.SHOP_TIME_ZONE), paymentLinkDays)}T23:59`,
    env.SHOP_TIME_ZONE,
  )

/** Queues the email with the link, unless one is queued already. */
const queueLink = (tx: Tx, orderId: number): Promise<void> =>
  queueJob(tx, 'send-payment-link', { orderId }, { key: `payment-link:${orderId}` })

/**
 * Locks the discounts of an order that isn't written yet and checks that each has a use left for it. The order's link
 * holds that use.
 * @throws AppError invalid, on the field of the code; conflict for an automatic discount
 */
async function assertUsesLeft(
  tx: Tx,
  { discounts }: PricedOrder,
  customerId: number | null,
): Promise<void> {
  const ids = discounts.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  // Before the order is written, because its rows refer to the discounts and would lock them first.
  await lockDiscounts(tx, ids)
  const code = discounts.find((discount) => discount.code)?.code ?? null
  const { usedUp } = await findDiscounts(tx, code, customerId)
  const usedUpDiscount = discounts.find(({ id }) => id !== null && usedUp.includes(id))
  if (usedUpDiscount?.code)
    throw new AppError('invalid', codeRefusalMessages.used_up, {
      fields: { 'discount.code': codeRefusalMessages.used_up },
    })
  if (usedUpDiscount)
    throw new AppError(
      'conflict',
      `The discount “${usedUpDiscount.name}” has just reached its usage limit. Check the total, then try again.`,
    )
}

/** Writes the order of a locked draft, with its note, timeline, and audit entry. */
async function writeOrder(
  req: TxRequest,
  tx: Tx,
  placement: Placement,
  customerId: number | null,
): Promise<PlacedDraft> {
  const { draft, senderNames, by, reason, actor, actorName } = placement
  const { email, phone, newsletterSubscribe, ...address } = parseRecipient(draft)
  const shippingAddress = { ...address, phone }
  const priced = assertPlaceable(placement)
  const isFree = priced.totals.totalCents === 0
  await assertUsesLeft(tx, priced, customerId)
  const { id: orderId, orderNumber } = await insertOrder(tx, {
    ...priced,
    checkoutId: randomUUID(),
    email,
    customerId,
    shippingAddress,
    billingSameAsShipping: true,
    billingAddress: shippingAddress,
    newsletterSubscribe,
    isGift: false,
    senderName: chooseSenderName(senderNames, draft.plainPackage),
    paymentMethod: 'paypal',
    payableUntil: by === 'link' ? linkUntil() : null,
  })
  await addOrderEvent(req, orderId, {
    type: 'placed',
    message: isFree ? 'Free order created from a draft' : 'Order created from a draft',
    reason: isFree ? reason : undefined,
    actor: actorName,
  })
  if (draft.note) {
    await tx
      .insert(order_notes)
      .values({ order: orderId, text: draft.note, author: actor.id, authorName: actorName })
    await tx.update(orders).set({ notes: draft.note }).where(eq(orders.id, orderId))
  }
  await audit(tx, actor, {
    action: by === 'link' ? 'order.payment_link_sent' : 'order.created_by_staff',
    subjectType: 'order',
    subjectId: orderId,
    details: { draft: draft.id },
  })
  if (isFree) await settleCovered(req, tx, orderId)
  return { orderId, orderNumber, isFree }
}

/**
 * Creates an order from a draft, with the prices of the quote, and emails its payment link or records its payment. A
 * free order is paid at once. Repeated while that order is unpaid, it does so again with the same order.
 * @throws AppError not_found, invalid, totals_changed, version_conflict (the draft was changed since it was priced),
 * conflict (paid, being paid, or its link was sent with another total)
 */
export async function placeDraftOrder(
  payload: Payload,
  placement: Placement,
): Promise<PlacedDraft> {
  const { draft, by, reason, actor, actorName } = placement
  const customerId = await findAccountByEmail(payload, draft.email)
  return withTransaction(payload, async (req, tx) => {
    const recordPayment = (id: number) =>
      writeOrderUpdate(req, tx, {
        id,
        actor: actorName,
        actorId: actor.id,
        change: { status: 'paid', reason },
      })
    const current = await lockDraft(tx, draft.id)
    if (current.state === 'paid') assertOpen(current)
    if (current.state === 'sent' && current.order) {
      const { id: orderId, orderNumber, payableUntil, totalCents } = current.order
      if (totalCents !== placement.seenCents) assertOpen(current)
      if (by === 'record') await recordPayment(orderId)
      else if (payableUntil) await queueLink(tx, orderId)
      return { orderId, orderNumber, isFree: false }
    }
    const version = new Date(current.updatedAt).toISOString()
    if (version !== draft.updatedAt)
      throw new AppError(
        'version_conflict',
        'Someone else just changed this draft. Check it and try again.',
        { details: { version } },
      )
    const placed = await writeOrder(req, tx, placement, customerId)
    await tx
      .update(draft_orders)
      .set({ order: placed.orderId, updatedAt: sql`now()` })
      .where(eq(draft_orders.id, draft.id))
    if (by === 'link') await queueLink(tx, placed.orderId)
    else if (!placed.isFree) await recordPayment(placed.orderId)
    return placed
  })
}
