// node bench/worker-crash-recovery.mjs [kills] — the worker is killed at random moments, 50 times unless told, while it imports from
// Instagram, TikTok, Etsy and Printful and sends paid orders to the printer. Afterwards nothing may be lost and nothing
// may be there twice. Needs a build (npm start makes one); ONLY=orders leaves the imports alone. The seed of the moments is printed; SEED=… repeats them.
import { rmSync } from 'node:fs'

import { chromium } from '@playwright/test'
import pg from 'pg'

import { endAll } from '../scripts/child-processes.mjs'
import { findBrowser } from '../scripts/find-browser.mjs'
import { freePort } from '../scripts/ports.mjs'
import { startShop } from '../scripts/start-shop.mjs'

const wanted = Number(process.argv[2] ?? 50)
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
  const answer = await fetch(`http://127.0.0.1:${shop.ports.control}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json().catch(() => undefined)
}

let kills = 0
const kill = () => {
  try {
    process.kill(-shop.worker.pid(), 'SIGKILL')
    kills += 1
  } catch {
    /* just starting */
  }
}
const problems = []
const mustBe = (what, is, should) => {
  const good = JSON.stringify(is) === JSON.stringify(should)
  console.log(
    `${good ? '  ok ' : '  BAD'} ${what}: ${JSON.stringify(is)}${good ? '' : ` instead of ${JSON.stringify(should)}`}`,
  )
  if (!good) problems.push(what)
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
    const answer = await context.request.fetch(path, { method, data, timeout: 60_000 })
    const body = await answer.json().catch(() => null)
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${JSON.stringify(body)}`)
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

  /** Kills until the run is over, at most so often; then lets it finish. */
  const storm = async (name, mostKills, isOver) => {
    const before = kills
    while (!(await isOver())) {
      // Long enough to stand again and be in the middle of something.
      await wait(2500 + random() * 4000)
      if (kills - before < mostKills && kills < wanted) kill()
    }
    console.log(`${name}: over after ${kills - before} kills (${kills} in all)`)
  }
  const runIsOver = (id) => async () =>
    !['queued', 'running'].includes(
      (await query('select status from sync_runs where id = $1', [id]))[0].status,
    )
  const onlyOrders = process.env.ONLY === 'orders'
  const share = onlyOrders ? 0 : Math.ceil(wanted / 5)
  for (const [name, path, body] of [
    ['Instagram', '/api/admin/instagram/import', { status: 'draft', wait: 0 }],
    ['TikTok', '/api/admin/tiktok/import', { status: 'draft', wait: 0 }],
    ['Etsy', '/api/admin/etsy/import-all', { limit: 60, wait: 0 }],
    ['Printful', '/api/admin/printful/sync', { wait: 0 }],
  ].filter(([name]) => !onlyOrders || name === 'Printful')) {
    const { run } = await call('POST', path, body)
    await storm(name, share, runIsOver(run.id))
    const [end] = await query(
      'select status, message, done, failed, total from sync_runs where id = $1',
      [run.id],
    )
    console.log(`     ${end.message}`)
    mustBe(`${name}: the run ends well`, end.status, 'done')
    const [rows] = await query(
      "select count(*)::int as rows, count(*) filter (where result = 'created')::int as created from sync_rows where run_id = $1",
      [run.id],
    )
    mustBe(`${name}: a line for each thing`, Number(end.done), rows.rows)
    const made =
      name === 'Etsy'
        ? 'select count(*)::int as n from products where etsy_listing_id is not null'
        : name === 'Printful'
          ? 'select count(*)::int as n from products where printful_product_id is not null'
          : `select count(*)::int as n from content where source = '${name.toLowerCase()}'`
    mustBe(`${name}: each thing is there once`, (await query(made))[0].n, rows.created)
    // Again, undisturbed: whatever the first run made is recognized.
    const again = await call('POST', path, body)
    while (!(await runIsOver(again.run.id)())) await wait(300)
    mustBe(
      `${name}: the second run makes nothing new`,
      (
        await query(
          "select count(*)::int as n from sync_rows where run_id = $1 and result = 'created'",
          [again.run.id],
        )
      )[0].n,
      0,
    )
  }

  // Orders: paid ones of a Printful product, each sent to the printer while the worker keeps dying.
  const [product] = await query(`
    select p.id, v.size, v.color from products p join products_variants v on v._parent_id = p.id
    where p.printful_product_id is not null and v.available and v.printful_variant_id is not null and p.base_price_cents between 1500 and 6000 order by p.id limit 1`)
  await query('update products set is_active = true where id = $1', [product.id])
  const orders = []
  for (let n = 0; n < Math.max(4, Math.round(wanted / 5)); n += 1) {
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
    // The shop says what it costs when the amount is another.
    const refused = await (
      await context.request.fetch('/order', { method: 'POST', data: { ...order, amount: '1.00' } })
    ).json()
    const placed = await call('POST', '/order', { ...order, amount: refused.totals.total })
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
  // A draft there is not charged yet, and not made.
  const unsent = async () =>
    (
      await query(
        "select count(*)::int as n from orders where id = any($1) and coalesce(fulfillment, 'none')::text not in ('submitted', 'in-production', 'shipped')",
        [orders],
      )
    )[0].n
  const until = Date.now() + 10 * 60_000
  await storm(
    'Orders',
    wanted,
    async () => Date.now() > until || (kills >= wanted && (await unsent()) === 0),
  )
  const ledger = await control('GET', '/printful/ledger')
  const theirs = Object.values(ledger.orders)
  mustBe('Orders: each is at the printer', await unsent(), 0)
  mustBe('Orders: none twice', theirs.length, orders.length)
  mustBe('Orders: each charged once', Object.values(ledger.charges).length, orders.length)
  mustBe(
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
