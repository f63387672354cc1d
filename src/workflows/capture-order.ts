import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { quoteMinutes } from '../domain/order-access'
import { AppError, notFound } from '../errors'
import type { Order } from '../payload-types'
import { ProviderError } from '../providers/http'
import type { PaymentProvider } from '../providers/types'
import { priceLines } from '../queries/price-lines'
import { withTransaction } from '../transaction'
import { addOrderEvent } from './order-events'
import { isOrderKey } from '../queries/order-key'
import { toLineReport } from './place-order'
import { settlePayment } from './settle-payment'

type Args = { payload: Payload; payments: PaymentProvider }
export type CaptureAnswer = 'COMPLETED' | 'PENDING' | 'WORKING'

const leaseSeconds = 60
const loserWaitsMs = 5000
const loserLooksEveryMs = 250

const findByPayment = async (payload: Payload, paypalOrderId: string): Promise<Order | undefined> => {
  const { docs } = await payload.find({ collection: 'orders', where: { paypalOrderId: { equals: paypalOrderId } }, limit: 1, pagination: false, depth: 0, showHiddenFields: true })
  return docs[0]
}

/** What was ordered must still be sold, and within the life of the quote at the frozen price; nothing is charged otherwise. */
const refuseIfStale = async (payload: Payload, order: Order): Promise<void> => {
  const asked = (order.items ?? []).map((item) => ({
    productId: typeof item.product === 'number' ? item.product : 0, size: item.size, color: item.color, quantity: item.quantity,
  }))
  const lines = await priceLines(payload, asked)
  const old = Date.now() - Date.parse(order.createdAt) > quoteMinutes * 60_000
  const isStale = lines.some((line, index) => line.status !== 'ok' || (old && line.unitCents !== order.items?.[index]?.unitPriceCents))
  if (isStale)
    throw new AppError('totals_changed', 'Something in this order changed before it was paid. Nothing was charged.', { details: { lines: lines.map(toLineReport) } })
}

/** One caller at a time may ask the provider for the money; a caller that died lets go after a minute. */
const claim = async (payload: Payload, orderId: number): Promise<number | null> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    update orders set payment_state = 'capturing', capture_lease_until = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
    where id = ${orderId} and status = 'pending'
      and (payment_state in ('created', 'declined') or (payment_state = 'capturing' and capture_lease_until < now()))
    returning payment_attempt`)
  return rows[0] ? Number(rows[0].payment_attempt) : null
}

const release = async (payload: Payload, orderId: number): Promise<void> => {
  await payload.db.drizzle.execute(sql`
    update orders set payment_state = 'created', capture_lease_until = null, updated_at = now()
    where id = ${orderId} and payment_state = 'capturing'`)
}

/** A definite no: the next try may be another card, so it gets another request id. */
const recordDecline = async (payload: Payload, orderId: number, issue: string): Promise<void> =>
  withTransaction(payload, async (req, tx) => {
    const { rows } = await tx.execute(sql`
      update orders set payment_state = 'declined', payment_attempt = payment_attempt + 1, capture_lease_until = null, version = version + 1, updated_at = now()
      where id = ${orderId} and payment_state = 'capturing' returning id`)
    if (rows.length > 0) await addOrderEvent(req, orderId, { type: 'declined', actor: 'PayPal', message: 'The payment was declined', reason: issue })
  })

const waitForTheOther = async (payload: Payload, orderId: number): Promise<string> => {
  const until = Date.now() + loserWaitsMs
  for (;;) {
    const { rows } = await payload.db.drizzle.execute(sql`select payment_state from orders where id = ${orderId}`)
    const state = String(rows[0]?.payment_state)
    if (state !== 'capturing' || Date.now() > until) return state
    await new Promise((resolve) => setTimeout(resolve, loserLooksEveryMs))
  }
}

const declined = (): AppError =>
  new AppError('payment_declined', 'The payment was declined. Nothing was charged. You can try again, or choose another way to pay.')

/** Reads what the provider knows and settles it. */
export const settleFromProvider = async ({ payload, payments }: Args, order: Pick<Order, 'id' | 'paypalOrderId'>): Promise<CaptureAnswer | null> => {
  const state = order.paypalOrderId ? await payments.getOrder(order.paypalOrderId) : null
  const capture = state?.captures.at(-1)
  if (!capture) return null
  const settled = await settlePayment(payload, order.id, capture)
  return settled === 'completed' ? 'COMPLETED' : settled === 'pending' ? 'PENDING' : null
}

/**
 * Takes the money of an order once. Steps: look whether it is done · claim the order · ask the provider, always with
 * the request id of this attempt · settle. When the outcome is not known (timeout, 5xx, a killed process) the order
 * stays claimed and the reconciler finds out; the caller hears WORKING, never a guess.
 * @throws AppError payment_declined, payment_not_approved, totals_changed, conflict, checkout_expired
 */
export const captureKnownOrder = async (args: Args, order: Order): Promise<CaptureAnswer> => {
  const { payload, payments } = args
  if (order.paymentState === 'completed') return 'COMPLETED'
  if (order.paymentState === 'pending') return 'PENDING'
  if (order.paymentState === 'mismatch') return 'WORKING'
  if (order.status !== 'pending') throw new AppError('conflict', 'This order was closed. Nothing was charged.')
  if (order.paymentState !== 'capturing') await refuseIfStale(payload, order)
  const attempt = await claim(payload, order.id)
  if (attempt === null) {
    const state = await waitForTheOther(payload, order.id)
    if (state === 'completed') return 'COMPLETED'
    if (state === 'pending') return 'PENDING'
    if (state === 'declined') throw declined()
    return 'WORKING'
  }
  try {
    const result = await payments.captureOrder(order.paypalOrderId ?? '', `k-${order.uuid}-${attempt}`)
    if (result.outcome === 'captured') {
      const settled = await settlePayment(payload, order.id, result.capture)
      if (settled === 'declined') throw declined()
      return settled === 'completed' ? 'COMPLETED' : settled === 'pending' ? 'PENDING' : 'WORKING'
    }
    if (result.outcome === 'already_captured') return (await settleFromProvider(args, order)) ?? 'WORKING'
    if (result.outcome === 'declined') {
      await recordDecline(payload, order.id, result.issue)
      throw declined()
    }
    await release(payload, order.id)
    if (result.outcome === 'gone') throw new AppError('checkout_expired', 'This payment has expired. Nothing was charged. Please try again.')
    throw new AppError('payment_not_approved', 'The payment was not approved yet. Nothing was charged.')
  } catch (error) {
    if (error instanceof AppError) throw error
    payload.logger.warn({ err: error, order: order.orderNumber }, 'The outcome of a capture is not known yet')
    if (error instanceof ProviderError && error.details.retryable) return 'WORKING'
    await settleFromProvider(args, order).catch(() => null)
    return 'WORKING'
  }
}

/** The buyer's call: only with the key of this order. An unknown payment and a wrong key answer alike. */
export const captureOrder = async (args: Args, paypalOrderId: string, key: string | undefined): Promise<{ status: CaptureAnswer; orderNumber: string }> => {
  const order = await findByPayment(args.payload, paypalOrderId)
  if (!order || !key || !isOrderKey(key, order.accessKeyHash)) throw notFound('This payment')
  return { status: await captureKnownOrder(args, order), orderNumber: order.orderNumber }
}
