// node bench/rolling-restart.mjs <folder of a built shop> [requests]: starts two web processes (with the folder's .env, after its
// dist/prepare.mjs has run), sends them requests through a balancer that only asks /readyz once a second and never retries,
// and meanwhile restarts one after the other. Prints how many requests failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const [folder, total = '50000'] = process.argv.slice(2)
if (!folder) throw new Error('Which folder? See the first line of this file.')
const ports = [3961, 3962]
const connections = 20
const paths = ['/', '/products', '/about', '/blog', '/api/products', '/robots.txt', '/healthz']

const startWeb = (port) => {
  const child = spawn(
    process.execPath,
    ['--env-file=.env', '--conditions=production', 'dist/web.mjs'],
    { cwd: path.resolve(folder), env: { ...process.env, PORT: String(port) }, stdio: 'inherit' },
  )
  return child
}
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
/** @returns the status; 0 when the connection failed */
const get = (port, url, agentToUse = agent) =>
  new Promise((resolve) => {
    http
      .get({ port, path: url, agent: agentToUse }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
        response.on('error', () => resolve(0))
      })
      .on('error', () => resolve(0))
  })

const isUp = new Map(ports.map((port) => [port, false]))
let isOver = false
const watch = async (port) => {
  while (!isOver) {
    isUp.set(port, (await get(port, '/readyz', undefined)) === 200)
    await wait(1000)
  }
}
const processes = new Map(ports.map((port) => [port, startWeb(port)]))
const watching = ports.map(watch)
while (![...isUp.values()].every(Boolean)) await wait(200)

let sent = 0
const failures = new Map()
const send = async () => {
  while (sent < Number(total) || restarts < 2) {
    const number = sent++
    const up = ports.filter((port) => isUp.get(port))
    const status = await get(up[number % up.length], paths[number % paths.length])
    if (status !== 200) failures.set(status, (failures.get(status) ?? 0) + 1)
  }
}
let restarts = 0
const restartBoth = async () => {
  for (const port of ports) {
    await wait(2000)
    const child = processes.get(port)
    const begun = Date.now()
    child.kill('SIGTERM')
    await once(child, 'exit')
    console.log(`port ${port}: ended after ${Date.now() - begun} ms`)
    processes.set(port, startWeb(port))
    await wait(1500)
    while (!isUp.get(port)) await wait(100)
    restarts += 1
    console.log(`port ${port}: ready ${Date.now() - begun} ms after SIGTERM`)
  }
}
const begun = Date.now()
await Promise.all([restartBoth(), ...Array.from({ length: connections }, send)])
const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
console.log(
  `${sent} requests in ${Math.round((Date.now() - begun) / 1000)} s, ${failed} failed`,
  Object.fromEntries(failures),
)
isOver = true
await Promise.all(watching)
for (const child of processes.values()) child.kill('SIGINT')
