import { and, eq, inArray, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgUpdateSetSource } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { findCartPaid, priceCart, toLineResponse } from '@/modules/checkout/queries'
import { declineMessage } from '@/modules/checkout/rules/card-verification'
import { pricesHoldUntil } from '@/modules/checkout/rules/expiry'
import { describeRefusal } from '@/modules/checkout/rules/payment-refusal'
import { findDiscounts, lockDiscounts } from '@/modules/discounts/queries'
import { holdsDiscountUse } from '@/modules/discounts/rules'
import { closeOpenOrder } from '@/modules/orders/actions/close-open-order'
import { releaseCanceledCard } from '@/modules/orders/actions/gift-card-payment'
import { isOrderKey } from '@/modules/orders/order-access-key'
import {
  addOrderEvent,
  lockOrder,
  nextVersion,
  paymentRefusedEvent,
} from '@/modules/orders/order-record'
import { assertChangePossible } from '@/modules/orders/queries/possible-change'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { relatedId } from '@/platform/database/related-id'
import { isUniqueViolation } from '@/platform/database/unique-violation'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'

import { type PaymentSettlement, queueFailedEmail, settlePayment } from './settle-payment'
import { type CardCheck, findCardObstacle } from './verify-card'

type Args = CardCheck
type CaptureResult = 'COMPLETED' | 'PENDING' | 'WORKING'

const leaseSeconds = 60
/** A capture's outcome is known by then. */
const emailDelaySeconds = 120
const lockWaitTimeoutMs = 5000
const pollIntervalMs = 250

const isQuoteExpired = (order: Order): boolean => Date.now() > pricesHoldUntil(order)

/**
 * An order's items must still be for sale; once its quote has expired, also at the same prices. A change that it pays
 * for must still be possible.
 */
export async function assertUnchanged(payload: Payload, order: Order): Promise<void> {
  await assertChangePossible(payload, order)
  const items = order.items ?? []
  const lines = await priceCart(
    payload,
    items.map(({ product, size, color, quantity }) => ({
      productId: typeof product === 'number' ? product : 0,
      size,
      color,
      quantity,
    })),
  )
  const isExpired = isQuoteExpired(order)
  const hasChanged = lines.some(
    (line, index) =>
      line.status !== 'ok' || (isExpired && line.unitCents !== items[index]?.unitPriceCents),
  )
  if (hasChanged)
    throw new AppError(
      'totals_changed',
      'This order changed before it was paid. Nothing was charged.',
      { details: { lines: lines.map(toLineResponse) } },
    )
}

/**
 * Checks the discounts of a locked order and locks them. An open payment link holds its use, so its limit isn't
 * checked.
 * @throws AppError totals_changed if a discount of the order was used up, its code was deleted, or it ended and the
 *   quote has expired
 */
export async function assertDiscountsLeft(tx: Tx, order: Order): Promise<void> {
  const used = order.discounts ?? []
  if (used.length === 0 || holdsDiscountUse(order)) return
  const ids = used.flatMap(({ discount }) => relatedId(discount) ?? [])
  await lockDiscounts(tx, ids)
  const code = used.find((discount) => discount.code)?.code ?? null
  const current = await findDiscounts(tx, code, relatedId(order.customer), {
    id: order.id,
    discountIds: ids,
  })
  const isUsedUp = current.usedUp.some((id) => ids.includes(id))
  const hasEnded = ids.some((id) => !current.discounts.some((discount) => discount.id === id))
  if (isUsedUp || (hasEnded && isQuoteExpired(order)))
    throw new AppError(
      'totals_changed',
      'This order’s discount is no longer available. Nothing was charged.',
    )
}

/**
 * Leases the order for one capture of the payment that was read with it; the lease expires, so a crashed process
 * can't block the order.
 * @returns the number of the attempt, or null if another caller holds the lease
 * @throws AppError totals_changed if it has changed, or a discount was used up; the database's error if another order of
 * the cart is paid, because `paidCartId` is unique
 */
async function claimCapture(payload: Payload, order: Order): Promise<number | null> {
  if (order.paymentState !== 'capturing') await assertUnchanged(payload, order)
  const claim = async (db: Db) => {
    const [claimed] = await db
      .update(orders)
      .set({
        paymentState: 'capturing',
        paidCartId: order.cartId,
        captureLeaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.status, 'pending'),
          eq(orders.paypalOrderId, order.paypalOrderId ?? ''),
          or(
            inArray(orders.paymentState, ['created', 'declined']),
            and(eq(orders.paymentState, 'capturing'), lt(orders.captureLeaseUntil, sql`now()`)),
          ),
        ),
      )
      .returning({ attempt: orders.paymentAttempt })
    return claimed?.attempt ?? null
  }
  // Nothing else is checked then, so the update needs no transaction.
  if (order.paymentState === 'capturing' || !order.discounts?.length)
    return claim(payload.db.drizzle)
  return withTransaction(payload, async (_, tx) => {
    // The order is locked before its discounts everywhere.
    await lockOrder(tx, order.id)
    await assertDiscountsLeft(tx, order)
    return claim(tx)
  })
}

