import { and, eq, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { pricesHoldUntil } from '@/modules/checkout/rules/expiry'
import { holdDisputedOrder } from '@/modules/orders/actions/hold-disputed-order'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { orders, payments, webhook_events } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { Db } from '@/platform/transaction'
import { resultColumns, type WebhookEvent, type WebhookResult } from '@/platform/webhook-inbox'
import type { PaymentProvider, PaymentState } from '@/providers/interfaces'
import { captureIdFromLinks } from '@/providers/paypal/schema'

import { capturePayment } from './capture-payment'
import { queueFailedEmail, settlePayment } from './settle-payment'

type Args = { payload: Payload; payments: PaymentProvider }

/** How long after an approval PayPal may still report it as missing. */
const approvalDelaySeconds = 600

/** Identifies the payment of an event. Nothing else in an event is trusted: PayPal is read again. */
const resourceSchema = z.object({
  id: z.string(),
  custom_id: z.string().optional(),
  purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
})
const disputeSchema = z.object({
  dispute_id: z.string().min(1).max(100),
  reason: z.string().nullish(),
  status: z.string().nullish(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish() }))
    .nullish()
    .transform((list) => list ?? []),
})

type OrderOfPayment = { id: number; paypalOrderId: string | null }

async function findOrder({ db }: Payload, isMeant?: SQL): Promise<OrderOfPayment | undefined> {
  const { id, paypalOrderId } = orders
  const [order] = await db.drizzle.select({ id, paypalOrderId }).from(orders).where(isMeant)
  return order
}

function isOrderOf(resource: z.infer<typeof resourceSchema>): SQL | undefined {
  const uuid = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? ''
  const paypalOrderId = resource.supplementary_data?.related_ids?.order_id ?? resource.id
  const captureId = captureIdFromLinks(resource.links) ?? resource.id
  return or(
    eq(orders.uuid, uuid),
    eq(orders.paypalOrderId, paypalOrderId),
    eq(orders.paypalTransactionId, captureId),
  )
}

/**
 * Marks stored events as processed if they only repeat what the shop has recorded. Nearly all do, because the browser's
 * call usually arrives first.
 * @param eventId without it, all waiting events
 * @returns whether there were any
 */
export async function finishRecordedEvents(db: Db, eventId?: number): Promise<boolean> {
  const { id, eventType, body, provider, status } = webhook_events
  const isRecorded = sql`case ${eventType}
    when 'PAYMENT.CAPTURE.COMPLETED' then exists (select from ${payments}
      where ${payments.providerId} = ${body} ->> 'id' and ${payments.status} = 'completed')
    when 'CHECKOUT.ORDER.APPROVED' then exists (select from ${orders}
      where ${orders.paypalOrderId} = ${body} ->> 'id' and ${orders.paymentState} = 'completed')
    else false end`
  const isOne = eventId ? eq(id, eventId) : undefined
  const finished = await db
    .update(webhook_events)
    .set(resultColumns({ status: 'processed', note: 'The payment was already recorded.' }))
    .where(and(eq(provider, 'paypal'), eq(status, 'received'), isOne, isRecorded))
    .returning({ id })
  return finished.length > 0
}

/**
 * Finds the order of a capture that the shop hasn't recorded: a dispute or a reversal may arrive before the event of
 * its payment, or after a restore from a backup.
 * @throws ProviderError if PayPal can't be reached
 */
async function findOrderAtPayPal(
  { payload, payments }: Args,
  captureId: string,
): Promise<OrderOfPayment | undefined> {
  const capture = await payments.getCapture(captureId)
  return capture
    ? findOrder(
        payload,
        or(
          eq(orders.uuid, capture.reference ?? ''),
          eq(orders.paypalOrderId, capture.paymentId ?? ''),
        ),
      )
    : undefined
}

/** Reads a payment from PayPal and records its captures and refunds; null if PayPal no longer has it. */
async function settleAgain(
  { payload, payments }: Args,
  order: OrderOfPayment,
): Promise<PaymentState | null> {
  const state = order.paypalOrderId ? await payments.getOrder(order.paypalOrderId) : null
  for (const capture of state?.captures ?? []) await settlePayment(payload, order, capture)
  if (state && state.refunds.length > 0) await recordRefunds(payload, order.id, state.refunds)
  return state
}

/** Finds the order of a dispute. Records its payment first if the shop hasn't yet. */
async function findDisputedOrder(
  args: Args,
  captures: readonly string[],
): Promise<OrderOfPayment | undefined> {
  for (const captureId of captures) {
    const paidOrder = await findOrder(args.payload, eq(orders.paypalTransactionId, captureId))
    if (paidOrder) return paidOrder
    const unsettled = await findOrderAtPayPal(args, captureId)
    if (!unsettled) continue
    await settleAgain(args, unsettled)
    return unsettled
  }
}

