import { setTimeout as sleep } from 'node:timers/promises'

import type { QueryResultRow } from 'pg'

import { checkInvariants } from '../faults/invariants'
import { printableItems } from '../faults/purchase'
import { waitUntilQuiet } from '../faults/quiet'
import { submitAtOnce } from '../faults/suite'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { cachedPages, Load, type Sample } from './load'
import { tryMigrations } from './migration'
import { type Outage, outages } from './outages'

const rounds = { quick: 1, ci: 1, full: 10 }
/** How soon everything must work once the database is back; `quick` also runs on busy machines. */
const recoveryMs = { quick: 30_000, ci: 10_000, full: 10_000 }
/** How long the shop may take to notice that the database is down; requests of that time may fail later. */
const noticeMs = 6000
const slowestMs = { unnoticed: 20_000, noticed: 3000 }
const emails = 'trust-d-%'

/** When an outage began and was over, and how long the shop needed afterwards. */
type Record = { outage: Outage; begun: number; ended: number; recoveredMs: number }

/** The database is down at times: the suite's queries are repeated until it is back. */
const patiently = (trust: Trust): Trust => ({
  ...trust,
  query: <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
    waitFor(
      'An answer of the database',
      () => trust.query<Row>(text, values).catch(() => undefined),
      { timeoutMs: 90_000, everyMs: 300 },
    ),
})

async function warmUp({ call }: Trust): Promise<void> {
  for (const page of cachedPages)
    await waitFor(
      `${page} is cached`,
      async () => (await call('GET', page, { address: '10.1.1.1' })).status === 200,
    )
}

/** Whether an uncached page and a write succeed. */
async function works({ call, seed }: Trust, random: { below: (most: number) => number }) {
  const mark = `trust-d-${seed}-back-${random.below(1e9)}`
  const page = await call('GET', `/products?search=${mark}`, { address: '10.1.1.1' })
  if (page.status !== 200) return false
  const write = await call('POST', '/api/newsletter/subscribe', {
    body: { email: `${mark}@example.com` },
    address: `10.1.${random.below(256)}.${random.below(256)}`,
  })
  return write.status === 200 || write.status === 201
}

async function suffer(trust: Trust, outage: Outage): Promise<Record> {
  const random = trust.randomFor(`${outage.name} recovery`)
  await warmUp(trust)
  await sleep(1500)
  const begun = Date.now()
  const end = await outage.begin(trust)
  await sleep(outage.holdMs[trust.scale])
  const ended = Date.now()
  await end()
  const back = Date.now()
  await waitFor('The shop works again', () => works(trust, random), { timeoutMs: 60_000 })
  const recoveredMs = Date.now() - back
  await sleep(2000)
  trust.log(`${outage.name}: ${Math.round((ended - begun) / 1000)} s, back after ${recoveredMs} ms`)
  return { outage, begun, ended, recoveredMs }
}

const describe = ({ kind, status, begun, ended }: Sample, outage?: string): string =>
  `${kind} got ${status} after ${ended - begun} ms${outage ? ` (${outage})` : ''}`

/** What is wrong with an answer during, or outside of, the outages. */
function judge(sample: Sample, records: readonly Record[], scale: Trust['scale']): string | false {
  const { kind, status, retryAfter, begun, ended } = sample
  const during = records.find(
    (one) => ended >= one.begun && begun <= one.ended + one.recoveredMs + recoveryMs[scale],
  )
  const label = describe(sample, during?.outage.name)
  if (status === 503 && !retryAfter) return `${label} without Retry-After`
  if (status !== 503 && (status < 200 || status >= 300)) return label
  if (!during) return status === 503 && label
  const isAway =
    during.outage.isTotal && begun > during.begun + noticeMs && ended < during.ended - 500
  if (isAway && kind === 'cached page' && status !== 200) return label
  const most = isAway ? slowestMs.noticed : slowestMs.unnoticed
  return ended - begun > most && `${label}, which is too long`
}

/** Acknowledged writes that are missing. */
async function findLost(trust: Trust, samples: readonly Sample[]): Promise<string[]> {
  const failures: string[] = []
  for (const [table, column] of [
    ['subscribers', 'email'],
    ['users', 'username'],
  ] as const) {
    const values = samples.flatMap(({ written }) =>
      written?.table === table ? [written.value] : [],
    )
    const found = await trust.query<{ value: string }>(
      `select ${column} as value from ${table} where ${column} = any($1)`,
      [values],
    )
    const present = new Set(found.map(({ value }) => value))
    for (const value of values)
      if (!present.has(value)) failures.push(`${table}: ${value} was acknowledged and is lost`)
  }
  return failures
}

