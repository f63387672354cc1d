import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { OrderStatus } from '../domain/order-status'
import { toDecimal } from '../domain/money'
import type { CaptureView } from '../providers/types'
import { withTransaction } from '../transaction'
import { addOrderEvent } from './order-events'
import { queueJob } from './queue-job'

export type Settlement = 'completed' | 'pending' | 'declined' | 'mismatch'

type LockedOrder = { id: number; uuid: string; status: OrderStatus; payment_state: string; total_cents: string; currency: string; newsletter_subscribe: boolean | null }

const belongsTo = (order: LockedOrder, capture: CaptureView): boolean =>
  capture.currency === order.currency && capture.amountCents === Number(order.total_cents) && capture.reference === order.uuid

/**
 * The one place where a payment becomes an order that is paid. The browser's capture, the webhook and the
 * reconciler all end here, in any order and as often as they like: the order is locked, the capture is written once
 * (its id is unique), and the mails that follow are queued in the same transaction.
 * @throws when the database fails; nothing is written then and the caller may come again
 */
export const settlePayment = async (payload: Payload, orderId: number, capture: CaptureView, actor = 'PayPal'): Promise<Settlement> =>
  withTransaction(payload, async (req, tx) => {
    const { rows } = await tx.execute(sql`
      select id, uuid, status, payment_state, total_cents, currency, newsletter_subscribe from orders where id = ${orderId} for update`)
    const order = rows[0] as unknown as LockedOrder | undefined
    if (!order) throw new Error(`No order ${orderId}`)
    const { rows: [known] } = await tx.execute(sql`select status from payments where provider_id = ${capture.id}`)
    if (known?.status === 'completed') return order.payment_state === 'mismatch' ? 'mismatch' : 'completed'

    const status = capture.status === 'refunded' ? 'completed' : capture.status
    if (known?.status !== status) {
      const { rows: [another] } = await tx.execute(sql`
        select id from payments where order_id = ${orderId} and kind = 'capture' and status = 'completed' and provider_id <> ${capture.id}`)
      const fits = belongsTo(order, capture) && !another
      await tx.execute(sql`
        insert into payments (order_id, kind, provider, provider_id, status, reason, amount_cents, fee_cents, currency, created_at, updated_at)
        values (${orderId}, 'capture', 'paypal', ${capture.id}, ${another && status === 'completed' ? 'pending' : status}, ${fits ? capture.reason : 'does not match the order'},
          ${capture.amountCents}, ${capture.feeCents}, ${capture.currency}, now(), now())
        on conflict (provider_id) do update set status = excluded.status, reason = excluded.reason, fee_cents = excluded.fee_cents, updated_at = now()`)
      if (!fits) {
        await tx.execute(sql`update orders set payment_state = 'mismatch', version = version + 1, updated_at = now() where id = ${orderId}`)
        await addOrderEvent(req, orderId, {
          type: 'mismatch', actor, message: `A payment of $${toDecimal(capture.amountCents)} does not match this order. Please check it before anything is printed.`,
        })
        return 'mismatch'
      }
    } else return status

    if (status === 'completed') {
      await tx.execute(sql`
        update orders set payment_state = 'completed', paypal_transaction_id = ${capture.id}, paid_at = coalesce(paid_at, now()),
          status = case when status in ('pending', 'cancelled') then 'paid' else status end,
          capture_lease_until = null, version = version + 1, updated_at = now()
        where id = ${orderId}`)
      const { rows: [byHand] } = await tx.execute(sql`select id from payments where order_id = ${orderId} and kind = 'manual' and status = 'completed'`)
      const message = byHand ? 'Payment received although the order was marked as paid by hand. Please check whether it was paid twice.'
        : order.status === 'cancelled' ? 'Payment received after the order was cancelled' : 'Payment received'
      await addOrderEvent(req, orderId, { type: 'paid', actor, message })
      await queueJob(tx, 'send-order-received', { orderId }, { key: `order-received:${orderId}` })
      // Only where the owner wants it; otherwise somebody presses the button.
      await tx.execute(sql`
        select graphile_worker.add_job(identifier => 'submit-order', payload => ${JSON.stringify({ orderId })}::json, job_key => ${`submit-order:${orderId}`}, max_attempts => 12)
        from shop_settings where printful_auto_submit limit 1`)
      if (order.newsletter_subscribe) await queueJob(tx, 'request-letter-for-order', { orderId }, { key: `letter-for-order:${orderId}` })
      return 'completed'
    }
    await tx.execute(sql`
      update orders set payment_state = ${status}, capture_lease_until = null, version = version + 1, updated_at = now(),
        payment_attempt = payment_attempt + ${status === 'declined' ? 1 : 0}
      where id = ${orderId}`)
    if (status === 'pending') {
      await addOrderEvent(req, orderId, { type: 'payment_pending', actor, message: 'The payment is on its way and not through yet', reason: capture.reason ?? undefined })
      await queueJob(tx, 'send-payment-pending', { orderId }, { key: `payment-pending:${orderId}` })
    } else {
      await addOrderEvent(req, orderId, { type: 'declined', actor, message: 'The payment did not go through', reason: capture.reason ?? undefined })
    }
    return status
  })
