import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { type APIRequestContext, expect } from '@playwright/test'
import { clientAddressHeader, mailsTo, people, query, test } from '@tests/support/browser'

/** The processes of the shop's database, its server first. */
const databaseProcesses = async (): Promise<number[]> => {
  const [row] = await query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const server = Number(readFileSync(`${row?.folder}/postmaster.pid`, 'utf8').split('\n')[0])
  const children = execFileSync('pgrep', ['-P', String(server)], { encoding: 'utf8' })
  return [server, ...children.trim().split('\n').map(Number)]
}

const signal = (processes: number[], name: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const pid of processes) process.kill(pid, name)
}

/** What the web process has logged. */
const webLog = (): string => readFileSync(path.join(process.env.SHOP_LOGS ?? '', 'web.log'), 'utf8')

const isReady = async (request: APIRequestContext): Promise<boolean> =>
  (await request.get('/readyz')).ok()

/** Subscribes to the newsletter and waits for the email that the worker sends. */
const expectWorkerToRun = async (request: APIRequestContext): Promise<void> => {
  const email = `after-outage-${Date.now()}@example.com`
  const response = await request.post('/api/newsletter/subscribe', {
    data: { email },
    headers: { ...clientAddressHeader(), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.ok()).toBe(true)
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 60_000 }).toBe(1)
}

test('while the database is frozen, cached pages work and other requests get 503, and then both processes recover', async ({
  page,
}) => {
  const { request } = page
  expect(
    (
      await request.post('/api/auth/local', { data: people.wren, headers: clientAddressHeader() })
    ).ok(),
  ).toBe(true)
  await request.get('/about')
  const processes = await databaseProcesses()
  const loggedBefore = webLog().length
  const begunAt = Date.now()
  signal(processes, 'SIGSTOP')
  try {
    // Begun before anyone can know that the database doesn't answer.
    const earlySignIn = request
      .post('/api/auth/local', { data: people.wren, headers: clientAddressHeader() })
      .then((response) => ({ status: response.status(), ms: Date.now() - begunAt }))
    const many = Array.from({ length: 100 }, (_, call) =>
      request.get(`/api/products?search=many${call}`, { headers: clientAddressHeader() }),
    )
    // A request that began before the outage was detected also gets a response.
    const listing = await request.get(`/products?search=frozen${Date.now()}`, { timeout: 30_000 })
    expect([listing.status(), listing.headers()['retry-after']]).toEqual([503, '5'])
    expect(await listing.text()).toContain('We’ll be right back')
    expect((await request.get('/about')).status()).toBe(200)
    for (const path of [
      '/api/auth/user',
      '/cms/api/users/me',
      `/api/products?search=${Date.now()}`,
    ]) {
      const response = await request.get(path)
      expect([path, response.status(), await response.json()]).toEqual([
        path,
        503,
        expect.objectContaining({ code: 'unavailable' }),
      ])
    }
    const write = await request.post('/api/newsletter/subscribe', {
      data: { email: 'frozen@example.com' },
    })
    expect([write.status(), write.headers()['retry-after']]).toEqual([503, '5'])
    const { status, ms } = await earlySignIn
    expect(status).toBe(503)
    expect(ms).toBeLessThan(10_000)
    const admin = await page.goto('/admin/orders')
    expect(admin?.status()).toBe(503)
    await expect(page.getByRole('heading', { name: 'We’ll be right back' })).toBeVisible()
    for (const response of await Promise.all(many)) expect(response.status()).toBe(503)
    await expect
      .poll(() => webLog().slice(loggedBefore), { timeout: 30_000 })
      .toMatch(/The database can’t be reached: \d+ more failures/)
    const logged = webLog().slice(loggedBefore)
    const lines = logged.match(/A call failed|Request \S+ failed|⨯|can’t be reached: /g) ?? []
    expect(lines.length).toBeLessThanOrEqual((Date.now() - begunAt) / 1000 + 2)
    expect((await request.get('/healthz')).status()).toBe(200)
    expect(await (await request.get('/readyz')).json()).toMatchObject({
      ready: false,
      database: false,
    })
  } finally {
    signal(processes, 'SIGCONT')
  }
  await expect.poll(() => isReady(request), { timeout: 30_000 }).toBe(true)
  expect((await request.get(`/products?search=thawed${Date.now()}`)).status()).toBe(200)
  expect(await (await request.get('/api/auth/user')).json()).toMatchObject({
    username: people.wren.username,
  })
  await expectWorkerToRun(request)
})

test('after the database drops all connections, requests succeed again and the worker continues', async ({
  request,
}) => {
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await expect.poll(() => isReady(request), { timeout: 30_000 }).toBe(true)
  expect((await request.get(`/products?search=cut${Date.now()}`)).status()).toBe(200)
  await expectWorkerToRun(request)
})