async function findLostOrders(trust: Trust, { purchases }: Load): Promise<string[]> {
  const numbers = purchases.flatMap(({ orderNumber }) => orderNumber ?? [])
  const found = await trust.query<{ number: string }>(
    'select order_number as number from orders where order_number = any($1)',
    [numbers],
  )
  const present = new Set(found.map(({ number }) => number))
  return numbers
    .filter((number) => !present.has(number))
    .map((number) => `order ${number} was acknowledged and is lost`)
}

/** Outages that nobody noticed, and kinds of requests that never succeeded: they would have tested nothing. */
function findUntested(records: readonly Record[], { samples, purchases }: Load): string[] {
  const unnoticed = records
    .filter(({ outage }) => outage.isTotal)
    .filter(
      ({ begun, ended }) =>
        !samples.some((one) => one.status === 503 && one.ended > begun && one.begun < ended),
    )
  const kinds = [...new Set(samples.map(({ kind }) => kind))]
  return [
    ...unnoticed.map(({ outage }) => `${outage.name}: no request got 503, so it tested nothing`),
    ...kinds
      .filter((kind) => !samples.some((one) => one.kind === kind && one.status < 300))
      .map((kind) => `no ${kind} ever succeeded`),
    ...(purchases.some(({ shownOutcome }) => shownOutcome === 'paid')
      ? []
      : ['no purchase was paid']),
  ]
}

/** The suite's database runs without durability; here it has to keep acknowledged writes in a crash of PostgreSQL. */
async function keepCommits(trust: Trust): Promise<void> {
  const name = new URL(trust.shop.databaseUrl).pathname.slice(1)
  await trust.query(`alter database "${name}" set synchronous_commit = on`)
  await trust.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`)
}

async function run(given: Trust): Promise<SuiteReport> {
  const trust = patiently(given)
  const june = await signIn(trust, 'june', clientAddress(trust.randomFor('june')))
  const cookie = await signIn(trust, 'wren', clientAddress(trust.randomFor('wren')))
  await submitAtOnce(trust, june)
  const items = await printableItems(trust)
  await keepCommits(trust)
  await waitFor('The shop works', () => works(trust, trust.randomFor('before')))
  const pids = [trust.shop.webPid(), trust.shop.workerPid()]
  const load = new Load(trust, { items, cookie })
  const records: Record[] = []
  const failures: string[] = []
  for (let round = 0; round < rounds[trust.scale]; round += 1)
    for (const outage of outages) {
      if (trust.only && !outage.name.includes(trust.only)) continue
      const record = await suffer(trust, outage).catch((error: Error) => error)
      if (record instanceof Error) failures.push(`${outage.name}: ${record.message}`)
      else records.push(record)
    }
  await load.stop()
  if (!trust.only || 'migration'.includes(trust.only)) {
    const migration = await tryMigrations(trust).catch((error: Error) => ({
      migrations: 0,
      failures: [error.message],
    }))
    failures.push(...migration.failures.map((one) => `migrating: ${one}`))
  }
  for (const { outage, recoveredMs } of records)
    if (recoveredMs > recoveryMs[trust.scale])
      failures.push(`${outage.name}: the shop needed ${recoveredMs} ms to work again`)
  failures.push(
    ...load.samples
      .map((sample) => judge(sample, records, trust.scale))
      .filter((one) => one !== false),
  )
  if (String([trust.shop.webPid(), trust.shop.workerPid()]) !== String(pids))
    failures.push('a process of the shop ended and was started again')
  await waitUntilQuiet(trust, emails).catch((error: Error) => failures.push(error.message))
  const invariants = await checkInvariants(trust, emails, load.purchases)
  failures.push(
    ...(await findLost(trust, load.samples)),
    ...(await findLostOrders(trust, load)),
    ...findUntested(records, load),
    ...invariants.failures,
  )
  const isWritten = ({ written }: Sample): boolean => written !== undefined
  return {
    counts: {
      outages: records.length,
      'requests beside purchases': load.samples.length,
      'of them told to come back': load.samples.filter(({ status }) => status === 503).length,
      'acknowledged writes': load.samples.filter(isWritten).length,
      'orders paid': invariants.paid,
      'ms of the slowest recovery': Math.max(0, ...records.map(({ recoveredMs }) => recoveredMs)),
    },
    failures,
  }
}

export const database: Suite = { letter: 'D', title: 'Database away', run }
