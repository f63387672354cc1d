// node bench/page-throughput.mjs http://localhost:3000 [pid of the web process] — requests per second of the shop's cached
// pages, compared with a bare server that sends the same bytes, and the CPU time of each request. Quote ratios from one run,
// because absolute numbers depend on the machine's load; the client needs most of the CPU time.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import autocannon from 'autocannon'

const gzip = { 'accept-encoding': 'gzip' }
const agent = new Agent({ keepAlive: true })

/** Without decompression, which `fetch` does by itself. */
const readPage = async (url) => {
  const [response] = await once(get(url, { headers: gzip, agent }), 'response')
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, body }
}

const serve = ({ status, headers, body }) => {
  const server = createServer((_, res) => res.writeHead(status, headers).end(body))
  server.listen(0, () => parentPort.postMessage(server.address().port))
}

const [shop = 'http://localhost:3000', pid] = process.argv.slice(2)
const paths = [
  '/',
  '/products',
  '/products?category=recovery&sort=price-low',
  '/products?search=fern',
  '/products/1',
  '/no-such-page',
]
const seconds = Number(process.env.SECONDS_EACH ?? 5)
const measureLoad = (url) => autocannon({ url, connections: 10, duration: seconds, headers: gzip })

/** Microseconds of CPU time that the web process has used; 0 without its pid. */
const cpuTime = () => {
  if (!pid) return 0
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10_000
}

const comparePages = async () => {
  console.log('page'.padEnd(46), '   req/s   p99 ms  kB gzip   of raw   µs CPU')
  for (const path of paths) {
    await readPage(shop + path)
    const page = await readPage(shop + path)
    const before = cpuTime()
    const result = await measureLoad(shop + path)
    const cpu = (cpuTime() - before) / result.requests.total
    const raw = new Worker(fileURLToPath(import.meta.url), { workerData: page })
    const [port] = await once(raw, 'message')
    const bare = await measureLoad(`http://localhost:${port}`)
    await raw.terminate()
    console.log(
      path.padEnd(46),
      String(Math.round(result.requests.average)).padStart(8),
      String(result.latency.p99).padStart(8),
      (page.body.length / 1000).toFixed(1).padStart(8),
      `${Math.round((100 * result.requests.average) / bare.requests.average)} %`.padStart(8),
      String(Math.round(cpu)).padStart(8),
    )
  }
}

if (isMainThread) await comparePages()
else serve(workerData)
