import { setTimeout as sleep } from 'node:timers/promises'

import type { Trust } from '../shop'

/**
 * Lets the reconciler, the jobs, and PayPal's webhooks finish. At full scale it waits in real time. Otherwise, what
 * would take minutes (leases, the pauses between tries, the reconciler's minute) is moved to now, as if that time had
 * passed.
 * @throws Error naming what is not over in time
 */
export async function waitUntilQuiet(trust: Trust, emails: string): Promise<void> {
  // Thousands of orders wait for Printful's limit of calls per minute.
  const minutes = trust.scale === 'full' ? 45 : 2
  const deadline = Date.now() + minutes * 60_000
  let quietRounds = 0
  while (quietRounds < 2) {
    const open = await hasten(trust, emails)
    quietRounds = open.length === 0 ? quietRounds + 1 : 0
    if (Date.now() > deadline)
      throw new Error(`Not quiet after ${minutes} minutes: ${open.join('; ')}`)
    await sleep(1000)
  }
}

/** Moves what waits to now, unless it has its own time. @returns what is still open */
export async function hasten(trust: Trust, emails: string): Promise<string[]> {
  if (trust.scale !== 'full') await moveToNow(trust, emails)
  await sleep(1500)
  const { undelivered } = await trust.control<{ undelivered: unknown[] }>('GET', '/paypal/ledger')
  const jobs = await trust.query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs
     where attempts < max_attempts and not (task_identifier = 'reconcile-payments' and locked_at is null)`,
  )
  const orders = await trust.query<{ number: string }>(
    "select order_number as number from orders where email like $1 and payment_state = 'capturing'",
    [emails],
  )
  const events = await trust.query("select 1 from webhook_events where status = 'received'")
  const refunds = await trust.query(
    "select 1 from payments where kind = 'refund' and status = 'pending'",
  )
  return [
    ...(undelivered.length > 0 ? [`${undelivered.length} webhooks`] : []),
    ...jobs.map(({ task }) => `job ${task}`),
    ...(events.length > 0 ? [`${events.length} events`] : []),
    ...orders.map(({ number }) => `capture of ${number}`),
    ...(refunds.length > 0 ? [`${refunds.length} refunds`] : []),
  ]
}

/** Statements that make what is due in minutes due now; `$1` is the pattern of the orders' addresses. */
const due = [
  `update orders set capture_lease_until = now() - interval '1 second'
   where email like $1 and payment_state = 'capturing' and updated_at < now() - interval '5 seconds'`,
  `update orders set updated_at = now() - interval '11 minutes'
   where email like $1 and payment_state = 'created' and status = 'pending'`,
  `update orders set updated_at = now() - interval '61 minutes'
   where email like $1 and payment_state = 'pending'`,
  `update orders set fulfillment_lease_until = now() - interval '1 second'
   where email like $1 and fulfillment_lease_until < now() + interval '50 seconds'`,
  `update webhook_events set created_at = now() - interval '61 seconds'
   where status = 'received' and created_at > now() - interval '61 seconds' and $1 <> ''`,
  `update payments set created_at = now() - interval '3 minutes'
   where kind = 'refund' and status = 'pending' and $1 <> ''`,
]

async function moveToNow(trust: Trust, emails: string): Promise<void> {
  for (const statement of due) await trust.query(statement, [emails])
  await trust.query(`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where locked_at is null and run_at > now() and attempts < max_attempts), run_at => now())`)
  await trust.query(
    "select graphile_worker.add_job('reconcile-payments', '{}', job_key => 'reconcile-payments', queue_name => 'reconcile-payments')",
  )
  await trust.control('POST', '/paypal/webhooks/flush', {})
}
