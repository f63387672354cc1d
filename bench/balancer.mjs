// A proxy in front of web processes for the programs in this folder. It asks each process's /readyz once a second, sends
// requests to the ready ones in turn over connections that it keeps, and tries the next one if a process refuses the
// connection, as deploy/nginx.conf and deploy/Caddyfile do. It repeats nothing that was sent.
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const count = (counts, what) => counts.set(what, (counts.get(what) ?? 0) + 1)

/**
 * @param {{ port: number, targets: number[] }} options ports of the web processes
 * @returns what it counted by cause: `refused` connections, which the next process took, and `broken` ones, which are lost;
 *   `isReady` is a function of the port, `close` ends it
 */
export async function startBalancer({ port, targets }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const ready = new Map(targets.map((target) => [target, false]))
  const [refused, broken] = [new Map(), new Map()]
  let isOver = false
  let turn = 0

  const watch = async (target) => {
    while (!isOver) {
      const signal = AbortSignal.timeout(5000)
      const isReady = await fetch(`http://127.0.0.1:${target}/readyz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
      ready.set(target, isReady)
      await wait(1000)
    }
  }

  const send = (req, res, body, candidates) => {
    const [target, ...others] = candidates
    if (!target) return res.writeHead(503, { 'X-Balancer': 'no process is ready' }).end()
    const { method, url, headers } = req
    const sent = http.request(
      { host: '127.0.0.1', port: target, method, path: url, headers, agent },
      (answer) => {
        res.writeHead(answer.statusCode, answer.rawHeaders)
        answer.on('error', () => res.destroy())
        answer.pipe(res)
      },
    )
    sent.on('error', ({ code }) => {
      if (res.headersSent) return res.destroy()
      if (code === 'ECONNREFUSED') {
        count(refused, `port ${target}`)
        return send(req, res, body, others)
      }
      const how = `${code} on a ${sent.reusedSocket ? 'kept' : 'new'} connection`
      count(broken, how)
      res.writeHead(502, { 'X-Balancer': how }).end()
    })
    sent.end(body)
  }

  const server = http.createServer(async (req, res) => {
    const parts = []
    for await (const part of req) parts.push(part)
    const up = targets.filter((target) => ready.get(target))
    turn += 1
    const first = up.map((_, number) => up[(turn + number) % up.length])
    send(req, res, Buffer.concat(parts), first)
  })
  server.keepAliveTimeout = 600_000
  server.listen(port)
  await once(server, 'listening')
  const watching = targets.map(watch)
  return {
    refused,
    broken,
    isReady: (target) => ready.get(target),
    close: async () => {
      isOver = true
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await Promise.all(watching)
    },
  }
}
