// node bench/page-throughput.mjs http://localhost:3000 — requests per second of the shop's cached pages, compared with a bare
// server that sends the same number of bytes. Quote ratios from one run, because absolute numbers depend on the machine's load.
import { createServer } from 'node:http'

import autocannon from 'autocannon'

const shop = process.argv[2] ?? 'http://localhost:3000'
const paths = [
  '/',
  '/products',
  '/products?category=recovery&sort=price-low',
  '/products?search=fern',
  '/products/1',
  '/no-such-page',
]
const seconds = Number(process.env.SECONDS_EACH ?? 5)
const gzip = { 'accept-encoding': 'gzip' }
const measureLoad = (url) => autocannon({ url, connections: 10, duration: seconds, headers: gzip })

console.log(
  'page'.padEnd(46),
  'req/s'.padStart(8),
  'p99 ms'.padStart(8),
  'kB gzip'.padStart(9),
  'of raw'.padStart(8),
)
for (const path of paths) {
  const response = await fetch(shop + path, { headers: gzip })
  await response.arrayBuffer()
  const result = await measureLoad(shop + path)
  const bytes = Math.round(result.throughput.average / result.requests.average)
  const body = Buffer.alloc(bytes, 'x')
  const raw = createServer((_, res) => res.end(body)).listen(0)
  const bare = await measureLoad(`http://localhost:${raw.address().port}`)
  raw.close()
  console.log(
    path.padEnd(46),
    String(Math.round(result.requests.average)).padStart(8),
    String(result.latency.p99).padStart(8),
    (bytes / 1000).toFixed(1).padStart(9),
    `${Math.round((100 * result.requests.average) / bare.requests.average)} %`.padStart(8),
  )
}