/**
 * Claims the capture. An order whose cart another order has paid, or is paying, is closed, so that no webhook captures
 * its payment later. If that payment has just ended, the capture is claimed again.
 */
async function claimCart(payload: Payload, order: Order, tries = 3): Promise<number | null> {
  try {
    return await claimCapture(payload, order)
  } catch (error) {
    const refusal = await findCartPaid(payload, order)
    if (!refusal && tries > 1 && isUniqueViolation(error))
      return claimCart(payload, order, tries - 1)
    if (!refusal) throw error
    const message =
      'Never paid; the customer paid, or was paying, for the same cart with another order'
    await withTransaction(payload, (req, tx) => closeOpenOrder({ req, tx }, order.id, { message }))
    throw refusal
  }
}

type OrderEvent = Parameters<typeof addOrderEvent>[2]

/** Ends the capture of an order that took no money, with an event if the buyer or staff should know. */
async function endCapture(
  payload: Payload,
  orderId: number,
  state: PgUpdateSetSource<typeof orders>,
  event?: OrderEvent,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.paymentState !== 'capturing') return
    await tx
      .update(orders)
      .set({ captureLeaseUntil: null, paidCartId: null, updatedAt: sql`now()`, ...state })
      .where(eq(orders.id, orderId))
    await releaseCanceledCard(tx, order)
    if (event) await addOrderEvent(req, orderId, event)
  })
}

/** Ends an attempt. The next one gets a new request id, and a new payment if this one can't be reused. */
function endAttempt(
  payload: Payload,
  orderId: number,
  event: OrderEvent,
  isUsedUp = false,
): Promise<void> {
  const state = {
    paymentState: 'declined' as const,
    paymentAttempt: sql`${orders.paymentAttempt} + 1`,
    ...(isUsedUp ? { paypalOrderId: null } : {}),
    ...nextVersion,
  }
  return endCapture(payload, orderId, state, event)
}

/**
 * Ends the attempt of a buyer who left, with an email: the payment was never captured, and it's too late now. Nobody
 * declined it, so it doesn't count as a decline: after an outage of PayPal there may be many.
 */
export async function abandonCapture(payload: Payload, orderId: number): Promise<void> {
  await queueFailedEmail(payload.db.drizzle, orderId, emailDelaySeconds)
  await endAttempt(payload, orderId, {
    type: 'not_captured',
    actor: 'the shop',
    message:
      'The payment was never captured, and it’s too late to charge the customer without asking',
  })
}

/** Restores the order's state from before a capture that can't be made yet or anymore. */
function releaseCapture(payload: Payload, { id, paymentState }: Order): Promise<void> {
  return endCapture(payload, id, {
    paymentState: paymentState === 'declined' ? 'declined' : 'created',
  })
}

const notApproved = (): AppError =>
  new AppError('payment_not_approved', 'The payment hasn’t been approved yet. Nothing was charged.')

/** After a decline, only the buyer can start another attempt; closing the payment window doesn't count as one. */
async function assertApproved({ payments }: Args, order: Order): Promise<void> {
  if (order.paymentState === 'declined') throw notApproved()
  const state = await payments.getOrder(order.paypalOrderId ?? '')
  if (state?.status !== 'APPROVED' && !state?.captures.length) throw notApproved()
}

const paymentDeclined = (message = declineMessage(null)): AppError =>
  new AppError('payment_declined', message)

