// node bench/checkouts.mjs [seconds] [buyers] — starts the built shop with a new demo database, lets PayPal answer after 200 ms,
// and sends buyers who order and pay without pauses. Prints finished checkouts per second, what a buyer waits for in a
// checkout (order and capture), and the CPU time of web process, worker, and PostgreSQL.
import { rmSync } from 'node:fs'

import pg from 'pg'

import { endAll } from '../scripts/child-processes.mjs'
import { freePort } from '../scripts/ports.mjs'
import { startShop } from '../scripts/start-shop.mjs'
import { createBuyer, send } from './buyer.mjs'
import { cpuSeconds, databaseCpuSeconds } from './cpu.mjs'

const [seconds = 20, buyers = 30] = process.argv.slice(2).map(Number)
const dataDir = '.data/bench-checkouts'

rmSync(dataDir, { recursive: true, force: true })
const shop = await startShop({
  dataDir,
  durable: false,
  env: { PORT: String(await freePort()), LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' },
})
const control = `http://127.0.0.1:${shop.ports.control}`

const waits = []
const failures = new Map()
const buy = await createBuyer(shop)

/** Carts estimate arrival from earlier orders, so a shop without a history would look faster than it is. */
const addDeliveredOrders = async (count) => {
  const client = new pg.Client(shop.env.DATABASE_URL)
  await client.connect()
  try {
    await client.query(
      `insert into orders
     select (jsonb_populate_record(null::orders, to_jsonb(example) || jsonb_build_object(
       'id', nextval('orders_id_seq'), 'order_number', 'BENCH-' || number, 'uuid', gen_random_uuid(),
       'checkout_id', gen_random_uuid(), 'paypal_order_id', null, 'paypal_transaction_id', null, 'status', 'delivered',
       'paid_at', now() - interval '12 days', 'shipped_at', now() - interval '9 days',
       'delivered_at', now() - interval '4 days' - number * interval '1 minute'))).*
     from (select * from orders order by id desc limit 1) example, generate_series(1, $1) number`,
      [count],
    )
  } finally {
    await client.end()
  }
}

const buyUntil = async (end, isMeasured) => {
  while (performance.now() < end)
    await buy().then(
      ({ waitMs }) => isMeasured && waits.push(waitMs),
      ({ message }) => failures.set(message, (failures.get(message) ?? 0) + 1),
    )
}
const crowd = (forSeconds, isMeasured) => {
  const end = performance.now() + forSeconds * 1000
  return Promise.all(Array.from({ length: buyers }, () => buyUntil(end, isMeasured)))
}

try {
  await crowd(5, false)
  await addDeliveredOrders(300)
  await send('POST', `${control}/faults`, {
    provider: 'paypal',
    fault: 'latency',
    latencyMs: 200,
    times: 1_000_000,
  })
  const readCpu = () => ({
    web: cpuSeconds(shop.webProcess.pid()),
    worker: cpuSeconds(shop.worker.pid()),
    PostgreSQL: databaseCpuSeconds(`${dataDir}/postgres`),
  })
  const before = readCpu()
  const startedAt = performance.now()
  await crowd(seconds, true)
  const took = (performance.now() - startedAt) / 1000
  const after = readCpu()
  waits.sort((one, other) => one - other)
  const at = (part) => `${Math.round(waits[Math.floor(waits.length * part)] ?? 0)} ms`
  console.log(
    `${buyers} buyers, ${waits.length} checkouts in ${took.toFixed(1)} s: ${(waits.length / took).toFixed(1)} a second`,
  )
  console.log(`order and capture together: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
  for (const [name, seconds] of Object.entries(after))
    console.log(
      `${name}: ${Math.round(((seconds - before[name]) * 1000) / waits.length)} ms of CPU for each checkout`,
    )
  for (const [message, count] of failures) console.log(`failed ${count} times: ${message}`)
} finally {
  await shop.stop()
  endAll()
}
