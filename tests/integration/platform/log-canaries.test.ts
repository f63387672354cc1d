// @core
import { inspect } from 'node:util'

import { makeCheckout, makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { EnvelopeReceiver } from '@tests/support/receivers/envelopes'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { pino } from 'pino'

import { tasks } from '@/jobs/tasks'
import { createLogger } from '@/platform/logging/logger'
import { ErrorReporter } from '@/platform/observability/error-reporter'
import { runWork } from '@/platform/observability/work-context'

/**
 * Checks that failures of the database, the mail server, and PayPal leave no personal data in logs
 * and job errors.
 */
const sandbox = useSandbox()
const canary = /canary|pbkdf2-sha256/i
let lines: string[] = []

let receiver: EnvelopeReceiver
beforeAll(async () => {
  await rowsOf(sql`
    create or replace function fail_for_canaries() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`)
})
beforeEach(async () => {
  lines = []
  receiver = new EnvelopeReceiver()
  globalThis.dayfernErrorReporter = new ErrorReporter({
    dsn: await receiver.start(),
    release: 'test',
    environment: 'test',
    process: 'web',
  })
})
afterEach(async () => {
  await globalThis.dayfernErrorReporter?.flush()
  globalThis.dayfernErrorReporter = undefined
  await receiver.stop()
  expect(receiver.problems).toEqual([])
  expect(receiver.texts.join('')).not.toMatch(canary)
})

const whileInsertsFail = async (table: 'users' | 'orders', work: () => Promise<void>) => {
  await rowsOf(
    sql.raw(
      `create trigger canaries before insert on ${table} execute function fail_for_canaries()`,
    ),
  )
  try {
    await work()
  } finally {
    await rowsOf(sql.raw(`drop trigger canaries on ${table}`))
  }
}

describe.each(['text', 'json'] as const)('%s logs', (format) => {
  beforeAll(async () => {
    const { options } = createLogger(format)
    const write = (line: string) => void lines.push(line)
    const payload = await getTestPayload()
    payload.logger = pino({ ...options, level: 'info' }, { write })
  })

  it('contain no username, email, or password hash when the database fails a registration', () =>
    whileInsertsFail('users', async () => {
      const { status } = await call('POST', '/api/auth/register', {
        body: {
          username: 'log-canary',
          password: 'a long enough canary 99',
          email: 'canary@example.com',
        },
      })
      expect(status).toBe(500)
      expect(lines.join('')).toContain('the disk is full')
      expect(lines.join('')).not.toMatch(canary)
    }))

  it('contain no name, address, or email when the database fails an order', () =>
    whileInsertsFail('orders', async () => {
      const tee = await makeProduct()
      const checkout = makeCheckout(tee)
      const { status } = await call('POST', '/order', {
        body: {
          ...checkout,
          customer: {
            ...checkout.customer,
            email: 'canary@example.com',
            lastName: 'Canary',
            address1: '1 Canary Row',
          },
        },
      })
      expect(status).toBe(500)
      expect(lines.join('')).toContain('the disk is full')
      expect(lines.join('')).not.toMatch(canary)
    }))

  it('contain no parameter values when the error of a query is printed', async () => {
    const { db } = await getTestPayload()
    const error: unknown = await db.drizzle
      .execute(sql`select * from users where id = (select 1 / 0) and username = ${'canary'}`)
      .catch((thrown: unknown) => thrown)
    expect(inspect(error, { depth: 5 })).toContain('division by zero')
    expect(inspect(error, { depth: 5 })).not.toMatch(canary)
  })

  it('contain no address when the mail server’s error names the recipient', async () => {
    const { user } = await makePerson('customer')
    await rowsOf(
      sql`update users set email = ${`canary-${format}@example.com`} where id = ${user.id}`,
    )
    await sandbox.fault({
      provider: 'mail',
      match: { path: `canary-${format}@` },
      fault: 'status',
      status: 550,
      times: 1,
    })
    const task = tasks(await getTestPayload())['send-account-email']
    const run = async (): Promise<unknown> =>
      Reflect.apply(task ?? (() => undefined), undefined, [
        { userId: user.id, kind: 'password-changed' },
        { job: { id: '1', attempts: 1, max_attempts: 12 } },
      ]) as Promise<unknown>
    const error: unknown = await run().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining('550 <[email]>') })
    expect(inspect(error, { depth: 5 })).not.toMatch(canary)
  })

  it('contain no PayPal response that repeats the buyer’s address', async () => {
    const tee = await makeProduct()
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 500,
      body: { name: 'INTERNAL_SERVER_ERROR', details: [{ issue: 'X', value: '1 Canary Row' }] },
      times: 9,
    })
    const { status } = await call('POST', '/order', { body: makeCheckout(tee) })
    await sandbox.clearFaults()
    expect(status).toBe(503)
    expect(lines.join('')).toContain('PayPal')
    expect(lines.join('')).not.toMatch(canary)
  })

  it('have the request id in every line, and a failed call is reported once', async () => {
    const fields = { requestId: 'req-12345678' }
    await runWork({ fields }, () =>
      whileInsertsFail('users', async () => {
        await call('POST', '/api/auth/register', {
          body: { username: 'log-canary', password: 'a long enough canary 99' },
        })
      }),
    )
    await globalThis.dayfernErrorReporter?.flush()
    expect(receiver.events).toMatchObject([
      { tags: { request_id: 'req-12345678', process: 'web' } },
    ])
    for (const line of lines) expect(JSON.parse(line)).toMatchObject(fields)
    expect(lines.length).toBeGreaterThan(0)
  })
})
