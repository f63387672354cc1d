// @core
import { createServer } from 'node:net'

import { makePerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { Pool } from 'pg'

import { setDatabaseUp } from '@/platform/database/database-pool'
import { isDatabaseUnavailable } from '@/platform/database/unavailable'
import { ProviderError } from '@/platform/http/provider-error'
import { runWork } from '@/platform/observability/work-context'
import { DatabaseLink } from '@/server/database-link'

import { callPayloadRest } from '../http/payload-rest-request'

/** Makes every insert into a table run `statement`. */
const whileInserts = async (
  statement: string,
  work: () => Promise<void>,
  table = 'subscribers',
): Promise<void> => {
  await rowsOf(
    sql.raw(`create or replace function fail_inserts() returns trigger language plpgsql as
      $$ begin ${statement}; return NEW; end $$;
      create trigger fail_inserts before insert on ${table} execute function fail_inserts()`),
  )
  try {
    await work()
  } finally {
    await rowsOf(sql.raw(`drop trigger fail_inserts on ${table}; drop function fail_inserts()`))
  }
}
const subscribe = (email: string) => call('POST', '/api/newsletter/subscribe', { body: { email } })

it.each([
  ['cuts the connection', 'perform pg_terminate_backend(pg_backend_pid())'],
  [
    'cancels a statement that takes too long',
    "raise exception 'canceling statement due to statement timeout' using errcode = '57014'",
  ],
  ['has no space left', "raise exception 'could not extend file' using errcode = '53100'"],
])('responds 503 with Retry-After if the database %s', (_, statement) =>
  whileInserts(statement, async () => {
    const { status, headers, body } = await subscribe('cut@example.com')
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'unavailable'])
  }),
)

it.each([
  ['deadlock', '40P01'],
  ['wait for a lock that took too long', '55P03'],
])('responds 503 after a %s, and Payload’s own API 409', async (_, code) => {
  const owner = await makePerson('super_admin')
  await whileInserts(`raise exception 'canceled' using errcode = '${code}'`, async () => {
    const { status, headers, body } = await subscribe('locked@example.com')
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '1', 'unavailable'])
  })
  await whileInserts(
    `raise exception 'canceled' using errcode = '${code}'`,
    async () => {
      const body = { name: 'Locked', slug: 'locked' }
      expect(await callPayloadRest('POST', '/categories', { as: owner, body })).toMatchObject({
        status: 409,
        body: { errors: [{ message: expect.stringMatching(/^Someone else is saving this/) }] },
      })
    },
    'categories',
  )
})

it('responds 500 for an error in the shop’s own code', () =>
  whileInserts("raise exception 'a mistake'", async () => {
    expect((await subscribe('mistake@example.com')).status).toBe(500)
  }))

it('does not treat a visitor who leaves while sending as an unavailable database', async () => {
  const raw = new ReadableStream({
    pull: (controller) =>
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })
  const { status, body } = await call('POST', '/api/contact', {
    raw,
    headers: { 'content-type': 'application/json' },
  })
  expect([status, body.code]).toEqual([400, 'bad_request'])
})

it('marks a page’s work as failed when the connection of a query was cut', async () => {
  const { db } = await getTestPayload()
  const read = async (query: string): Promise<boolean> => {
    const work = { fields: {}, database: { hasFailed: false, begunAt: 0 } }
    await runWork(work, () => db.drizzle.execute(sql.raw(query)).catch(() => {}))
    return work.database.hasFailed
  }
  expect(await read('select pg_terminate_backend(pg_backend_pid())')).toBe(true)
  expect(await read('select 1 / 0')).toBe(false)
})

it('does not treat a failed provider connection as an unavailable database', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(isDatabaseUnavailable(new Error('Failed query', { cause }))).toBe(true)
  expect(
    isDatabaseUnavailable(
      new ProviderError('paypal', 'unavailable', { status: 0, retryable: true, cause }),
    ),
  ).toBe(false)
})

it('fails calls that wait once the database stops answering, and works again when it’s back', async () => {
  const { db } = await getTestPayload()
  // PostgreSQL itself would end it after ten seconds, with an error that isn’t about the connection.
  const waiting = db.drizzle
    .execute(sql`select pg_sleep(60)`)
    .then(() => 'answered', isDatabaseUnavailable)
  const isRunning = () =>
    rowsOf(
      sql`select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
    )
  while ((await isRunning()).length === 0);
  setDatabaseUp(false)
  expect(await waiting).toBe(true)
  setDatabaseUp(true)
  expect(await rowsOf(sql`select 1 as one`)).toEqual([{ one: 1 }])
})

it('waits for a connection only a moment while the database is known to be down', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const own = globalThis.dayfernPool
  const pool = new Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 60_000 })
  globalThis.dayfernPool = pool
  try {
    setDatabaseUp(false)
    // Without that, the test would run into its own time limit.
    const failure = await pool.query('select 1').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
  } finally {
    globalThis.dayfernPool = own
    await pool.end()
    silent.close()
  }
})

it('reports a database that can’t be reached once, until it’s back', async () => {
  const changes: boolean[] = []
  const link = new DatabaseLink({
    connectionString: 'postgres://fern@127.0.0.1:1/shop',
    onInvalidate: () => {},
    onChange: (isUp) => changes.push(isUp),
  })
  await link.start()
  await link.stop()
  expect(changes).toEqual([false])
})
