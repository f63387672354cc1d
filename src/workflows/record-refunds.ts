import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { toDecimal } from '../domain/money'
import type { RefundView } from '../providers/types'
import { withTransaction } from '../transaction'
import { addOrderEvent } from './order-events'
import { queueJob } from './queue-job'

/**
 * Writes refunds into the ledger, each once (its id is unique), also those made in the provider's own dashboard.
 * When all that was paid has gone back, the order is refunded.
 */
export const recordRefunds = async (payload: Payload, orderId: number, refunds: readonly RefundView[]): Promise<void> =>
  withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select id from orders where id = ${orderId} for update`)
    for (const refund of refunds) {
      if (refund.amountCents === 0) continue
      const { rows: [before] } = await tx.execute(sql`select status from payments where provider_id = ${refund.id}`)
      if (before?.status === refund.status) continue
      const { rows: [written] } = await tx.execute(sql`
        insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at, updated_at)
        values (${orderId}, 'refund', 'paypal', ${refund.id}, ${refund.status}, ${refund.amountCents}, ${refund.currency}, now(), now())
        on conflict (provider_id) do update set status = excluded.status, updated_at = now()
        returning id`)
      if (refund.status !== 'completed') continue
      await queueJob(tx, 'send-order-refunded', { paymentId: (written as { id: number }).id }, { key: `order-refunded:${refund.id}` })
      await addOrderEvent(req, orderId, { type: 'refund', actor: 'PayPal', message: `$${toDecimal(refund.amountCents)} went back to the buyer` })
    }
    const { rows } = await tx.execute(sql`
      update orders set status = 'refunded', version = version + 1, updated_at = now()
      where id = ${orderId} and status <> 'refunded' and total_cents <=
        (select coalesce(sum(amount_cents), 0) from payments where order_id = ${orderId} and kind = 'refund' and status = 'completed')
      returning id`)
    if (rows.length > 0) await addOrderEvent(req, orderId, { type: 'refunded', actor: 'PayPal', message: 'Refunded in full' })
  })
