import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'

import { expect } from '@playwright/test'
import { control, test } from '@tests/support/browser'

import { freePort } from '../../../scripts/ports.mjs'

type Answer = { status: number | undefined; connection: string | undefined; body: string }

/** The responses of one of the shop's web processes over these connections. */
const askAt =
  (port: number, agent: Agent) =>
  (path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      get({ port, path, agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => void (body += text))
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body }),
        )
      }).on('error', reject)
    })

const startWeb = (port: number, drainSeconds: number): ChildProcess => {
  const shopEnv = JSON.parse(process.env.SHOP_ENV ?? '{}') as Record<string, string>
  return spawn(process.execPath, ['scripts/run.mjs', 'src/server/web.ts'], {
    env: {
      ...process.env,
      ...shopEnv,
      NODE_ENV: 'production',
      PORT: String(port),
      DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: 'ignore',
  })
}

test('a web process that is told to stop says that it isn’t ready, serves on, finishes what is running, and ends with 0', async () => {
  const port = await freePort()
  const agent = new Agent({ keepAlive: true })
  const ask = askAt(port, agent)
  const readiness = (): Promise<number | undefined> =>
    ask('/readyz').then(
      ({ status }) => status,
      () => 0,
    )
  const web = startWeb(port, 5)
  const ended = once(web, 'exit')
  try {
    await expect.poll(readiness, { timeout: 120_000 }).toBe(200)
    expect(await ask('/about')).toMatchObject({ status: 200, connection: 'keep-alive' })

    // A call that waits for PayPal longer than the process accepts requests.
    await control('POST', '/faults', {
      provider: 'paypal',
      match: { method: 'POST', path: '/v1/oauth2/token' },
      fault: 'latency',
      latencyMs: 13_000,
      times: 1,
    })
    let isRunning = true
    const slow = ask('/setup').finally(() => (isRunning = false))
    const hits = async (): Promise<number> => {
      const { faults } = (await control('GET', '/faults')) as { faults: { hits: number }[] }
      return faults.at(-1)?.hits ?? 0
    }
    await expect.poll(hits).toBe(1)
    web.kill('SIGTERM')

    await expect.poll(readiness, { intervals: [50] }).toBe(503)
    for (const path of ['/healthz', '/about'])
      expect([path, await ask(path)]).toMatchObject([path, { status: 200, connection: 'close' }])
    expect(JSON.parse((await ask('/readyz')).body)).toMatchObject({ ready: false, database: true })
    await expect.poll(readiness, { timeout: 20_000 }).toBe(0)
    expect(isRunning).toBe(true)
    const { status, body } = await slow
    expect([status, JSON.parse(body)]).toMatchObject([200, { clientToken: expect.any(String) }])
    expect(await ended).toEqual([0, null])
  } finally {
    agent.destroy()
    if (web.exitCode === null) web.kill('SIGTERM')
    await ended
  }
})

test('a web process that is told to stop answers every request until a proxy that asks late has heard of it, and for DRAIN_SECONDS more', async () => {
  const port = await freePort()
  // Each request has a connection of its own, as a proxy's first one does.
  const ask = askAt(port, new Agent())
  const web = startWeb(port, 1)
  const ended = once(web, 'exit')
  const answersFor = async (milliseconds: number): Promise<Set<number | undefined>> => {
    const statuses = new Set<number | undefined>()
    for (const startedAt = Date.now(); Date.now() - startedAt < milliseconds;)
      for (const { status } of await Promise.all(Array.from({ length: 5 }, () => ask('/about'))))
        statuses.add(status)
    return statuses
  }
  try {
    await expect
      .poll(
        () =>
          ask('/readyz').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 120_000 },
      )
      .toBe(200)
    web.kill('SIGTERM')
    expect(await answersFor(3000)).toEqual(new Set([200]))
    expect((await ask('/readyz')).status).toBe(503)
    expect(await answersFor(500)).toEqual(new Set([200]))
    expect(await ended).toEqual([0, null])
  } finally {
    if (web.exitCode === null) web.kill('SIGTERM')
    await ended
  }
})
