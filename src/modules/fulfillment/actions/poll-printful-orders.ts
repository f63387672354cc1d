import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { recordConnectionFailure } from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'
import { queueJob } from '@/platform/job-queue'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { reloadPrintfulOrder } from './apply-printful-event'

const atOnce = 40
const restMinutes = 10

/** What was begun and nobody finished: a process died, or Printful was down. */
const goOn = async (payload: Payload): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from orders where fulfillment in ('submitting', 'draft') and payment_state = 'completed' and status in ('paid', 'processing')
      and (fulfillment_lease_until is null or fulfillment_lease_until < now()) and updated_at < now() - interval '3 minutes' order by id limit ${atOnce}`)
  for (const { id } of rows)
    await queueJob(
      payload.db.drizzle,
      'submit-order',
      { orderId: Number(id) },
      { key: `submit-order:${id}` },
    )
}

/** Paid while the setting was on and not sent: the payment's own job may have met a Printful that was not connected. */
const sendWaiting = async (payload: Payload): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select o.id from orders o where o.status = 'paid' and o.payment_state = 'completed' and coalesce(o.fulfillment, 'none') = 'none' and o.paid_at > now() - interval '3 days'
      and exists (select from shop_settings where printful_auto_submit) order by o.id limit ${atOnce}`)
  for (const { id } of rows)
    await queueJob(
      payload.db.drizzle,
      'submit-order',
      { orderId: Number(id) },
      { key: `submit-order:${id}` },
    )
}

/**
 * The net below the events, every 15 minutes: orders that are not through are read at Printful, those that waited
 * longest first. Printful itself stops telling after a day of silence.
 */
export async function pollPrintfulOrders({
  payload,
  printful,
}: {
  payload: Payload
  printful: PrintfulGateway
}): Promise<void> {
  await goOn(payload)
  await sendWaiting(payload)
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, printful_order_id as "printfulOrderId" from orders where printful_order_id is not null and fulfillment in ('submitted', 'in-production', 'on-hold', 'failed')
      and (fulfillment_checked_at is null or fulfillment_checked_at < now() - make_interval(mins => ${restMinutes})) order by fulfillment_checked_at nulls first limit ${atOnce}`)
  for (const { id, printfulOrderId } of rows as unknown as {
    id: number
    printfulOrderId: string
  }[])
    try {
      await reloadPrintfulOrder({ payload, printful }, Number(id), printfulOrderId)
      await payload.db.drizzle.execute(
        sql`update orders set fulfillment_checked_at = greatest(fulfillment_checked_at, now() - interval '1 second') where id = ${id}`,
      )
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await recordConnectionFailure(payload, 'printful', error)
      // What one meets, the next would meet as well.
      if (error.details.trouble !== 'refused' && error.details.trouble !== 'odd') return
    }
}
