import { and, eq, gt, inArray, lt, ne, or, sql } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { describeRefusal } from '@/modules/checkout/rules/payment-refusal'
import { issueStoreCredit } from '@/modules/gift-cards/deliveries'
import { addOrderEvent, type LockedOrder, lockOrder } from '@/modules/orders/order-record'
import { queueDifferenceRefunds } from '@/modules/orders/price-difference'
import {
  readRefundablePayments,
  type Refundable,
  sumRefundable,
} from '@/modules/orders/queries/refundable-order'
import { refundPrefixes, refundRequestId, splitRefund } from '@/modules/orders/rules/line-refund'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders, payments } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { type Cents, formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PaymentProvider, RefundView } from '@/providers/interfaces'

import { cancelBoughtCards } from './cancel-bought-cards'
import { cardPartOf } from './gift-card-payment'
import { announceFailedRefund, finishCardPart, markRefunded, recordRefunds } from './record-refunds'

export type RefundArgs = { payload: Payload; payments: PaymentProvider }
export type RefundRequest = {
  orderId: number
  amountCents: Cents
  reason: string
  /** Created by the page once per intended refund; the same id is never paid out twice. */
  refundId: string
  /** The refundable amount the staff member saw; any other amount is a version_conflict. */
  leftCents?: Cents
  /** A gift card for the buyer, in place of money. */
  asStoreCredit?: boolean
  /** A staff member, or the buyer who cancels. */
  actor: Actor | 'buyer'
  actorName: string
}
/**
 * What is written together with a new refund, after the order was locked. Throwing refuses the refund.
 * @returns what it is for, for the timeline; undefined for no text
 */
export type WriteWithRefund = (
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
) => Promise<string | undefined>
export type RefundResult = { status: 'completed' | 'pending'; amountCents: Cents }

type PendingRefund = {
  paymentId: number
  orderId: number
  captureId: string
  amountCents: Cents
  requestId: string
}

const pendingBatchSize = 20

/** PayPal's issue codes as messages for staff. */
const refundErrors: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: 'PayPal says this payment is already fully refunded.',
  REFUND_AMOUNT_EXCEEDED: 'PayPal says less than this amount is left to refund.',
  REFUND_TIME_LIMIT_EXCEEDED:
    'PayPal can no longer refund this payment because too much time has passed. Refund the customer another way.',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Your PayPal balance is too low for this refund. Add money at PayPal, then try again.',
  PENDING_CAPTURE: 'This payment hasn’t gone through yet. You can refund it once it has.',
  RESOURCE_NOT_FOUND: 'PayPal can’t find this payment. Check it in your PayPal account.',
}

async function findRefundable(tx: Tx, orderId: number): Promise<Refundable> {
  const left = await readRefundablePayments(tx, orderId)
  if (!left)
    throw new AppError('conflict', 'This order has no payment by PayPal or gift card to refund.')
  return left
}

/** Returns what can still be refunded of an order, to PayPal and to its gift card. @throws AppError not_found, conflict (no such payment) */
export function readRefundable(
  payload: Payload,
  orderId: number,
): Promise<{ uuid: string; leftCents: Cents }> {
  return withTransaction(payload, async (_, tx) => {
    // Locked: a refund that starts meanwhile is either seen by all of these statements or by none.
    const order = await lockOrder(tx, orderId)
    if (!order) throw notFound('The order')
    // A cancellation that is repeated asks for the same amount.
    const own = await findStarted(tx, refundRequestId(`${refundPrefixes.canceled}${order.uuid}`))
    if (own) return { uuid: order.uuid, leftCents: own.amountCents }
    return { uuid: order.uuid, leftCents: sumRefundable(await findRefundable(tx, orderId)) }
  })
}

