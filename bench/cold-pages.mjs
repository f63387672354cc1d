// node bench/cold-pages.mjs http://localhost:3000 [http://localhost:3001 …]: CPU time per uncached page, in the
// web process and in PostgreSQL. Several shops (for example two versions on this machine) are measured alternately, so
// that all meet the same conditions; quote the ratio. Start each with PAGE_RENDERS_PER_MINUTE=100000. Linux only: the
// figures come from /proc.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

import pg from 'pg'

import { cpuSeconds, parentOf, postmasterCpuSeconds } from './cpu.mjs'

const rounds = Number(process.env.ROUNDS ?? 8)
const pagesEach = Number(process.env.PAGES ?? 30)
/** Channels that invalidate a web process's caches; older versions use the second one. */
const channels = ['dayfern_invalidate_tags', 'dayfern_drop_tags']

/** Finds the process that listens on a port: the socket's inode in /proc/net, then the process that has it open. */
const findListener = (port) => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
    .map((fields) => `socket:[${fields[9]}]`)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`))
        if (inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`))) return Number(pid)
    } catch {
      // The process ended, or belongs to another user.
    }
  throw new Error(`Nothing listens on port ${port}.`)
}
const connectTo = async (url) => {
  const webPid = findListener(Number(new URL(url).port || 80))
  const { DATABASE_URL } = Object.fromEntries(
    readFileSync(`/proc/${webPid}/environ`, 'utf8')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const database = new pg.Client({ connectionString: DATABASE_URL })
  await database.connect()
  const { rows } = await database.query('select pg_backend_pid() as pid')
  const { rows: products } = await database.query(
    'select id from products where is_active and deleted_at is null order by id limit $1',
    [pagesEach],
  )
  return {
    url,
    webPid,
    postmaster: parentOf(rows[0].pid),
    database,
    productPaths: products.map(({ id }) => `/products/${id}`),
    totals: new Map(),
  }
}

const invalidateCaches = async ({ database }) => {
  for (const channel of channels)
    await database.query('select pg_notify($1, $2)', [channel, '["*"]'])
  // Invalidation is asynchronous, and older versions invalidate again after three seconds.
  await new Promise((resolve) => setTimeout(resolve, 3500))
}

const readCpu = ({ webPid, postmaster }) => ({
  web: cpuSeconds(webPid) * 1000,
  database: postmasterCpuSeconds(postmaster) * 1000,
})

const measure = async (shop, name, paths) => {
  const before = readCpu(shop)
  for (const path of paths) {
    const response = await fetch(shop.url + path, { redirect: 'follow' })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} responded ${response.status}.`)
  }
  const after = readCpu(shop)
  const total = shop.totals.get(name) ?? { pages: 0, web: 0, database: 0 }
  shop.totals.set(name, {
    pages: total.pages + paths.length,
    web: total.web + after.web - before.web,
    database: total.database + after.database - before.database,
  })
}

const shops = await Promise.all(process.argv.slice(2).map(connectTo))
if (shops.length === 0)
  throw new Error('Name at least one shop: node bench/cold-pages.mjs http://localhost:3000')
const freshSearches = (round) =>
  Array.from({ length: pagesEach }, (_, index) => `/products?search=tee+${round}x${index}`)
const listings = ['', 'under-25', '25-50', 'over-50'].flatMap((price) =>
  ['newest', 'name', 'price-low', 'price-high'].map(
    (sort) => `/products?${new URLSearchParams({ ...(price && { price }), sort })}`,
  ),
)
for (let round = 0; round <= rounds; round += 1)
  for (const shop of shops) {
    await invalidateCaches(shop)
    await measure(shop, 'product page', shop.productPaths)
    await measure(
      shop,
      'listing, fresh search',
      freshSearches(`${Date.now().toString(36)}${round}`),
    )
    await invalidateCaches(shop)
    await measure(shop, 'listing', listings)
    // Round 0 is a warm-up and is not counted.
    if (round === 0) shop.totals.clear()
  }
console.log(
  'page'.padEnd(26),
  'shop'.padEnd(28),
  'web ms'.padStart(8),
  'db ms'.padStart(8),
  'ratio'.padStart(8),
)
for (const name of shops[0].totals.keys()) {
  const perPage = shops.map(({ url, totals }) => {
    const { pages, web, database } = totals.get(name)
    return { url, web: web / pages, database: database / pages }
  })
  for (const { url, web, database } of perPage)
    console.log(
      name.padEnd(26),
      url.padEnd(28),
      web.toFixed(1).padStart(8),
      database.toFixed(1).padStart(8),
      ((web + database) / (perPage[0].web + perPage[0].database)).toFixed(2).padStart(8),
    )
}
await Promise.all(shops.map(({ database }) => database.end()))
