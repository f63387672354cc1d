// node bench/alerts.mjs [name of an alert] — starts the built shop and Prometheus with the files of deploy/prometheus, plants one
// failure for each alert, and waits until the alert fires and, once the failure is undone, no longer does. Only the times of
// the rules are shortened: minutes and hours become seconds. PROMETHEUS is the program (Debian: apt install prometheus).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { endAll, keep } from '../scripts/child-processes.mjs'
import { freePort } from '../scripts/ports.mjs'
import { startShop } from '../scripts/start-shop.mjs'
import { createBuyer, send } from './buyer.mjs'

const dataDir = '.data/bench-alerts'
const only = process.argv[2]

rmSync(dataDir, { recursive: true, force: true })
const metricsPorts = { web: await freePort(), worker: await freePort() }
const shop = await startShop({
  dataDir,
  durable: false,
  pollMs: 500,
  env: {
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '1',
    PAGE_RENDERS_PER_MINUTE: '100000',
    METRICS_PORT: String(metricsPorts.web),
    WORKER_METRICS_PORT: String(metricsPorts.worker),
  },
})

/** One after the other in one connection. */
const query = async (...statements) => {
  const client = new pg.Client(shop.env.DATABASE_URL)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
const control = (method, what, body) =>
  send(method, `http://127.0.0.1:${shop.ports.control}${what}`, body)
const buy = await createBuyer(shop)
const buySeveral = (count, options) =>
  Promise.all(Array.from({ length: count }, () => buy(options).catch(() => {})))
const searchSeveral = () =>
  Promise.allSettled(
    Array.from({ length: 10 }, () => fetch(`${shop.url}/products?search=${Math.random()}`)),
  )
const paypal = { provider: 'paypal', times: 1000 }
/** The entry that a backup writes. The audit log is append-only. */
const backupOf = (age) => `insert into audit_events (actor_role, action, details, created_at)
  values ('system', 'backup.made', '{"bytes": 1, "count": 1, "places": "a folder", "hasBase": false}', now() - interval '${age}')`
const removeJob = (name) =>
  query(`delete from graphile_worker._private_jobs where task_id =
    (select id from graphile_worker._private_tasks where identifier = '${name}')`)

/** What goes wrong for each alert. `again` repeats while the alert is awaited. */
const failures = {
  BackupMissing: { undo: () => query(backupOf('38 hours')) },
  BackupOld: { plant: () => query(backupOf('37 hours')), undo: () => query(backupOf('1 hour')) },
  ShopDown: { plant: () => shop.webProcess.stop(), undo: () => shop.webProcess.revive() },
  WorkerDown: { plant: () => shop.worker.stop(), undo: () => shop.worker.revive() },
  JobsLate: {
    // A job of a removed release: no worker knows it.
    plant: () =>
      query("select graphile_worker.add_job('gone', run_at => now() - interval '20 minutes')"),
    undo: () => removeJob('gone'),
  },
  JobsFailed: {
    // Its order doesn't exist.
    plant: () =>
      query(
        `select graphile_worker.add_job('send-order-received', '{"orderId": 0}', max_attempts => 1)`,
      ),
    undo: () => removeJob('send-order-received'),
  },
  PaymentsUnconfirmed: {
    plant: async () => {
      await buy()
      await query(
        "update orders set payment_state = 'mismatch' where id = (select max(id) from orders)",
      )
    },
    undo: () =>
      query("update orders set payment_state = 'completed' where payment_state = 'mismatch'"),
  },
  ManyDeclines: {
    plant: () => buySeveral(10, { approval: { funding: 'decline' } }),
    // An hour passes. Events of orders can't be changed otherwise.
    undo: () =>
      query(
        'set session_replication_role = replica',
        "update order_events set created_at = now() - interval '2 hours' where type = 'declined'",
      ),
  },
  PayPalFailing: {
    plant: () => control('POST', '/faults', { ...paypal, fault: 'status', status: 503 }),
    again: () => buySeveral(2),
    undo: () => control('DELETE', '/faults'),
  },
  SlowPages: {
    plant: () => control('POST', '/faults', { ...paypal, fault: 'latency', latencyMs: 3000 }),
    again: () => buySeveral(5),
    undo: () => control('DELETE', '/faults'),
  },
  ServerErrors: {
    plant: () => shop.cluster.stop(),
    again: searchSeveral,
    undo: () => shop.cluster.start(),
  },
  DatabaseDown: { plant: () => shop.cluster.stop(), undo: () => shop.cluster.start() },
}

/** The rules of production in seconds, except for the thresholds. */
const shortenedRules = () =>
  readFileSync('deploy/prometheus/alerts.yml', 'utf8')
    .replace(/for: \d+m/g, 'for: 4s')
    .replace(/\[(\d+m|36h)\]/g, '[30s]')
    .replaceAll('[1h] offset 36h', '[15s] offset 30s')

const startPrometheus = async () => {
  const home = path.resolve(dataDir, 'prometheus')
  const port = await freePort()
  mkdirSync(home, { recursive: true })
  writeFileSync(`${home}/alerts.yml`, shortenedRules())
  writeFileSync(
    `${home}/prometheus.yml`,
    readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
      .replace("'127.0.0.1:9101', '127.0.0.1:9102'", `'127.0.0.1:${metricsPorts.web}'`)
      .replace('127.0.0.1:9103', `127.0.0.1:${metricsPorts.worker}`)
      .replace(
        'scrape_interval: 15s',
        'scrape_interval: 5s\n  scrape_timeout: 5s\n  evaluation_interval: 1s',
      ),
  )
  const prometheus = keep(
    'Prometheus',
    process.env.PROMETHEUS ?? 'prometheus',
    [
      `--config.file=${home}/prometheus.yml`,
      `--storage.tsdb.path=${home}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {
      env: process.env,
      logFile: `${dataDir}/logs/prometheus.log`,
      ready: (line) => line.includes('Server is ready'),
    },
  )
  await prometheus.start()
  return {
    stop: prometheus.stop,
    firing: async () =>
      (await send('GET', `http://127.0.0.1:${port}/api/v1/alerts`)).data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname),
  }
}

/** @returns how long it took, or null after three minutes */
const until = async (isOver, between = () => {}) => {
  const startedAt = Date.now()
  while (!(await isOver())) {
    if (Date.now() - startedAt > 180_000) return null
    await between()
    await wait(1000)
  }
  return `${Math.round((Date.now() - startedAt) / 1000)} s`
}

let failed = 0
/** Plants a failure, and undoes it once its alert fires. */
const watch = async (prometheus, name, { plant = () => {}, again, undo }) => {
  await plant()
  const fires = await until(async () => (await prometheus.firing()).includes(name), again)
  const others = (await prometheus.firing()).filter((one) => one !== name)
  await undo()
  const isOver = await until(async () => !(await prometheus.firing()).includes(name))
  if (!fires || !isOver) failed += 1
  const also = others.length > 0 ? `; with ${[...new Set(others)].join(', ')}` : ''
  console.log(
    `${name.padEnd(20)} ${fires ? `fires after ${fires}` : 'DID NOT FIRE'}, ${isOver ? `is over ${isOver} after the repair` : 'IS NOT OVER'}${also}`,
  )
}

const prometheus = await startPrometheus()
try {
  for (const [name, failure] of Object.entries(failures))
    if (!only || only === name) await watch(prometheus, name, failure)
} finally {
  await prometheus.stop()
  await shop.stop()
  endAll()
}
process.exit(failed > 0 ? 1 : 0)
