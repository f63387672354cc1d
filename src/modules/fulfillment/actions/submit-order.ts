import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isVariant } from '@/modules/checkout/queries'
import { itemName } from '@/modules/checkout/rules/cart'
import {
  calculateIncome,
  costExceedsRevenue,
  externalOrderId,
  type FulfillmentStatus,
  hasSameLines,
  isSameAddress,
  submittableStatuses,
} from '@/modules/fulfillment/rules/fulfillment'
import { addOrderEvent, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { isPaidAndOpen } from '@/modules/orders/queries/admin-orders'
import { refundedQuantity } from '@/modules/orders/queries/refundable-order'
import { incomeChanges } from '@/modules/orders/queries/refunded-income'
import { orders, orders_items, products_variants } from '@/payload-generated-schema'
import { connectionErrorMessage, recordConnectionFailure } from '@/platform/connections/credentials'
import { notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { queueJob } from '@/platform/job-queue'
import { type Cents, formatMoney } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'
import type {
  NewPrintfulOrder,
  PrintfulGateway,
  PrintfulOrder,
  PrintfulRecipient,
} from '@/providers/printful/interface'

import { applyPrintfulOrder } from './apply-printful-order'
import { assertPaidAndOpen, canceledAtPrintfulError, selectSubmission } from './request-submission'
import { findObstacle, type Obstacle, obstacleMessages } from './submission-obstacle'

type SubmissionResult = {
  /** sent: Printful has it and makes it. held: staff must check it. waiting: a queued job continues. */
  outcome: 'sent' | 'held' | 'waiting'
  message: string
}
export type SubmitOptions = {
  /** Requested by staff: an order that failed at Printful is tried again. */
  byHand?: boolean
  /** Staff checked what is unusual about it and want it printed anyway. */
  accept?: boolean
  /** Queued when it was paid. The settings may have changed since. */
  isAutomatic?: boolean
}
type Args = { payload: Payload; printful: PrintfulGateway }
type Order = typeof orders.$inferSelect

const leaseSeconds = 150
/** When a lease ends that begins now. */
export const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`
export const isUnleased = or(
  isNull(orders.fulfillmentLeaseUntil),
  lt(orders.fulfillmentLeaseUntil, sql`now()`),
)
const goneMessage =
  'This order no longer exists on Printful. If you connected another store, check the previous one. Then send it as a new order, or refund the customer.'
const retrySeconds = 60
const retryAfterLeaseSeconds = leaseSeconds + 10

/**
 * Only staff send an order while its customer is asked to pay for a change. Nor is it sent by the job of its payment
 * while automatic submission is off, or the customer may still change it: the poll sends it then.
 */
const isNotDue = (
  {
    isRequested,
    isDue,
    fulfillment,
  }: { isRequested: boolean; isDue: boolean; fulfillment: FulfillmentStatus },
  { byHand, isAutomatic }: SubmitOptions,
): boolean => fulfillment === 'none' && !byHand && (isRequested || (isAutomatic === true && !isDue))

/**
 * Claims a paid order that is not submitted, with a lease: one submission runs per order, and a
 * crashed worker doesn't block it for long. Returns undefined if it could not be claimed. The order is locked before it
 * is read, because staff ask for changes under its lock.
 */
function claimOrder(
  payload: Payload,
  orderId: number,
  options: SubmitOptions,
): Promise<Order | undefined> {
  return withTransaction(payload, async (_req, tx) => {
    await lockOrder(tx, orderId)
    const [submission] = await selectSubmission(tx, orderId)
    if (!submission || isNotDue(submission, options)) return undefined
    const [order] = await tx
      .update(orders)
      .set({
        fulfillment: 'submitting',
        fulfillmentNote: null,
        fulfillmentLeaseUntil: leaseEnd,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(orders.id, orderId),
          isPaidAndOpen,
          or(isNull(orders.fulfillment), inArray(orders.fulfillment, submittableStatuses)),
          isUnleased,
        ),
      )
      .returning()
    return order
  })
}

/** Explains why an order could not be claimed. @throws AppError conflict if it may not be submitted at all */
async function explainUnclaimed(
  payload: Payload,
  orderId: number,
  options: SubmitOptions = {},
): Promise<SubmissionResult> {
  const [submission] = await selectSubmission(payload.db.drizzle, orderId)
  if (!submission) throw notFound('The order')
  const { orderNumber, fulfillment, printfulOrderId } = submission
  if (['submitted', 'in-production', 'shipped', 'returned'].includes(fulfillment))
    return {
      outcome: 'sent',
      message: `Order ${orderNumber} is already on Printful as ${printfulOrderId}.`,
    }
  if (fulfillment === 'canceled') throw canceledAtPrintfulError()
  try {
    assertPaidAndOpen(submission)
  } catch (error) {
    // Refunded, canceled, or shipped otherwise while a retry was waiting.
    if (fulfillment === 'submitting') await endSubmission(payload, orderId, null, isUnleased)
    throw error
  }
  if (isNotDue(submission, options))
    return { outcome: 'waiting', message: 'This order isn’t sent automatically yet.' }
  // Not by hand, so that a payment that was contested since then stops it.
  await queueJob(
    payload.db.drizzle,
    'submit-order',
    { orderId, accept: options.accept },
    { key: `submit-order:${orderId}:after`, delaySeconds: retryAfterLeaseSeconds },
  )
  return { outcome: 'waiting', message: 'This order is being sent right now.' }
}

/** Ends a submission for which Printful has no order. `canceled`: staff can send it only as a new order. */
async function stopWithoutOrder(
  payload: Payload,
  orderId: number,
  message: string,
  fulfillment: 'on-hold' | 'canceled',
): Promise<SubmissionResult> {
  await withTransaction(payload, async (req, tx) => {
    await tx
      .update(orders)
      .set({
        fulfillment,
        fulfillmentNote: message,
        fulfillmentLeaseUntil: null,
        ...(fulfillment === 'canceled' ? { fulfillmentCostCents: null } : {}),
        ...nextVersion,
      })
      .where(eq(orders.id, orderId))
    await addOrderEvent(req, orderId, {
      type: `printer:${fulfillment}`,
      actor: 'the shop',
      message: 'Not sent to Printful',
      reason: message,
    })
  })
  return { outcome: 'held', message }
}

/** Stops with a message for staff; nothing continues automatically. */
async function holdOrder(
  payload: Payload,
  orderId: number,
  message: string,
  draft?: { order: PrintfulOrder; readAt: Date },
): Promise<SubmissionResult> {
  if (!draft) return stopWithoutOrder(payload, orderId, message, 'on-hold')
  await applyPrintfulOrder(payload, orderId, draft.order, {
    readAt: draft.readAt,
    hold: message,
    endsLease: true,
  })
  return { outcome: 'held', message }
}

/** Ends the lease and queues a retry, which first checks what Printful has. */
async function retryLater(
  payload: Payload,
  orderId: number,
  options: SubmitOptions,
  message: string,
  delaySeconds = retrySeconds,
): Promise<SubmissionResult> {
  await withTransaction(payload, async (_req, tx) => {
    await tx
      .update(orders)
      .set({ fulfillmentLeaseUntil: null, fulfillmentNote: message })
      .where(eq(orders.id, orderId))
    await queueJob(
      tx,
      'submit-order',
      { orderId, ...options },
      { key: `submit-order:${orderId}`, delaySeconds },
    )
  })
  return { outcome: 'waiting', message }
}

/** Returns an order to the state before its submission; a draft at Printful stays. */
async function endSubmission(
  { db }: Payload,
  orderId: number,
  note: string | null,
  condition?: SQL,
): Promise<void> {
  await db.drizzle
    .update(orders)
    .set({
      fulfillment: sql`(case when ${orders.printfulOrderId} is null then 'none' else 'draft' end)::enum_orders_fulfillment`,
      fulfillmentNote: note,
      fulfillmentLeaseUntil: null,
      updatedAt: sql`now()`,
    })
    .where(
      and(eq(orders.id, orderId), inArray(orders.fulfillment, ['submitting', 'draft']), condition),
    )
}

/** Ends the submission of an order, because Printful can't be used. */
export async function releaseUnsubmitted(
  payload: Payload,
  orderId: number,
  message: string,
): Promise<SubmissionResult> {
  await endSubmission(payload, orderId, message)
  return { outcome: 'held', message }
}

/** Returns the shipping address of an order as Printful takes it. */
export function toRecipient(order: Order): PrintfulRecipient {
  return {
    name:
      order.giftRecipient ||
      `${order.shippingAddress_firstName ?? ''} ${order.shippingAddress_lastName ?? ''}`.trim(),
    address1: order.shippingAddress_address1 ?? '',
    address2: order.shippingAddress_address2 || null,
    city: order.shippingAddress_city ?? '',
    stateCode: order.shippingAddress_stateCode ?? '',
    countryCode: order.shippingAddress_countryCode ?? 'US',
    zip: order.shippingAddress_zip ?? '',
    phone: order.shippingAddress_phone || null,
    email: order.email,
  }
}

/**
 * Lists line items with the Printful variant linked to their product, size, and color, without what was refunded.
 * @param swap one of them as it will be
 */
export function listLines(
  { db: { drizzle } }: Payload,
  orderId: number,
  swap?: { itemId: string; wanted: { size: string; color: string } },
) {
  const afterSwap = (name: 'size' | 'color'): SQL<string> =>
    swap
      ? sql`case when ${orders_items.id} = ${swap.itemId} then ${swap.wanted[name]} else ${orders_items[name]} end`
      : sql`${orders_items[name]}`
  const size = afterSwap('size')
  const color = afterSwap('color')
  const printfulVariantId = drizzle
    .select({ id: products_variants.printfulVariantId })
    .from(products_variants)
    .where(and(eq(products_variants._parentID, orders_items.product), isVariant(size, color)))
    .limit(1)
  return drizzle
    .select({
      id: orders_items.id,
      name: orders_items.name,
      size,
      color,
      quantity: sql<number>`(${orders_items.quantity} - ${refundedQuantity})::integer`,
      unitPriceCents: orders_items.unitPriceCents,
      printfulVariantId: sql<string | null>`${printfulVariantId}`,
    })
    .from(orders_items)
    .where(and(eq(orders_items._parentID, orderId), gt(orders_items.quantity, refundedQuantity)))
    .orderBy(asc(orders_items._order))
}
type Line = Awaited<ReturnType<typeof listLines>>[number]

/** Returns which items Printful can't make, as a message for staff, or null. */
export function findUnlinked(lines: readonly Line[]): string | null {
  const unlinked = lines.filter(({ printfulVariantId }) => !printfulVariantId)
  if (lines.length > 0 && unlinked.length === 0) return null
  const names = unlinked.map(itemName).join('; ')
  return `Not available on Printful: ${names || 'all items'}.`
}

/** Printful's services for the methods, where the price isn't one of its own rates. */
const printfulServices = { standard: 'STANDARD', express: 'PRINTFUL_FAST' } satisfies Record<
  Order['shippingMethod'],
  string
>

/** Returns an order as Printful takes it. */
export function toNewOrder(order: Order, lines: readonly Line[]): NewPrintfulOrder {
  return {
    externalId: externalOrderId(order.uuid, order.fulfillmentAttempt),
    orderNumber: order.orderNumber,
    recipient: toRecipient(order),
    lines: lines.map((line) => ({
      externalId: line.id,
      syncVariantId: line.printfulVariantId ?? '',
      quantity: line.quantity,
      retailCents: line.unitPriceCents,
      name: line.name,
    })),
    shipping: order.shippingService ?? printfulServices[order.shippingMethod],
    retail: {
      subtotalCents: order.subtotalCents,
      discountCents: order.discountCents,
      shippingCents: order.shippingCents,
      taxCents: order.taxCents,
    },
    // A replacement is sent without prices, too: a packing slip with zeros would puzzle the customer.
    gift: order.isGift || order.replaces ? { note: order.giftNote } : null,
    senderName: order.senderName,
  }
}

/**
 * Returns the order at Printful, or creates a draft. It always looks first: a lost response doesn't mean that nothing was
 * created. An order that is gone isn't replaced, because another store may still print it: then it returns null.
 */
async function findOrCreateDraft(
  printful: PrintfulGateway,
  { printfulOrderId }: Order,
  newOrder: NewPrintfulOrder,
): Promise<PrintfulOrder | null> {
  if (printfulOrderId) return printful.getOrder({ id: printfulOrderId })
  const findByExternalId = () => printful.getOrder({ externalId: newOrder.externalId })
  const existing = await findByExternalId()
  if (existing) return existing
  try {
    return await printful.createDraft(newOrder)
  } catch (error) {
    // It may have been created anyway, by a process that died or by a parallel one.
    const mayExist =
      error instanceof ProviderError &&
      (error.details.issue === 'OR-13' ||
        error.details.kind === 'down' ||
        error.details.kind === 'unexpected')
    const created = mayExist ? await findByExternalId() : null
    if (created) return created
    throw error
  }
}

type IncomeChanges = { differenceCents: Cents; refundedCents: Cents }

async function readIncomeChanges(payload: Payload, orderId: number): Promise<IncomeChanges> {
  const { differenceCents, refundedCents } = incomeChanges(payload)
  const [changes] = await payload.db.drizzle
    .select({ differenceCents, refundedCents })
    .from(orders)
    .where(eq(orders.id, orderId))
  return changes ?? { differenceCents: 0, refundedCents: 0 }
}

/** Returns why a draft should not be confirmed, as a message for staff, or null. */
function findDraftProblem(
  order: Order & IncomeChanges,
  newOrder: NewPrintfulOrder,
  draft: PrintfulOrder,
  accept: boolean,
): string | null {
  if (draft.incomplete > 0 || !hasSameLines(newOrder.lines, draft.items))
    return 'The Printful draft doesn’t match the order’s items. Delete the draft and send the order again, or fix the draft on Printful.'
  if (accept) return null
  if (!isSameAddress(newOrder.recipient, draft.recipient))
    return 'The Printful draft has a different shipping address. Compare the two, then send it anyway or fix it on Printful.'
  if (draft.currency && draft.currency !== 'USD')
    return `Printful charges in ${draft.currency}, but the shop uses USD.`
  // A replacement brings in nothing, and staff have decided to pay for it.
  if (!order.replaces && draft.costCents !== null && costExceedsRevenue(draft.costCents, order))
    return `Printful charges ${formatMoney(draft.costCents)}, but the customer paid ${formatMoney(calculateIncome(order))} for items and shipping${order.refundedCents > 0 ? ', after refunds' : ''}. Send it anyway, or refund the customer.`
  return null
}

/**
 * Reads an order after a call that failed but may still have had its effect.
 * @throws that error if it had none
 */
export async function readAfterError(
  printful: PrintfulGateway,
  id: string,
  error: unknown,
): Promise<PrintfulOrder | null> {
  if (
    !(error instanceof ProviderError) ||
    ['sign-in', 'permission', 'limit'].includes(error.details.kind ?? '')
  )
    throw error
  return printful.getOrder({ id })
}

/** Confirms a draft, which charges the shop. After an error the order's status at Printful decides. */
async function confirmDraft(printful: PrintfulGateway, id: string): Promise<PrintfulOrder> {
  try {
    return await printful.confirmOrder(id)
  } catch (error) {
    const current = await readAfterError(printful, id, error)
    if (current && current.status !== 'draft' && current.status !== 'failed') return current
    throw error
  }
}

/** Applies an order that no longer needs confirmation. */
async function applySubmitted(
  payload: Payload,
  { id, orderNumber }: Order,
  printfulOrder: PrintfulOrder,
  readAt: Date,
): Promise<SubmissionResult> {
  const status = await applyPrintfulOrder(payload, id, printfulOrder, { readAt, endsLease: true })
  if (status === null) return explainUnclaimed(payload, id)
  return status === 'on-hold' || status === 'failed' || status === 'canceled'
    ? {
        outcome: 'held',
        message: printfulOrder.error ?? 'Printful can’t make this order. Check it on Printful.',
      }
    : { outcome: 'sent', message: `Order ${orderNumber} is on Printful as ${printfulOrder.id}.` }
}

/** Returns why an order must no longer be printed as it was when this submission began; null if it may be. */
async function findLateObstacle(
  payload: Payload,
  order: Order,
  { lines }: NewPrintfulOrder,
  byHand: boolean,
): Promise<Obstacle | null> {
  const obstacle = await findObstacle(payload, order, byHand)
  if (obstacle) return obstacle
  const now = toNewOrder(order, await listLines(payload, order.id))
  return hasSameLines(lines, now.lines) ? null : 'changed'
}

/**
 * Handles an order that was canceled, contested, or changed while Printful was accepting it: cancels it there, or holds
 * it for staff if it is contested or can no longer be canceled.
 */
async function withdrawConfirmed(
  { payload, printful }: Args,
  order: Order,
  confirmed: PrintfulOrder,
  obstacle: Obstacle,
): Promise<SubmissionResult> {
  const hold = (message: string) =>
    holdOrder(payload, order.id, message, { order: confirmed, readAt: new Date() })
  if (obstacle === 'contested')
    return hold(
      'The customer contested the payment while Printful accepted this order. Cancel it on Printful if you don’t want to ship it.',
    )
  const reason =
    obstacle === 'closed'
      ? 'This order was canceled or refunded here'
      : 'Items in this order were refunded or changed here'
  const canceled = await printful.cancelOrder(confirmed.id).catch((error: unknown) => {
    if (error instanceof ProviderError) return null
    throw error
  })
  if (!canceled)
    return hold(`${reason} while Printful accepted it. Cancel it on Printful if you still can.`)
  const message = `${reason}, so we canceled it on Printful.${obstacle === 'changed' ? ' Send it as a new order to print the rest.' : ''}`
  await applyPrintfulOrder(payload, order.id, canceled, {
    readAt: new Date(),
    event: { type: 'order_canceled', reason: message },
    endsLease: true,
  })
  return { outcome: 'held', message }
}

/** Checks the draft against the order and confirms it. */
async function confirmOrder(
  { payload, printful }: Args,
  order: Order,
  newOrder: NewPrintfulOrder,
  draft: PrintfulOrder,
  options: SubmitOptions,
): Promise<SubmissionResult> {
  const readAt = new Date()
  const { drizzle } = payload.db
  const isConfirmable =
    draft.status === 'draft' || (draft.status === 'failed' && options.byHand === true)
  const isCalculating = draft.status === 'onhold' && draft.costCents === null
  if (!isConfirmable && !isCalculating) return applySubmitted(payload, order, draft, readAt)
  // From here on, a retry after a crash finds the draft by its id.
  await drizzle
    .update(orders)
    .set({ printfulOrderId: draft.id })
    .where(
      and(
        eq(orders.id, order.id),
        isNull(orders.printfulOrderId),
        eq(orders.fulfillmentAttempt, order.fulfillmentAttempt),
      ),
    )
  if (draft.costCents === null)
    return retryLater(payload, order.id, options, 'Printful is still calculating the cost.')
  const changes = await readIncomeChanges(payload, order.id)
  const problem = findDraftProblem(
    { ...order, ...changes },
    newOrder,
    draft,
    options.accept === true,
  )
  if (problem) return holdOrder(payload, order.id, problem, { order: draft, readAt })
  const applied = await applyPrintfulOrder(
    payload,
    order.id,
    { ...draft, status: 'draft' },
    { readAt },
  )
  // Another order at Printful took its place while this submission was slow.
  if (applied === null) return explainUnclaimed(payload, order.id)
  const findReason = () => findLateObstacle(payload, order, newOrder, options.byHand === true)
  const obstacle = await findReason()
  if (obstacle)
    return holdOrder(payload, order.id, obstacleMessages[obstacle], {
      order: draft,
      readAt: new Date(),
    })
  const confirmed = await confirmDraft(printful, draft.id)
  const lateObstacle = await findReason()
  if (lateObstacle) return withdrawConfirmed({ payload, printful }, order, confirmed, lateObstacle)
  const status = await applyPrintfulOrder(payload, order.id, confirmed, {
    readAt: new Date(),
    endsLease: true,
  })
  return status === 'failed' || status === 'on-hold'
    ? { outcome: 'held', message: confirmed.error ?? 'Printful couldn’t start this order.' }
    : { outcome: 'sent', message: `Order ${order.orderNumber} was submitted to Printful.` }
}

/** Ends a submission after an error of Printful: released, held, or retried, depending on the error. */
async function handleProviderError(
  payload: Payload,
  orderId: number,
  options: SubmitOptions,
  error: ProviderError,
): Promise<SubmissionResult> {
  const { kind, retryAfterMs } = error.details
  if (kind === 'sign-in' || kind === 'permission')
    return releaseUnsubmitted(
      payload,
      orderId,
      await recordConnectionFailure(payload, 'printful', error),
    )
  if (kind === 'refused')
    return holdOrder(payload, orderId, connectionErrorMessage('printful', error))
  return retryLater(
    payload,
    orderId,
    options,
    connectionErrorMessage('printful', error, 'We’ll try again automatically.'),
    retryAfterMs ? Math.ceil(retryAfterMs / 1000) : undefined,
  )
}

/**
 * Submits a paid order to Printful exactly once, however often it is called. Steps: claim the order
 * with a lease; look it up at Printful by its external id; create a draft only if there is none;
 * compare it with the order; confirm it, which charges the shop. After a crash, the next call
 * continues from what it finds. Temporary errors are retried by a queued job.
 * @throws AppError not_found, conflict (not paid, canceled there)
 */
export async function submitToPrintful(
  args: Args,
  orderId: number,
  options: SubmitOptions = {},
): Promise<SubmissionResult> {
  const { payload, printful } = args
  const order = await claimOrder(payload, orderId, options)
  if (!order) return explainUnclaimed(payload, orderId, options)
  try {
    const lines = await listLines(payload, orderId)
    const unlinked = findUnlinked(lines)
    if (unlinked)
      return await holdOrder(
        payload,
        orderId,
        `${unlinked} Sync products from Printful, or ship these items yourself.`,
      )
    const newOrder = toNewOrder(order, lines)
    const draft = await findOrCreateDraft(printful, order, newOrder)
    if (!draft) return await stopWithoutOrder(payload, orderId, goneMessage, 'canceled')
    return await confirmOrder(args, order, newOrder, draft, options)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return handleProviderError(payload, orderId, options, error)
  }
}
