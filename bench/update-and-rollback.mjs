// node bench/update-and-rollback.mjs [commit] — the update of docs/operations.md ("Updates without downtime") and its rollback,
// under load, from a build of the commit (by default the last state before the newest migration) to a build of this code.
// Two web processes behind a balancer and a worker run from folders as on a server. Meanwhile visitors browse, customers sign
// in, buyers pay, and staff work; then pages of the other release ask for its scripts and call its server function, and
// orders of each release are paid and refunded by the other. Prints what failed, and ends with 1 if anything did.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { build, buildPrograms, isBuilt } from '../scripts/build.mjs'
import { endAll, programFlags, run } from '../scripts/child-processes.mjs'
import { freePort } from '../scripts/ports.mjs'
import { step } from '../scripts/progress.mjs'
import { startBalancer } from './balancer.mjs'
import { createBuyer, send } from './buyer.mjs'
import { signIn, startLoad } from './mixed-load.mjs'
import {
  beforeNewestMigration,
  buildCommit,
  createProcess,
  describe,
  placeRelease,
  startSurroundings,
} from './releases.mjs'

const base = path.resolve('.data/bench-update')
const checkout = path.join(base, 'older')
const dataDir = path.join(base, 'shop')
const logs = path.join(dataDir, 'logs')
const [older, newer] = [path.join(base, 'release-1'), path.join(base, 'release-2')]
const problems = []
const check = (isTrue, what) => {
  if (!isTrue) problems.push(what)
}

const buildBoth = async () => {
  const commit = process.argv[2] ?? (await beforeNewestMigration())
  console.log(`\nAn update from, and a rollback to, ${await describe(commit)}\n`)
  mkdirSync(base, { recursive: true })
  await step('Build of the earlier release', () => buildCommit(commit, checkout))
  await step('Build of this release', async () => {
    if (!isBuilt()) await build()
    await buildPrograms()
  })
  await placeRelease(checkout, older)
  await placeRelease('.', newer)
}

const startEverything = async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const [port, ...targets] = [await freePort(), await freePort(), await freePort()]
  const env = { PORT: String(port), DRAIN_SECONDS: '3', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '1' }
  const shop = await startSurroundings(checkout, {
    dataDir,
    durable: false,
    env: { ...env, PAGE_RENDERS_PER_MINUTE: '100000' },
  })
  const settings = { ...shop.env, WORKER_POLL_MS: '500' }
  const webs = targets.map((target) =>
    Object.assign(
      createProcess({
        program: 'web',
        name: `web-${target}`,
        logs,
        env: { ...settings, PORT: String(target) },
        ready: 'ready on port',
      }),
      { port: target, url: `http://127.0.0.1:${target}` },
    ),
  )
  const worker = createProcess({
    program: 'worker',
    name: 'worker',
    logs,
    env: settings,
    ready: 'worker ready',
  })
  const balancer = await startBalancer({ port, targets })
  await step('Two web processes and a worker of the earlier release', async () => {
    await Promise.all([...webs.map((web) => web.start(older)), worker.start(older)])
    while (!targets.every(balancer.isReady)) await wait(100)
  })
  const database = new pg.Client(shop.env.DATABASE_URL)
  await database.connect()
  return { shop, webs, worker, balancer, database }
}

/** Replaces one web process after the other, each once the balancer has found the other one ready. */
const replaceWebs = async ({ webs, balancer }, release) => {
  for (const web of webs) {
    const ended = await web.stop()
    await web.start(release)
    while (!balancer.isReady(web.port)) await wait(100)
    console.log(`      ${web.name} ended after ${ended} ms`)
  }
}

/** Files of a release that open pages may still ask for. */
const scriptsOf = (release) =>
  readdirSync(path.join(release, '.next/static'), { recursive: true })
    .filter((name) => /\.(js|css|woff2)$/.test(name))
    .map((name) => `/_next/static/${name}`)

const checkScripts = async ({ webs }, release) => {
  const files = scriptsOf(release)
  check(files.length > 50, `${release} has ${files.length} scripts`)
  for (const { url } of webs)
    for (const file of files) {
      const response = await fetch(url + file)
      await response.arrayBuffer()
      check(response.status === 200, `${file} of ${path.basename(release)}: ${response.status}`)
    }
}

/** Calls the server function of the admin as an open page of the release does. */
const checkServerFunction = async ({ shop, webs }, release) => {
  const manifest = path.join(release, '.next/server/server-reference-manifest.json')
  const [id] = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')).node).find(
    ([, { filename }]) => filename.includes('app/(payload)/layout'),
  )
  const Cookie = await signIn(shop.url, 'june', 'walk-the-long-way')
  for (const { url } of webs) {
    const response = await fetch(`${url}/admin/orders`, {
      method: 'POST',
      headers: {
        Cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'text/plain;charset=UTF-8',
        'Next-Action': id,
      },
      body: JSON.stringify([
        {
          name: 'form-state',
          args: {
            collectionSlug: 'users',
            schemaPath: 'users',
            operation: 'create',
            docPermissions: { fields: true },
            docPreferences: { fields: {} },
            renderAllFields: false,
            formState: {},
          },
        },
      ]),
    })
    const text = await response.text()
    check(
      response.status === 200 && !text.includes('only for staff'),
      `A page of ${path.basename(release)} called its server function: ${response.status} ${text.slice(0, 200)}`,
    )
  }
}

