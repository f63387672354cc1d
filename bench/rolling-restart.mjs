// node bench/rolling-restart.mjs <folder of a built shop> [requests] [folder of the next release]: starts two web processes (with
// the folder's .env, after dist/prepare.mjs has run), sends them requests through a balancer that only asks /readyz once a
// second and never retries, and meanwhile restarts one after the other, from the other folder if there is one. After a page
// it requests one of the page's scripts or style sheets, from whichever process is next. Prints how many requests failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const [folder, total = '50000', next = folder] = process.argv.slice(2)
if (!existsSync(`${folder}/.env`) || !existsSync(`${next}/.env`))
  throw new Error('Which folder? It needs a .env. See the first lines of this file.')
const ports = [3961, 3962]
const connections = 20
const paths = ['/', '/products', '/about', '/blog', '/api/products', '/robots.txt', '/healthz']

const startWeb = (port, cwd) =>
  spawn(process.execPath, ['--env-file=.env', '--conditions=production', 'dist/web.mjs'], {
    cwd: path.resolve(cwd),
    env: { ...process.env, PORT: String(port) },
    stdio: 'inherit',
  })
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
/** @returns the status (0 when the connection failed), and the text */
const get = (port, url, agentToUse = agent) =>
  new Promise((resolve) => {
    const fail = () => resolve({ status: 0, text: '' })
    http
      .get({ port, path: url, agent: agentToUse }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode, text }))
        response.on('error', fail)
      })
      .on('error', fail)
  })

const isUp = new Map(ports.map((port) => [port, false]))
let isOver = false
const watch = async (port) => {
  while (!isOver) {
    isUp.set(port, (await get(port, '/readyz', undefined)).status === 200)
    await wait(1000)
  }
}
const processes = new Map(ports.map((port) => [port, startWeb(port, folder)]))
const watching = ports.map(watch)
while (![...isUp.values()].every(Boolean)) await wait(200)

let sent = 0
const failures = new Map()
/** From the process whose turn it is. */
const request = async (url) => {
  const number = sent++
  const up = ports.filter((port) => isUp.get(port))
  const { status, text } = await get(up[number % up.length], url)
  if (status === 200) return text
  const what = `${status} ${url.startsWith('/_next/') ? 'scripts and style sheets' : url}`
  failures.set(what, (failures.get(what) ?? 0) + 1)
  return ''
}
const send = async () => {
  while (sent < Number(total) || restarts < 2) {
    const text = await request(paths[sent % paths.length])
    const parts = text.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g)
    if (parts) await request(parts[sent % parts.length])
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
    processes.set(port, startWeb(port, next))
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
