import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  type FulfillmentStatus,
  submittableStatuses,
} from '@/modules/fulfillment/rules/fulfillment'
import { addOrderEvent } from '@/modules/orders/order-record'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

type Actor = { id: number; role: string }
type Row = {
  number: string
  status: string
  payment: string
  fulfillment: FulfillmentStatus
  note: string | null
  printful: string | null
  busy: boolean
}

/** `going`: nobody knows yet. `held`: a person must look. */
export type SubmissionState = { state: 'going' | 'sent' | 'held'; message: string }

const columns = sql`
  order_number as number, status::text, payment_state::text as payment, coalesce(fulfillment, 'none')::text as fulfillment, fulfillment_note as note, printful_order_id as printful,
  coalesce(fulfillment_lease_until > now(), false) as busy`

const stateOf = ({ number, fulfillment, note, printful }: Row): SubmissionState => {
  if (fulfillment === 'submitting' || fulfillment === 'draft')
    return { state: 'going', message: note ?? `Order ${number} is being sent to Printful.` }
  if (
    fulfillment === 'none' ||
    fulfillment === 'on-hold' ||
    fulfillment === 'failed' ||
    fulfillment === 'canceled'
  )
    return { state: 'held', message: note ?? 'Printful does not make it. See the order there.' }
  return { state: 'sent', message: `Order ${number} is at Printful, as ${printful}.` }
}

export async function readSubmission(payload: Payload, id: number): Promise<SubmissionState> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select ${columns} from orders where id = ${id}`)
  if (!row) throw notFound('The order')
  return stateOf(row as Row)
}

/**
 * Puts the sending of a paid order into the queue, for somebody who pressed the button. Pressed twice, it is sent once;
 * one that is at Printful already is only told so.
 * @param accept somebody saw what is odd about it (its cost, its address) and wants it made all the same
 * @param again one that was canceled there gets a new order, under a new name
 * @throws AppError not_found, conflict
 */
export function requestSubmission(
  payload: Payload,
  actor: Actor,
  actorName: string,
  id: number,
  { accept = false, again = false }: { accept?: boolean; again?: boolean },
): Promise<SubmissionState> {
  return withTransaction(payload, async (req, tx) => {
    const {
      rows: [found],
    } = await tx.execute(sql`select ${columns} from orders where id = ${id} for update`)
    const row = found as Row | undefined
    if (!row) throw notFound('The order')
    const isCanceled = row.fulfillment === 'canceled'
    if (!isCanceled && !(submittableStatuses as readonly string[]).includes(row.fulfillment))
      return stateOf(row)
    if (row.payment !== 'completed' || !['paid', 'processing'].includes(row.status))
      throw new AppError(
        'conflict',
        'Only an order that is paid, and neither cancelled nor shipped, is sent to Printful.',
      )
    if (isCanceled && !again)
      throw new AppError(
        'conflict',
        'It was canceled at Printful. Send it again as a new order there, or refund the buyer.',
      )
    if (isCanceled)
      await tx.execute(
        sql`update orders set fulfillment_attempt = fulfillment_attempt + 1, printful_order_id = null, fulfillment_cost_cents = null where id = ${id}`,
      )
    // Whoever is at work on it goes on; the job finds what came of that.
    if (!row.busy)
      await tx.execute(
        sql`update orders set fulfillment = 'submitting', fulfillment_note = null, version = version + 1, updated_at = now() where id = ${id}`,
      )
    await queueJob(
      tx,
      'submit-order',
      { orderId: id, byHand: true, ...(accept ? { accept } : {}) },
      { key: `submit-order:${id}` },
    )
    if (row.fulfillment !== 'submitting') {
      await audit(tx, actor, {
        action: 'order.asked_to_print',
        subjectType: 'order',
        subjectId: id,
        details: { accept, again },
      })
      await addOrderEvent(req, id, {
        type: 'printer:asked',
        actor: actorName,
        message: again
          ? 'To be sent to the printer once more'
          : accept
            ? 'To be sent to the printer all the same'
            : 'To be sent to the printer',
      })
    }
    return { state: 'going', message: `Order ${row.number} is being sent to Printful.` }
  })
}
