import { setTimeout as sleep } from 'node:timers/promises'

import type { Trust } from '../shop'

const quietWithinMs = 120_000

/**
 * Lets the reconciler, the jobs, and PayPal's webhooks finish. What would take minutes or hours of waiting (leases, the
 * pauses between tries, the reconciler's minute) is moved to now, as if that time had passed.
 * @throws Error naming what is not over after two minutes
 */
export async function waitUntilQuiet(trust: Trust, emails: string): Promise<void> {
  const deadline = Date.now() + quietWithinMs
  let quietRounds = 0
  while (quietRounds < 2) {
    const open = await hasten(trust, emails)
    quietRounds = open.length === 0 ? quietRounds + 1 : 0
    if (Date.now() > deadline) throw new Error(`Not quiet after two minutes: ${open.join('; ')}`)
    await sleep(1000)
  }
}

/** Moves what waits to now. @returns what is still open */
export async function hasten(trust: Trust, emails: string): Promise<string[]> {
  await trust.query(
    `update orders set capture_lease_until = now() - interval '1 second'
     where email like $1 and payment_state = 'capturing' and updated_at < now() - interval '5 seconds'`,
    [emails],
  )
  await trust.query(
    `update orders set updated_at = now() - interval '11 minutes'
     where email like $1 and payment_state = 'created' and status = 'pending'`,
    [emails],
  )
  await trust.query(
    `update orders set updated_at = now() - interval '61 minutes' where email like $1 and payment_state = 'pending'`,
    [emails],
  )
  await trust.query(
    "update orders set fulfillment_lease_until = now() - interval '1 second' where email like $1 and fulfillment_lease_until < now() + interval '50 seconds'",
    [emails],
  )
  await trust.query(
    "update payments set created_at = now() - interval '3 minutes' where kind = 'refund' and status = 'pending'",
  )
  await trust.query(`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where locked_at is null and run_at > now() and attempts < max_attempts), run_at => now())`)
  await trust.query(
    "select graphile_worker.add_job('reconcile-payments', '{}', job_key => 'reconcile-payments', queue_name => 'reconcile-payments')",
  )
  await trust.control('POST', '/paypal/webhooks/flush', {})
  await sleep(1500)
  const { undelivered } = await trust.control<{ undelivered: unknown[] }>('GET', '/paypal/ledger')
  const jobs = await trust.query<{ task: string }>(
    "select task_identifier as task from graphile_worker.jobs where attempts < max_attempts and not (task_identifier = 'reconcile-payments' and locked_at is null)",
  )
  const orders = await trust.query<{ number: string }>(
    `select order_number as number from orders where email like $1 and payment_state = 'capturing'`,
    [emails],
  )
  const refunds = await trust.query(
    "select 1 from payments where kind = 'refund' and status = 'pending'",
  )
  return [
    ...(undelivered.length > 0 ? [`${undelivered.length} webhooks`] : []),
    ...jobs.map(({ task }) => `job ${task}`),
    ...orders.map(({ number }) => `capture of ${number}`),
    ...(refunds.length > 0 ? [`${refunds.length} refunds`] : []),
  ]
}