/** Checks the amount against what is left. */
function assertRefundable({ amountCents, leftCents }: RefundRequest, left: Cents): void {
  if (leftCents !== undefined && leftCents !== left)
    throw new AppError(
      'version_conflict',
      `Someone else just refunded this order; ${left > 0 ? `${formatMoney(left)} is` : 'nothing is'} left. Check its payments before you refund more.`,
    )
  if (amountCents <= 0) throw new AppError('conflict', 'There’s nothing left to refund.')
  if (amountCents > left) {
    const message =
      left > 0
        ? `You can refund up to ${formatMoney(left)}.`
        : 'This order is already fully refunded.'
    throw new AppError('invalid', message, { fields: { amount: message } })
  }
}

/**
 * Finishes a refund as store credit: no money moves, so it is complete at once.
 * @throws AppError conflict if the buyer was erased: nobody would get the code
 */
async function creditRefund(
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
  amountCents: Cents,
): Promise<void> {
  if (order.email === erasedValues.email)
    throw new AppError(
      'conflict',
      'This customer’s data was deleted, so there’s no address to email. Refund the payment instead.',
    )
  await issueStoreCredit(tx, order, amountCents)
  await addOrderEvent(req, order.id, {
    type: 'refund',
    actor: 'the shop',
    message: `Refunded ${formatMoney(amountCents)} as store credit`,
  })
  await queueDifferenceRefunds(tx, order.id)
  await markRefunded(req, tx, order.id, 'the shop')
}

/** Writes the pending rows of a refund: store credit, or one for PayPal and one for the gift card. */
async function insertRefund(
  req: TxRequest,
  tx: Tx,
  { orderId, amountCents, reason, actor, actorName, asStoreCredit = false }: RefundRequest,
  requestId: string,
  left: Refundable,
  purpose: string | undefined,
): Promise<void> {
  const creditCents = asStoreCredit ? amountCents : 0
  const { paypalCents, cardCents } = splitRefund(amountCents - creditCents, left.paypalCents)
  const parts = [
    { provider: 'store-credit' as const, requestId, amountCents: creditCents },
    { provider: 'paypal' as const, requestId, amountCents: paypalCents },
    { provider: 'gift-card' as const, requestId: cardPartOf(requestId), amountCents: cardCents },
  ].filter((part) => part.amountCents > 0)
  await tx
    .insert(payments)
    .values(
      parts.map((part) => ({
        ...part,
        order: orderId,
        kind: 'refund' as const,
        providerId: part.requestId,
        status: part.provider === 'store-credit' ? ('completed' as const) : ('pending' as const),
        reason,
      })),
    )
  await addOrderEvent(req, orderId, {
    type: 'refund_requested',
    message: `Refund of ${formatMoney(amountCents)}${asStoreCredit ? ' as store credit' : ''} requested${purpose ? `: ${purpose}` : ''}`,
    actor: actorName,
    reason,
  })
  if (actor !== 'buyer')
    await audit(tx, actor, {
      action: 'order.refunded',
      subjectType: 'order',
      subjectId: orderId,
      details: { amountCents },
    })
}

type Started = { orderId: number; amountCents: Cents; paypal: PendingPart | null; status: string }
type PendingPart = { paymentId: number; amountCents: Cents }

/** Returns both parts of a refund that was started before; null if there is none. */
async function findStarted(tx: Tx, requestId: string): Promise<Started | null> {
  const parts = await tx
    .select({
      paymentId: payments.id,
      orderId: payments.order,
      provider: payments.provider,
      amountCents: payments.amountCents,
      status: payments.status,
    })
    .from(payments)
    .where(inArray(payments.requestId, [requestId, cardPartOf(requestId)]))
  const paypal = parts.find(({ provider }) => provider === 'paypal') ?? null
  const decisive = paypal ?? parts[0]
  if (!decisive) return null
  return {
    orderId: decisive.orderId,
    status: decisive.status,
    amountCents: parts.reduce((sum, part) => sum + part.amountCents, 0),
    paypal,
  }
}