/** ' (merchandise or service not received)' from 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'. */
const inParentheses = (code: string | null | undefined): string =>
  code ? ` (${code.toLowerCase().replaceAll('_', ' ').slice(0, 80)})` : ''

/** PayPal decides disputes, so the shop only records them and stops printing meanwhile. */
async function applyDispute(
  args: Args,
  eventType: string,
  resource: unknown,
): Promise<WebhookResult> {
  const dispute = disputeSchema.safeParse(resource)
  if (!dispute.success) return { status: 'failed', note: 'The event has no case ID.' }
  const { dispute_id: reason, disputed_transactions: transactions } = dispute.data
  const captures = transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  const order = await findDisputedOrder(args, captures)
  if (!order) return { status: 'ignored', note: 'This case isn’t about one of our orders.' }
  if (eventType === 'CUSTOMER.DISPUTE.CREATED')
    await holdDisputedOrder(args.payload, order.id, {
      type: 'disputed',
      reason,
      message: `The customer opened a case with PayPal${inParentheses(dispute.data.reason)}. Respond in PayPal’s Resolution Center.`,
    })
  else if (eventType === 'CUSTOMER.DISPUTE.RESOLVED')
    await holdDisputedOrder(args.payload, order.id, {
      type: 'dispute-closed',
      reason,
      message: 'The PayPal case is closed. See the outcome in PayPal’s Resolution Center.',
    })
  return { status: 'processed', note: `Case ${reason}${inParentheses(dispute.data.status)}.` }
}

/**
 * Applies a PayPal event. Events arrive repeatedly, late, and out of order, so each only triggers
 * reading the payment from PayPal; the result is the same whichever event came first.
 * @throws ProviderError if PayPal cannot be reached or doesn't know an approval yet; the job is retried
 */
export async function applyPaymentEvent(args: Args, event: WebhookEvent): Promise<WebhookResult> {
  if (event.eventType.startsWith('CUSTOMER.DISPUTE.'))
    return applyDispute(args, event.eventType, event.resource)
  const resource = resourceSchema.safeParse(event.resource)
  if (!resource.success) return { status: 'failed', note: 'The event has no payment ID.' }
  if (!/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(event.eventType))
    return { status: 'ignored', note: 'The shop doesn’t handle this event.' }
  const refundedCapture = captureIdFromLinks(resource.data.links)
  const order =
    (await findOrder(args.payload, isOrderOf(resource.data))) ??
    (refundedCapture ? await findOrderAtPayPal(args, refundedCapture) : undefined)
  if (!order?.paypalOrderId)
    return { status: 'ignored', note: 'This payment isn’t for one of our orders.' }
  const state = await settleAgain(args, order)
  if (!state) return { status: 'failed', note: 'The provider no longer has this payment.' }
  if (event.eventType === 'PAYMENT.CAPTURE.REVERSED')
    await holdDisputedOrder(args.payload, order.id, {
      type: 'reversed',
      reason: resource.data.id,
      message: 'PayPal reversed the payment. Check it before anything ships.',
    })
  if (event.eventType === 'CHECKOUT.ORDER.APPROVED' && state.captures.length === 0)
    return {
      status: 'processed',
      note: await captureApproved(args, order.id, resource.data.id, event),
    }
  return {
    status: 'processed',
    note: `Payment checked again: ${state.captures.at(-1)?.status ?? state.status}.`,
  }
}

/**
 * Captures an approved payment whose buyer never came back to the shop, while its quote is valid. If nothing is
 * charged, the buyer gets an email. After a failed attempt the buyer knows, so only they can start another.
 * @returns what happened
 * @throws ProviderError if PayPal doesn't know the approval yet; the job is retried with the same request id
 */
async function captureApproved(
  args: Args,
  orderId: number,
  approvedId: string,
  { receivedAt }: WebhookEvent,
): Promise<string> {
  const order = await args.payload.findByID({ collection: 'orders', id: orderId, depth: 0 })
  if (order.paypalOrderId !== approvedId) return 'The customer has since chosen another way to pay.'
  if (order.paymentState === 'declined')
    return 'The last attempt failed, so only the customer can start another.'
  // Delayed, because the buyer may have seen the message on the page and be paying again.
  const emailLater = () => queueFailedEmail(args.payload.db.drizzle, order.id, approvalDelaySeconds)
  if (Date.now() > pricesHoldUntil(order)) {
    await emailLater()
    return 'Approved too late to charge without asking the customer again.'
  }
  try {
    return `Captured automatically: ${await capturePayment({ ...args, isUnattended: true }, order)}.`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'totals_changed' || error.code === 'payment_not_approved') await emailLater()
    const isFresh = !receivedAt || Date.now() - Date.parse(receivedAt) < approvalDelaySeconds * 1000
    if (error.code === 'payment_not_approved' && isFresh)
      throw new ProviderError('PayPal', 'ORDER_NOT_APPROVED', {
        retryable: true,
        kind: 'refused',
        issue: 'ORDER_NOT_APPROVED',
        cause: error,
      })
    return error.message
  }
}