/** Buys at each web process, and once across both. */
const buyAtEach = async ({ webs: [one, other] }, buy) => [
  await buy({ orderAt: one.url }),
  await buy({ orderAt: other.url }),
  await buy({ orderAt: one.url, captureAt: other.url }),
]

/** Refunds a dollar of each order, whichever release took it. */
const refundEach = async ({ shop, database }, orders) => {
  const Cookie = await signIn(shop.url, 'june', 'walk-the-long-way')
  for (const { orderNumber } of orders) {
    const { rows } = await database.query('select id from orders where order_number = $1', [
      orderNumber,
    ])
    const refund = { amount: '1.00', reason: 'Update', refundId: randomUUID() }
    const headers = { Cookie, Origin: shop.url }
    const { status } = await send(
      'POST',
      `${shop.url}/api/admin/orders/${rows[0].id}/refund`,
      refund,
      headers,
    )
    check(status === 'completed', `The refund of ${orderNumber} is ${status}`)
  }
}

/** Every paid order has its receipt, and no job has failed, within a minute. */
const checkJobs = async ({ shop, database }, orders) => {
  const missing = async (one) => {
    const mails = await send('GET', `http://127.0.0.1:${shop.ports.mail}/api/mails?to=${one.email}`)
    return mails.mails.length === 0
  }
  for (let left = orders, tries = 0; left.length > 0; tries += 1) {
    const answers = await Promise.all(left.map(missing))
    left = left.filter((_, number) => answers[number])
    if (tries === 120)
      check(left.length === 0, `No receipts for ${left.map(({ orderNumber }) => orderNumber)}`)
    if (tries === 120) break
    await wait(500)
  }
  const { rows: unpaid } = await database.query(
    "select order_number, status, payment_state from orders where order_number = any($1) and (payment_state is distinct from 'completed' or paid_at is null)",
    [orders.map(({ orderNumber }) => orderNumber)],
  )
  check(unpaid.length === 0, `Not paid: ${JSON.stringify(unpaid)}`)
  const { rows } = await database.query(
    'select task_identifier, attempts, last_error from graphile_worker.jobs where last_error is not null',
  )
  check(rows.length === 0, `Jobs failed: ${JSON.stringify(rows)}`)
}

const update = async (parts) => {
  await run('cp', ['-rn', `${older}/.next/static/.`, `${newer}/.next/static/`])
  await run('cp', ['-rn', `${newer}/.next/static/.`, `${older}/.next/static/`])
  await step('Migrations of this release', () =>
    run(process.execPath, [...programFlags, 'dist/prepare.mjs'], {
      cwd: newer,
      env: parts.shop.env,
    }),
  )
  await wait(5000) // the earlier release on the newer database
  await step('This release, one web process after the other', () => replaceWebs(parts, newer))
  await step('Its worker', async () => {
    await parts.worker.stop()
    await parts.worker.start(newer)
  })
}

const rollBack = async (parts, buy) => {
  await parts.worker.stop()
  const left = await buyAtEach(parts, buy) // their jobs are for the earlier worker
  await step('Back to the earlier release, one web process after the other', () =>
    replaceWebs(parts, older),
  )
  await step('Its worker, with jobs that this release left', () => parts.worker.start(older))
  return left
}

const report = ({ counts, orders }, { refused, broken }) => {
  console.log(`\n${counts.requests} requests besides ${orders.length} purchases:`, counts.rounds)
  console.log(
    'Refused by a process that had ended, and answered by the other:',
    Object.fromEntries(refused),
  )
  console.log('Broken connections:', Object.fromEntries(broken))
  for (const [what, count] of counts.failures) problems.push(`${count} times: ${what}`)
}

const main = async () => {
  await buildBoth()
  const parts = await startEverything()
  const buy = await createBuyer(parts.shop, 'direct')
  let phase = 'before'
  const load = await startLoad(parts.shop, { phase: () => phase })
  try {
    const bought = await buyAtEach(parts, buy)
    phase = 'update'
    await update(parts)
    phase = 'after the update'
    for (const release of [older, newer]) {
      await checkScripts(parts, release)
      await checkServerFunction(parts, release)
    }
    bought.push(...(await buyAtEach(parts, buy)))
    await refundEach(parts, bought)
    phase = 'rollback'
    bought.push(...(await rollBack(parts, buy)))
    phase = 'after the rollback'
    for (const release of [older, newer]) {
      await checkScripts(parts, release)
      await checkServerFunction(parts, release)
    }
    bought.push(...(await buyAtEach(parts, buy)))
    await refundEach(parts, bought)
    phase = 'end'
    await load.stop()
    await step('Receipts and jobs', () => checkJobs(parts, [...bought, ...load.orders]))
  } finally {
    await load.stop()
    report(load, parts.balancer)
    await parts.balancer.close()
    await parts.database.end()
    await Promise.allSettled([...parts.webs, parts.worker].map((one) => one.stop()))
    await parts.shop.stop()
  }
}

await main().catch((error) => problems.push(error.stack))
endAll()
console.log(problems.length > 0 ? `\nFailed:\n${problems.join('\n')}` : '\nNothing failed.')
process.exit(problems.length > 0 ? 1 : 0)