/** Writes the pending refund before PayPal is called, or returns the one with the same refundId. */
async function claimRefund(
  payload: Payload,
  request: RefundRequest,
  alsoWrite: WriteWithRefund | undefined,
): Promise<{ status: string; pending: PendingRefund | null }> {
  return withTransaction(payload, async (req, tx) => {
    const { orderId, amountCents } = request
    const requestId = refundRequestId(request.refundId)
    const order = await lockOrder(tx, orderId)
    if (!order) throw notFound('The order')
    const left = await findRefundable(tx, orderId)
    const existing = await findStarted(tx, requestId)
    if (existing && (existing.orderId !== orderId || existing.amountCents !== amountCents))
      throw new AppError('conflict', 'This refund was already started with a different amount.')
    if (!existing) {
      const purpose = await alsoWrite?.(req, tx, order)
      assertRefundable(request, sumRefundable(left))
      await insertRefund(req, tx, request, requestId, left, purpose)
      await cancelBoughtCards(tx, request, requestId, left)
      if (request.asStoreCredit) await creditRefund(req, tx, order, amountCents)
    }
    const started = existing ?? (await findStarted(tx, requestId))
    if (!started) throw new Error('The refund was not inserted.')
    if (!started.paypal || !left.captureId) {
      await finishCardPart(req, tx, order, requestId)
      return { status: 'completed', pending: null }
    }
    const pending = { ...started.paypal, orderId, captureId: left.captureId, requestId }
    return { status: started.status, pending }
  })
}

/**
 * Replaces the pending row's placeholder with PayPal's refund id. If a webhook recorded the refund
 * under that id first, its row stays and takes over the request id and reason.
 */
async function storeRefund(
  payload: Payload,
  { orderId, paymentId, requestId }: PendingRefund,
  refund: RefundView,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    const [recorded] = await tx
      .select({ id: payments.id, status: payments.status, reason: payments.reason })
      .from(payments)
      .where(and(eq(payments.providerId, refund.id), ne(payments.id, paymentId)))
    if (!recorded) {
      await tx
        .update(payments)
        .set({ providerId: refund.id, updatedAt: sql`now()` })
        .where(eq(payments.id, paymentId))
      return
    }
    const [pending] = await tx
      .delete(payments)
      .where(eq(payments.id, paymentId))
      .returning({ requestId: payments.requestId, reason: payments.reason })
    if (!pending) return
    await tx
      .update(payments)
      .set({ requestId: pending.requestId, reason: recorded.reason ?? pending.reason })
      .where(eq(payments.id, recorded.id))
    // What follows from the recorded result needs the request id: the gift card's part, and the items of the refund.
    if (order && recorded.status === 'completed') await finishCardPart(req, tx, order, requestId)
    if (recorded.status === 'failed')
      await announceFailedRefund(req, tx, orderId, {
        paymentId: recorded.id,
        requestId,
        reason: 'FAILED',
      })
    await queueDifferenceRefunds(tx, orderId)
  })
  await recordRefunds(payload, orderId, [refund])
}

async function failRefund(
  payload: Payload,
  { orderId, paymentId, requestId }: PendingRefund,
  issue: string,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    await lockOrder(tx, orderId)
    const failed = await tx
      .update(payments)
      .set({ status: 'failed', reason: issue, updatedAt: sql`now()` })
      .where(and(eq(payments.requestId, requestId), eq(payments.status, 'pending')))
      .returning({ id: payments.id })
    // Another attempt of the same refund may have ended it.
    if (failed.length > 0)
      await announceFailedRefund(req, tx, orderId, { paymentId, requestId, reason: issue })
  })
}

async function sendRefund(args: RefundArgs, pending: PendingRefund): Promise<RefundResult> {
  const { captureId, amountCents, requestId } = pending
  const result = await args.payments.refundCapture(captureId, amountCents, requestId)
  if (result.outcome === 'refused' || result.refund.status === 'failed') {
    const issue = result.outcome === 'refused' ? result.issue : 'FAILED'
    await failRefund(args.payload, pending, issue)
    throw new AppError(
      'conflict',
      `${refundErrors[issue] ?? `PayPal didn’t issue this refund. ${describeRefusal(issue)}.`} No money was sent.`,
      { details: { issue } },
    )
  }
  await storeRefund(args.payload, pending, result.refund)
  return { status: result.refund.status, amountCents }
}