/** Waits a few seconds for the caller that holds the lease and returns its result. */
async function waitForCapture({ db }: Payload, orderId: number): Promise<CaptureResult> {
  const deadline = Date.now() + lockWaitTimeoutMs
  for (;;) {
    const [order] = await db.drizzle
      .select({ state: orders.paymentState })
      .from(orders)
      .where(eq(orders.id, orderId))
    if (order?.state !== 'capturing' || Date.now() > deadline) {
      if (order?.state === 'declined') throw paymentDeclined()
      if (order?.state === 'completed') return 'COMPLETED'
      return order?.state === 'pending' ? 'PENDING' : 'WORKING'
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

const captureResults = {
  completed: 'COMPLETED',
  pending: 'PENDING',
  declined: null,
  mismatch: null,
} satisfies Record<PaymentSettlement, CaptureResult | null>

/**
 * Reads the payment from PayPal and settles its latest capture.
 * @returns null if nothing was captured
 * @throws ProviderError if PayPal cannot be reached
 */
export async function settleFromProvider(
  { payload, payments }: Args,
  order: Pick<Order, 'id' | 'paypalOrderId'>,
): Promise<PaymentSettlement | null> {
  const state = order.paypalOrderId ? await payments.getOrder(order.paypalOrderId) : null
  const capture = state?.captures.at(-1)
  if (!capture) return null
  return settlePayment(payload, order, capture)
}

function toCaptureResult(
  settled: PaymentSettlement | null,
  reason: string | null = null,
): CaptureResult {
  if (settled === 'declined') throw paymentDeclined(declineMessage(reason))
  return (settled && captureResults[settled]) ?? 'WORKING'
}

/** @throws AppError payment_declined, payment_unavailable if a card can't be charged; its payment is used up then */
async function assertCardAllowed(args: Args, order: Order): Promise<void> {
  const obstacle = await findCardObstacle(args, order)
  if (!obstacle) return
  const { error, ...event } = obstacle
  await endAttempt(args.payload, order.id, { type: 'declined', actor: 'the shop', ...event }, true)
  throw error
}

async function captureAtProvider(
  args: Args,
  order: Order,
  attempt: number,
): Promise<CaptureResult> {
  const { payload, payments } = args
  await assertCardAllowed(args, order)
  const result = await payments.captureOrder(
    order.paypalOrderId ?? '',
    `k-${order.uuid}-${attempt}`,
  )
  switch (result.outcome) {
    case 'captured':
      return toCaptureResult(
        await settlePayment(payload, order, result.capture),
        result.capture.reason,
      )
    case 'already_captured':
      return toCaptureResult(await settleFromProvider(args, order))
    case 'declined':
      await endAttempt(payload, order.id, {
        type: 'declined',
        actor: 'PayPal',
        message: 'The payment was declined',
        reason: result.issue,
      })
      throw paymentDeclined()
    case 'refused':
      await endAttempt(payload, order.id, {
        type: paymentRefusedEvent,
        actor: 'PayPal',
        message: `PayPal refused this payment because of the shop’s account. ${describeRefusal(result.issue)}`,
        reason: result.issue,
      })
      throw new AppError(
        'payment_unavailable',
        'We can’t take payments right now. You haven’t been charged. Please try again later.',
      )
    case 'gone':
      await releaseCapture(payload, order)
      throw new AppError(
        'checkout_expired',
        'This payment has expired. Nothing was charged. Please try again.',
      )
    case 'not_approved':
      await releaseCapture(payload, order)
      throw notApproved()
  }
}

/**
 * Captures the payment of an order once. Steps: lease the order, capture at PayPal with the request
 * id of this attempt, settle. If the outcome is unknown (timeout, 5xx, crash), the order stays
 * leased, the caller gets WORKING, and the reconciler resolves it.
 * @throws AppError payment_declined, payment_unavailable, payment_not_approved, totals_changed, cart_paid,
 * payment_in_progress, conflict, checkout_expired; nothing was charged then
 */
export async function capturePayment(args: Args, order: Order): Promise<CaptureResult> {
  const { payload } = args
  if (order.paymentState === 'completed') return 'COMPLETED'
  if (order.paymentState === 'pending') return 'PENDING'
  if (order.paymentState === 'mismatch') return 'WORKING'
  if (order.status !== 'pending')
    throw (
      (await findCartPaid(payload, order)) ??
      new AppError('conflict', 'This order is closed. Nothing was charged.')
    )
  if (args.isWindowClosed) await assertApproved(args, order)
  const attempt = await claimCart(payload, order)
  if (attempt === null) return waitForCapture(payload, order.id)
  try {
    if (args.isUnattended) await queueFailedEmail(payload.db.drizzle, order.id, emailDelaySeconds)
    return await captureAtProvider(args, order, attempt)
  } catch (error) {
    if (error instanceof AppError) throw error
    payload.logger.warn(
      { err: error, order: order.orderNumber },
      'The outcome of a capture is not known yet',
    )
    if (!(error instanceof ProviderError && error.details.retryable))
      await settleFromProvider(args, order).catch(() => null)
    return 'WORKING'
  }
}

/**
 * Captures on behalf of the buyer, who needs the order's key. An unknown payment and a wrong key
 * give the same error.
 * @throws AppError not_found, and as capturePayment
 */
export async function captureOrder(
  args: Args,
  paypalOrderId: string,
  key: string | undefined,
): Promise<{ status: CaptureResult; orderNumber: string }> {
  const {
    docs: [order],
  } = await args.payload.find({
    collection: 'orders',
    where: { paypalOrderId: { equals: paypalOrderId } },
    limit: 1,
    pagination: false,
    depth: 0,
    showHiddenFields: true,
  })
  if (!order || !key || !isOrderKey(key, order.accessKeyHash)) throw notFound('This payment')
  return { status: await capturePayment(args, order), orderNumber: order.orderNumber }
}
