// node bench/worker-crash-recovery.mjs [kills] — kills the worker at random times, 50 by default, while it imports from
// Instagram, TikTok, Etsy, and Printful and submits paid orders to Printful. Afterwards nothing may be lost or duplicated.
// Needs a build (npm start makes one). ONLY=orders skips the other imports. The random seed is printed; SEED=… repeats a run.
import { rmSync } from 'node:fs'

import { chromium } from '@playwright/test'
import pg from 'pg'

import { endAll } from '../scripts/child-processes.mjs'
import { findBrowser } from '../scripts/find-browser.mjs'
import { freePort } from '../scripts/ports.mjs'
import { startShop } from '../scripts/start-shop.mjs'

const maxKillsTotal = Number(process.argv[2] ?? 50)
let seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const dataDir = '.data/bench-killed'
rmSync(dataDir, { recursive: true, force: true })
const shop = await startShop({
  dataDir,
  env: { PORT: String(await freePort()), LOG_LEVEL: 'error' },
  durable: false,
  pollMs: 200,
})
const db = new pg.Client(shop.env.DATABASE_URL)
await db.connect()
const query = async (text, values = []) => (await db.query(text, values)).rows
const control = async (method, path, body) => {
  const response = await fetch(`http://127.0.0.1:${shop.ports.control}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json().catch(() => undefined)
}

let kills = 0
const kill = () => {
  try {
    process.kill(-shop.worker.pid(), 'SIGKILL')
    kills += 1
  } catch {
    /* The worker is just starting. */
  }
}
const problems = []
const expectEqual = (label, actual, expected) => {
  const isEqual = JSON.stringify(actual) === JSON.stringify(expected)
  console.log(
    `${isEqual ? '  ok ' : '  BAD'} ${label}: ${JSON.stringify(actual)}${isEqual ? '' : ` instead of ${JSON.stringify(expected)}`}`,
  )
  if (!isEqual) problems.push(label)
}

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const context = await browser.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { Origin: shop.url },
  })
  const call = async (method, path, data) => {
    const response = await context.request.fetch(path, { method, data, timeout: 60_000 })
    const body = await response.json().catch(() => null)
    if (!response.ok())
      throw new Error(`${method} ${path}: ${response.status()} ${JSON.stringify(body)}`)
    return body
  }
  await call('POST', '/api/auth/local', { username: 'june', password: 'walk-the-long-way' })
  const page = await context.newPage()
  for (const service of ['instagram', 'tiktok', 'etsy']) {
    await page.goto(`/admin/${service}-import`)
    await page.getByRole('link', { name: /Sign in at/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/connected=1/)
  }
  await page.close()
  await control('POST', '/printful/settings', { limits: false })
  await control('POST', '/etsy/settings', { limits: false })

  /** Kills the worker at random times, at most `maxKills` times, until `isOver` resolves to true. */
  const killRepeatedly = async (name, maxKills, isOver) => {
    const before = kills
    while (!(await isOver())) {
      // Long enough for the worker to restart and resume work.
      await wait(2500 + random() * 4000)
      if (kills - before < maxKills && kills < maxKillsTotal) kill()
    }
    console.log(`${name}: over after ${kills - before} kills (${kills} in all)`)
  }
  const runIsOver = (id) => async () =>
    !['queued', 'running'].includes(
      (await query('select status from sync_runs where id = $1', [id]))[0].status,
    )
  const onlyOrders = process.env.ONLY === 'orders'
  const killsPerImport = onlyOrders ? 0 : Math.ceil(maxKillsTotal / 5)
  for (const [name, path, body] of [
    ['Instagram', '/api/admin/instagram/import', { status: 'draft', wait: 0 }],
    ['TikTok', '/api/admin/tiktok/import', { status: 'draft', wait: 0 }],
    ['Etsy', '/api/admin/etsy/import-all', { limit: 60, wait: 0 }],
    ['Printful', '/api/admin/printful/sync', { wait: 0 }],
  ].filter(([name]) => !onlyOrders || name === 'Printful')) {
    const { run } = await call('POST', path, body)
    await killRepeatedly(name, killsPerImport, runIsOver(run.id))
    const [end] = await query(
      'select status, message, done, failed, total from sync_runs where id = $1',
      [run.id],
    )
    console.log(`     ${end.message}`)
    expectEqual(`${name}: the run ends well`, end.status, 'done')
    const [rows] = await query(
      "select count(*)::int as rows, count(*) filter (where result = 'created')::int as created from sync_rows where run_id = $1",
      [run.id],
    )
    expectEqual(`${name}: a line for each thing`, Number(end.done), rows.rows)
    const importedCount =
      name === 'Etsy'
        ? 'select count(*)::int as n from products where etsy_listing_id is not null'
        : name === 'Printful'
          ? 'select count(*)::int as n from products where printful_product_id is not null'
          : `select count(*)::int as n from content where source = '${name.toLowerCase()}'`
    expectEqual(
      `${name}: each thing is there once`,
      (await query(importedCount))[0].n,
      rows.created,
    )
    // A second run without kills must recognize everything that the first one created.
    const secondRun = await call('POST', path, body)
    while (!(await runIsOver(secondRun.run.id)())) await wait(300)
    expectEqual(
      `${name}: the second run makes nothing new`,
      (
        await query(
          "select count(*)::int as n from sync_rows where run_id = $1 and result = 'created'",
          [secondRun.run.id],
        )
      )[0].n,
      0,
    )
  }

  // Paid orders of a Printful product, submitted to Printful while the worker is killed repeatedly.
  const [product] = await query(`
    select p.id, v.size, v.color from products p join products_variants v on v._parent_id = p.id
    where p.printful_product_id is not null and v.available and v.printful_variant_id is not null and p.base_price_cents between 1500 and 6000 order by p.id limit 1`)
  await query('update products set is_active = true where id = $1', [product.id])
  const orders = []
  for (let n = 0; n < Math.max(4, Math.round(maxKillsTotal / 5)); n += 1) {
    const checkoutId = crypto.randomUUID()
    const customer = {
      email: `killed${n}@example.com`,
      firstName: 'Wren',
      lastName: 'Okafor',
      address1: '18 Alder Lane',
      city: 'Ojai',
      stateCode: 'CA',
      countryCode: 'US',
      zip: '93023',
    }
    const order = {
      checkoutId,
      items: [{ productId: product.id, size: product.size, color: product.color, quantity: 1 }],
      customer,
      billing: null,
      currency: 'USD',
      intent: 'CAPTURE',
    }
    // A wrong amount is rejected with the correct totals.
    const rejection = await (
      await context.request.fetch('/order', { method: 'POST', data: { ...order, amount: '1.00' } })
    ).json()
    const placed = await call('POST', '/order', { ...order, amount: rejection.totals.total })
    await control('POST', `/paypal/orders/${placed.id}/approve`, { funding: 'ok' })
    await call('POST', `/order/${placed.id}/capture`, {})
    orders.push((await query('select id from orders where checkout_id = $1', [checkoutId]))[0].id)
  }
  for (const id of orders)
    await context.request.fetch(`/api/admin/printful/submit-order/${id}`, {
      method: 'POST',
      data: { wait: 0 },
      timeout: 60_000,
    })
  // A Printful draft is not charged or produced yet.
  const unsent = async () =>
    (
      await query(
        "select count(*)::int as n from orders where id = any($1) and coalesce(fulfillment, 'none')::text not in ('submitted', 'in-production', 'shipped')",
        [orders],
      )
    )[0].n
  const deadline = Date.now() + 10 * 60_000
  await killRepeatedly(
    'Orders',
    maxKillsTotal,
    async () => Date.now() > deadline || (kills >= maxKillsTotal && (await unsent()) === 0),
  )
  const ledger = await control('GET', '/printful/ledger')
  const printfulOrders = Object.values(ledger.orders)
  expectEqual('Orders: each is at the printer', await unsent(), 0)
  expectEqual('Orders: none twice', printfulOrders.length, orders.length)
  expectEqual('Orders: each charged once', Object.values(ledger.charges).length, orders.length)
  expectEqual(
    'Payments: each captured once',
    (
      await query(
        "select count(*)::int as n from payments where kind = 'capture' and order_id = any($1)",
        [orders],
      )
    )[0].n,
    orders.length,
  )
  console.log(
    `\n${kills} kills, ${problems.length === 0 ? 'nothing lost, nothing twice' : `${problems.length} PROBLEMS: ${problems.join('; ')}`}`,
  )
} finally {
  await browser.close()
  await db.end()
  await shop.stop()
  endAll()
}
process.exit(problems.length === 0 ? 0 : 1)
