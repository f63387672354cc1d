import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { AppError } from '../errors'
import type { PaymentProvider } from '../providers/types'
import { withTransaction } from '../transaction'
import { captureKnownOrder, settleFromProvider } from './capture-order'
import { addOrderEvent } from './order-events'
import { queueJob } from './queue-job'

type Args = { payload: Payload; payments: PaymentProvider }
const atOnce = 50

/** Orders whose payment somebody began and nobody finished: claimed ones at once, others after ten minutes. */
const unsettled = sql`
  select id, payment_state from orders
  where (payment_state = 'capturing' and capture_lease_until < now())
     or (payment_state = 'created' and status = 'pending' and updated_at < now() - interval '10 minutes' and created_at > now() - interval '6 hours')
     or (payment_state = 'pending' and updated_at < now() - interval '1 hour')
  order by updated_at limit ${atOnce}`

/** Never paid within a day: the provider has forgotten the payment, and the list of orders should not fill with them. */
const closeAbandoned = async (payload: Payload): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from orders where status = 'pending' and payment_state in ('none', 'created', 'declined') and created_at < now() - interval '24 hours' limit ${atOnce}`)
  for (const { id } of rows as unknown as { id: number }[])
    await withTransaction(payload, async (req, tx) => {
      const closed = await tx.execute(sql`
        update orders set status = 'cancelled', version = version + 1, updated_at = now()
        where id = ${id} and status = 'pending' and payment_state in ('none', 'created', 'declined') returning id`)
      if (closed.rows.length > 0) await addOrderEvent(req, id, { type: 'cancelled', actor: 'the shop', message: 'Never paid; closed after a day' })
    })
}

/** Deliveries that were stored and never worked off (the process died in between). */
const requeueDeliveries = async (payload: Payload): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from webhook_events where status = 'received' and created_at < now() - interval '5 minutes' limit ${atOnce}`)
  for (const { id } of rows as unknown as { id: number }[])
    await queueJob(payload.db.drizzle, 'process-webhook-event', { eventId: id }, { key: `webhook:${id}` })
}

/**
 * Finishes what was left half done: every minute, for payments whose outcome nobody wrote down. It reads the
 * provider first; only an order that was claimed for capture (the buyer had asked) is captured again, with the same
 * request id. One order's trouble does not stop the others.
 */
export const reconcilePayments = async (args: Args): Promise<void> => {
  const { payload } = args
  const { rows } = await payload.db.drizzle.execute(unsettled)
  for (const { id, payment_state: state } of rows as unknown as { id: number; payment_state: string }[]) {
    try {
      const order = await payload.findByID({ collection: 'orders', id, depth: 0 })
      const settled = await settleFromProvider(args, order)
      if (settled === null && state === 'capturing') await captureKnownOrder(args, order)
      // Looked at: the next round begins with those that waited longest.
      await payload.db.drizzle.execute(sql`update orders set updated_at = now() where id = ${id} and payment_state in ('created', 'pending')`)
    } catch (error) {
      if (!(error instanceof AppError)) payload.logger.error({ err: error, order: id }, 'A payment could not be reconciled')
    }
  }
  await closeAbandoned(payload)
  await requeueDeliveries(payload)
}