/**
 * Refunds all or part of an order, to PayPal first and the rest to its gift card. Steps, each committed before the next: write a pending
 * row to the ledger, checked against what is left; call PayPal with the row's request id; store the
 * result. Retries with the same `refundId` and the reconciler all end in the same refund.
 * @param alsoWrite runs once, in the transaction that writes the pending row
 * @throws AppError not_found, version_conflict (something was refunded meanwhile), invalid (more
 * than is left), conflict (rejected by PayPal, no money moved; store credit for an erased buyer); ProviderError if the outcome is
 * unknown, which the reconciler resolves within minutes
 */
export async function refundOrder(
  args: RefundArgs,
  request: RefundRequest,
  alsoWrite?: WriteWithRefund,
): Promise<RefundResult> {
  const { status, pending } = await claimRefund(args.payload, request, alsoWrite)
  const { amountCents } = request
  if (status === 'completed' || !pending) return { status: 'completed', amountCents }
  if (status === 'failed')
    throw new AppError('conflict', 'This refund was already declined. Start a new one.')
  return { ...(await sendRefund(args, pending)), amountCents }
}

/** Reads refunds again that PayPal had not completed, in case their webhook was lost. */
async function refreshPendingRefunds({ payload, payments: provider }: RefundArgs): Promise<void> {
  const db = payload.db.drizzle
  const pendingRefunds = await db
    .selectDistinct({ orderId: orders.id, paypalOrderId: orders.paypalOrderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order))
    .where(
      and(
        eq(payments.kind, 'refund'),
        eq(payments.provider, 'paypal'),
        eq(payments.status, 'pending'),
        ne(payments.providerId, sql`coalesce(${payments.requestId}, '')`),
        lt(payments.updatedAt, sql`now() - interval '10 minutes'`),
        // Later it rarely changes, so it's read once a day.
        or(
          gt(payments.createdAt, sql`now() - interval '45 days'`),
          lt(payments.updatedAt, sql`now() - interval '1 day'`),
        ),
      ),
    )
    .limit(pendingBatchSize)
  for (const { orderId, paypalOrderId } of pendingRefunds) {
    try {
      const state = paypalOrderId ? await provider.getOrder(paypalOrderId) : null
      await recordRefunds(payload, orderId, state?.refunds ?? [])
    } catch (error) {
      payload.logger.error({ err: error, order: orderId }, 'A refund could not be read again')
    }
    // It's read again in ten minutes.
    await db
      .update(payments)
      .set({ updatedAt: sql`now()` })
      .where(
        and(
          eq(payments.order, orderId),
          eq(payments.kind, 'refund'),
          eq(payments.status, 'pending'),
        ),
      )
  }
}

/**
 * Repeats refunds whose result was never stored because the process died, with their original
 * request ids, and reads those again that were pending at PayPal. An error of one refund does not stop the others.
 */
export async function finishRefunds(args: RefundArgs): Promise<void> {
  await refreshPendingRefunds(args)
  const captures = alias(payments, 'captures')
  const pendingRefunds = await args.payload.db.drizzle
    .select({
      paymentId: payments.id,
      orderId: payments.order,
      amountCents: payments.amountCents,
      requestId: payments.providerId,
      captureId: captures.providerId,
    })
    .from(payments)
    .innerJoin(
      captures,
      and(
        eq(captures.order, payments.order),
        eq(captures.kind, 'capture'),
        eq(captures.status, 'completed'),
      ),
    )
    .where(
      and(
        eq(payments.kind, 'refund'),
        eq(payments.provider, 'paypal'),
        eq(payments.status, 'pending'),
        eq(payments.providerId, payments.requestId),
        lt(payments.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(payments.id)
    .limit(pendingBatchSize)
  for (const refund of pendingRefunds) {
    try {
      await sendRefund(args, refund)
    } catch (error) {
      if (!(error instanceof AppError))
        args.payload.logger.error(
          { err: error, order: refund.orderId },
          'A refund could not be finished',
        )
    }
  }
}
