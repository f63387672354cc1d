import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { sendable } from '../domain/fulfillment'
import { withTransaction } from '../transaction'
import { addOrderEvent } from './order-events'

export type Contest = {
  /** reversed: PayPal took the money back. disputed: the buyer opened a case there; its end is `dispute-closed`. */
  type: 'reversed' | 'disputed' | 'dispute-closed'
  /** PayPal's id of what happened: it is noted once, however often it is told. */
  reason: string
  message: string
}

const heldWords = 'The payment is contested at PayPal. Send it all the same only when that is settled.'

/** Notes it on the order. What was not sent to the printer yet waits for a person, who sends it with the button. */
export const holdContestedOrder = (payload: Payload, orderId: number, contest: Contest): Promise<void> =>
  withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select id from orders where id = ${orderId} for update`)
    const { rows: [known] } = await tx.execute(sql`select id from order_events where order_id = ${orderId} and type = ${contest.type} and reason = ${contest.reason}`)
    if (known) return
    await addOrderEvent(req, orderId, { ...contest, actor: 'PayPal' })
    if (contest.type === 'dispute-closed') return
    const { rows: [held] } = await tx.execute(sql`
      update orders set fulfillment = 'on-hold', fulfillment_note = ${heldWords}, version = version + 1, updated_at = now()
      where id = ${orderId} and status in ('paid', 'processing') and coalesce(fulfillment, 'none')::text in (select jsonb_array_elements_text(${JSON.stringify(sendable)}::jsonb))
        and (fulfillment_lease_until is null or fulfillment_lease_until < now()) returning id`)
    if (held) await tx.execute(sql`select graphile_worker.remove_job(${`submit-order:${orderId}`})`)
  })
