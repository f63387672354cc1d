// node bench/web-processes.mjs [requests] [rounds] — starts the built shop with two more web processes, and compares, in turn:
//   one process with two (both share a shop, but not their memory);
//   one without metrics, traces, and log lines with one that has all of them, and a collector that takes everything.
// Prints milliseconds of CPU for each request, which other programs on the machine change little, and requests per second,
// which they do. On two cores, PostgreSQL and this program take part of what a second process could use.
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

import { build, buildPrograms, isBuilt } from '../scripts/build.mjs'
import { endAll } from '../scripts/child-processes.mjs'
import { freePort } from '../scripts/ports.mjs'
import { startShop } from '../scripts/start-shop.mjs'
import { send } from './buyer.mjs'
import { cpuSeconds, databaseSeconds } from './cpu.mjs'
import { createProcess } from './releases.mjs'

const [requests = 300, rounds = 3] = process.argv.slice(2).map(Number)
const dataDir = path.resolve('.data/bench-web-processes')
const words = ['fern', 'tee', 'dawn', 'river', 'calm', 'morning', 'hope', 'walk', 'pine', 'light']
const word = () => words[randomInt(words.length)]
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

rmSync(dataDir, { recursive: true, force: true })
if (!isBuilt()) await build()
await buildPrograms()
const settings = { LOG_LEVEL: 'error', TRUSTED_PROXIES: '1', PAGE_RENDERS_PER_MINUTE: '1000000' }
const shop = await startShop({
  dataDir,
  durable: false,
  env: { ...settings, PORT: String(await freePort()) },
})

/** One more web process of the shop. */
const startWeb = async (name, env = {}) => {
  const port = await freePort()
  const web = createProcess({
    program: 'web',
    name,
    logs: path.join(dataDir, 'logs'),
    env: { ...shop.env, ...env, PORT: String(port) },
    ready: 'ready on port',
  })
  await web.start('.')
  return { ...web, url: `http://127.0.0.1:${port}` }
}
let batches = 0
const collector = createServer((req, res) => {
  req.resume()
  batches += 1
  res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
}).listen(0)
const metricsPort = await freePort()
const first = { url: shop.url, pid: shop.webProcess.pid }
const second = await startWeb('second')
const observed = await startWeb('observed', {
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
  METRICS_PORT: String(metricsPort),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`,
})
// As Prometheus does, more often.
const scraping = setInterval(
  () => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((one) => one.text()),
  5000,
)

const products = await send('GET', `${shop.url}/api/products`)
const { id, variants } = products.find((one) => one.variants.length > 0)
const cart = JSON.stringify({
  items: [{ productId: id, size: variants[0].size, color: variants[0].color, quantity: 1 }],
  place: { stateCode: 'CA', zip: '93023' },
})
/** What is requested, and how many times as often as the slowest kind. */
const kinds = {
  'new searches': [1, () => [`/products?search=${word()}+${randomInt(1e9).toString(36)}`]],
  'cart prices': [
    2,
    () => [
      '/api/cart/check',
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: shop.url,
          'X-Forwarded-For': address(),
        },
        body: cart,
      },
    ],
  ],
  'cached pages': [20, () => ['/products']],
}

/** Ten callers, spread over the processes. */
const callAll = async (processes, count, makeRequest) => {
  let left = count
  const caller = async ({ url }) => {
    while ((left -= 1) >= 0) {
      const [what, options] = makeRequest()
      const response = await fetch(url + what, options)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${what} answered ${response.status}`)
    }
  }
  const callers = Array.from({ length: 10 }, (_, number) => processes[number % processes.length])
  await Promise.all(callers.map(caller))
}

const measure = async (processes, count, makeRequest) => {
  const used = () => [
    processes.reduce((sum, { pid }) => sum + cpuSeconds(pid()), 0),
    databaseSeconds(dataDir),
  ]
  const [before, begun] = [used(), performance.now()]
  await callAll(processes, count, makeRequest)
  const perSecond = (count * 1000) / (performance.now() - begun)
  return [...used().map((now, number) => ((now - before[number]) * 1000) / count), perSecond]
}
const median = (values) => [...values].sort((one, other) => one - other)[values.length >> 1]

/** Measures the sides in turn, and prints the median of each figure with the least and the most. */
const compare = async (kind, sides) => {
  const [times, makeRequest] = kinds[kind]
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, processes] of Object.entries(sides)) {
      const result = await measure(processes, requests * times, makeRequest)
      if (round > 0) results[name].push(result) // the first one warms up
    }
  for (const [name, all] of Object.entries(results)) {
    const figures = [0, 1, 2].map((number) => {
      const values = all.map((result) => result[number])
      return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
    })
    console.log(
      `${kind}, ${name}: ${figures[0]} ms of CPU each, database ${figures[1]} ms; ${figures[2]} a second`,
    )
  }
}

try {
  for (const kind of Object.keys(kinds))
    await compare(kind, { one: [first], two: [first, second], observed: [observed] })
  console.log(`${batches} batches of spans`)
} finally {
  clearInterval(scraping)
  collector.close()
  await Promise.all([second.stop(), observed.stop()])
  await shop.stop()
  endAll()
}
process.exit(0)
