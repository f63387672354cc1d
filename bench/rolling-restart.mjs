// node bench/rolling-restart.mjs <folder of a built shop> [requests] [folder of the next release]: starts two web processes (with
// the folder's .env, after dist/prepare.mjs has run), sends them requests through bench/balancer.mjs, and meanwhile restarts one
// after the other, from the other folder if there is one. After a page it requests one of the page's scripts or style sheets,
// from whichever process is next. Prints how many requests failed and why, and how many connections were refused, which the
// other process then took. bench/update-and-rollback.mjs does more, with two builds of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '../scripts/ports.mjs'
import { startBalancer } from './balancer.mjs'

const [folder, total = '50000', next = folder] = process.argv.slice(2)
if (!existsSync(`${folder}/.env`) || !existsSync(`${next}/.env`))
  throw new Error('Which folder? It needs a .env. See the first lines of this file.')
const [port, ...ports] = [await freePort(), await freePort(), await freePort()]
const connections = 20
const paths = ['/', '/products', '/about', '/blog', '/api/products', '/robots.txt', '/healthz']

const startWeb = (port, cwd) =>
  spawn(process.execPath, ['--env-file=.env', '--conditions=production', 'dist/web.mjs'], {
    cwd: path.resolve(cwd),
    env: { ...process.env, PORT: String(port) },
    stdio: 'inherit',
  })
const processes = new Map(ports.map((port) => [port, startWeb(port, folder)]))
const balancer = await startBalancer({ port, targets: ports })
while (!ports.every(balancer.isReady)) await wait(200)

let sent = 0
const failures = new Map()
const request = async (url) => {
  sent += 1
  const answer = await fetch(`http://127.0.0.1:${port}${url}`).catch(({ cause }) => cause)
  const text = answer.ok ? await answer.text().catch(() => null) : null
  if (text !== null) return text
  const kind = url.startsWith('/_next/') ? 'scripts and style sheets' : url
  const what = `${answer.status ?? answer.code} ${answer.headers?.get('x-balancer') ?? ''} ${kind}`
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
    const startedAt = Date.now()
    child.kill('SIGTERM')
    await once(child, 'exit')
    console.log(`port ${port}: ended after ${Date.now() - startedAt} ms`)
    processes.set(port, startWeb(port, next))
    while (!balancer.isReady(port)) await wait(100)
    restarts += 1
    console.log(`port ${port}: ready ${Date.now() - startedAt} ms after SIGTERM`)
  }
}
const startedAt = Date.now()
await Promise.all([restartBoth(), ...Array.from({ length: connections }, send)])
const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
console.log(
  `${sent} requests in ${Math.round((Date.now() - startedAt) / 1000)} s, ${failed} failed`,
  Object.fromEntries(failures),
  'refused:',
  Object.fromEntries(balancer.refused),
)
await balancer.close()
for (const child of processes.values()) child.kill('SIGINT')
