import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  notExists,
  or,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { checkoutHours, pricesHoldUntil } from '@/modules/checkout/rules/expiry'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { closeOpenOrder } from '@/modules/orders/actions/close-open-order'
import { endUnpayableRequests, requestEndedEvent } from '@/modules/orders/actions/end-request'
import { releaseGiftCard } from '@/modules/orders/actions/gift-card-payment'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { gift_card_entries, orders } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'
import { requeueWebhookEvents } from '@/platform/webhook-inbox'
import type { PaymentProvider } from '@/providers/interfaces'

import { finishRecordedEvents } from './apply-payment-event'
import { abandonCapture, capturePayment, settleFromProvider } from './capture-payment'

type Args = { payload: Payload; payments: PaymentProvider }
const batchSize = 50
/** A run ends after this, so that a slow PayPal can't occupy the worker. The next run goes on. */
const maxRunMs = 45_000

/** Started but unfinished payments: with an expired lease at once, the others after a delay. */
const isUnsettled = or(
  and(eq(orders.paymentState, 'capturing'), lt(orders.captureLeaseUntil, sql`now()`)),
  and(
    eq(orders.paymentState, 'created'),
    eq(orders.status, 'pending'),
    lt(orders.updatedAt, sql`now() - interval '10 minutes'`),
    gt(sql`greatest(${orders.createdAt}, ${orders.payableUntil})`, sql`now() - interval '6 hours'`),
  ),
  and(
    eq(orders.paymentState, 'pending'),
    lt(orders.updatedAt, sql`now() - interval '1 hour'`),
    gt(orders.createdAt, sql`now() - interval '45 days'`),
  ),
)

/** A day after the checkout, or an hour after the payment link: by then PayPal's window is closed. */
const isTooLate = sql`coalesce(${orders.payableUntil} + interval '1 hour', ${orders.createdAt} + interval '24 hours') < now()`

/** Cancels orders that were not paid in time; a payment approved that late isn't captured. */
async function cancelUnpaid(payload: Payload): Promise<void> {
  const unpaid = await payload.db.drizzle
    .select({
      id: orders.id,
      changedId: orders.priceDifference_order,
      isRequested: orders.priceDifference_isRequested,
      payableUntil: orders.payableUntil,
    })
    .from(orders)
    .where(and(isOpenOrder, isTooLate))
    .limit(batchSize)
  for (const { id, changedId, isRequested, payableUntil } of unpaid)
    await withTransaction(payload, async (req, tx) => {
      // Everywhere, the changed order is locked before the one that pays for it.
      if (changedId) await lockOrder(tx, changedId)
      const message = payableUntil
        ? 'The payment link expired before it was paid'
        : 'Never paid; closed after a day'
      const isClosed = await closeOpenOrder({ req, tx }, id, { message }, isTooLate)
      if (!isClosed || !changedId || !isRequested) return
      await addOrderEvent(req, changedId, {
        type: requestEndedEvent,
        actor: 'the shop',
        message: 'The customer didn’t pay for the change in time',
      })
      await notifyAboutOrder(tx, 'change-unpaid', changedId, id)
    })
}

/**
 * Releases the gift cards of payment links whose payment was begun and left. The links stay valid for days, and the
 * card isn't held that long.
 */
async function releaseLeftCards(payload: Payload): Promise<void> {
  const db = payload.db.drizzle
  const isLeft = and(
    isOpenOrder,
    isNotNull(orders.payableUntil),
    gt(orders.giftCardCents, 0),
    notExists(
      db
        .select({ id: gift_card_entries.id })
        .from(gift_card_entries)
        .where(
          and(
            eq(gift_card_entries.order, orders.id),
            eq(gift_card_entries.kind, 'reserve'),
            gt(
              gift_card_entries.createdAt,
              sql`now() - make_interval(hours => ${checkoutHours}::integer)`,
            ),
          ),
        ),
    ),
  )
  const left = await db.select({ id: orders.id }).from(orders).where(isLeft).limit(batchSize)
  for (const { id } of left)
    await withTransaction(payload, async (_, tx) => {
      const order = await lockOrder(tx, id)
      const isStillLeft = await tx.$count(orders, and(eq(orders.id, id), isLeft))
      if (order && isStillLeft > 0) await releaseGiftCard(tx, order)
    })
}

async function reconcilePayment(args: Args, id: number, state: string): Promise<void> {
  const { payload } = args
  const order = await payload.findByID({ collection: 'orders', id, depth: 0 })
  const settled = await settleFromProvider(args, order)
  // The buyer was told not to pay again, so the capture is made while the quote is valid. Later the attempt ends.
  if (state === 'capturing' && settled === null)
    await (order.status !== 'pending' || Date.now() > pricesHoldUntil(order)
      ? abandonCapture(payload, id)
      : capturePayment({ ...args, isUnattended: true }, order))
  // Moves the order to the end of the line for the next run.
  await payload.db.drizzle
    .update(orders)
    .set({ updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), inArray(orders.paymentState, ['created', 'pending'])))
}

/**
 * Finishes payments whose outcome was never recorded; runs every minute. It reads PayPal first.
 * Only an order that a buyer asked to capture is captured again, with the same request id and while its
 * quote is valid. An error of one order does not stop the others; a run stops after 45 seconds.
 */
export async function reconcilePayments(args: Args): Promise<void> {
  const { payload } = args
  const unsettled = await payload.db.drizzle
    .select({ id: orders.id, state: orders.paymentState })
    .from(orders)
    .where(isUnsettled)
    .orderBy(orders.updatedAt)
    .limit(batchSize)
  const deadline = Date.now() + maxRunMs
  for (const { id, state } of unsettled) {
    if (Date.now() > deadline) break
    try {
      await reconcilePayment(args, id, state)
    } catch (error) {
      if (!(error instanceof AppError))
        payload.logger.error({ err: error, order: id }, 'A payment could not be reconciled')
    }
  }
  await cancelUnpaid(payload)
  await endUnpayableRequests(payload)
  await releaseLeftCards(payload)
  await finishRecordedEvents(payload.db.drizzle)
  await requeueWebhookEvents(payload)
}
