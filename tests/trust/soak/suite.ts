import { setTimeout as sleep } from 'node:timers/promises'

import { buy, type Item, printableItems, type Purchase } from '../faults/purchase'
import { submitAtOnce } from '../faults/suite'
import type { Random } from '../random'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { changeOf, measure, type Measurement } from './measure'

const minute = 60_000
const sizes = {
  quick: { warmUpMs: 0.5 * minute, soakMs: 2 * minute, searches: 600, everyMs: 2000 },
  ci: { warmUpMs: 2 * minute, soakMs: 10 * minute, searches: 2000, everyMs: 5000 },
  full: { warmUpMs: 15 * minute, soakMs: 120 * minute, searches: 2000, everyMs: 10_000 },
}
/** Issue 14, section 9: what the web process may have after many searches that nobody made before. */
const mostMegabytes = 450
/** Growth between the first and the last third of the soak. Caches may still fill in a short one. */
const allowed = {
  megabytes: { quick: 40, ci: 40, full: 35 },
  handles: 40,
  connections: 4,
  lagSeconds: 5,
}

type Visit = (random: Random, address: string) => Promise<number>
type Counts = { requests: number; failed: string[]; purchases: Purchase[] }

/** What people do, with how often in a hundred. */
const visits = ({ call }: Trust, cookie: string): [number, string, Visit][] => [
  [
    35,
    'a cached page',
    async (random, address) =>
      (await call('GET', random.oneOf(['/', '/about', '/products', '/content']), { address }))
        .status,
  ],
  [
    20,
    'a search',
    async (random, address) =>
      (await call('GET', `/products?search=soak${random.below(1e6)}`, { address })).status,
  ],
  [
    15,
    'a product',
    async (random, address) =>
      (await call('GET', `/products/${1 + random.below(20)}`, { address })).status,
  ],
  [
    15,
    'an account',
    async (_, address) => (await call('GET', '/account/orders', { address, cookie })).status,
  ],
  [
    10,
    'an API call',
    async (random, address) =>
      (await call('GET', `/api/products?limit=${1 + random.below(50)}`, { address })).status,
  ],
  [
    5,
    'a sign-in',
    async (_, address) =>
      (
        await call('POST', '/api/auth/local', {
          address,
          body: { username: 'wren', password: 'one-is-enough' },
        })
      ).status,
  ],
]

async function visitUntil(
  trust: Trust,
  {
    isOver,
    random,
    cookie,
    counts,
  }: { isOver: () => boolean; random: Random; cookie: string; counts: Counts },
): Promise<void> {
  const choices = visits(trust, cookie)
  while (!isOver()) {
    let chance = random.below(100)
    const [, name, visit] = choices.find(([share]) => (chance -= share) < 0) ?? choices[0] ?? []
    if (!visit) return
    const status = await visit(random, clientAddress(random))
    counts.requests += 1
    if (status === 0 || status >= 500) counts.failed.push(`${name}: ${status}`)
    await sleep(50 + random.below(100))
  }
}

async function buyUntil(
  trust: Trust,
  { isOver, items, counts }: { isOver: () => boolean; items: Item[]; counts: Counts },
): Promise<void> {
  while (!isOver()) {
    const name = `m-${trust.seed}-${counts.purchases.length}`
    counts.purchases.push(await buy(trust, { name, mode: { name: 'ok' }, items }))
    await sleep(1500)
  }
}

/** Searches that nobody made before, four at a time: each is rendered. */
async function searchRandomly(trust: Trust, count: number, counts: Counts): Promise<number> {
  const random = trust.randomFor('searches')
  const words = ['tee', 'hoodie', 'fern', 'calm', 'day', 'sea', 'walk', 'mug', 'river', 'one']
  let most = 0
  for (let done = 0; done < count; done += 4) {
    await Promise.all(
      [0, 1, 2, 3].map(async () => {
        const search = `${random.oneOf(words)}+${random.below(1e9).toString(36)}`
        const { status } = await trust.call('GET', `/products?search=${search}`, {
          address: clientAddress(random),
        })
        counts.requests += 1
        if (status !== 200) counts.failed.push(`a random search: ${status}`)
      }),
    )
    if (done % 40 === 0) most = Math.max(most, (await measure(trust)).webMegabytes)
  }
  return Math.max(most, (await measure(trust)).webMegabytes)
}

function judge(trust: Trust, measurements: readonly Measurement[]): string[] {
  const failures: string[] = []
  const check = (figure: Exclude<keyof Measurement, 'at'>, most: number): void => {
    const { first, last, growth } = changeOf(measurements, figure)
    trust.log(`${figure}: ${first} → ${last}`)
    if (growth > most) failures.push(`${figure} grew from ${first} to ${last}`)
  }
  check('webMegabytes', allowed.megabytes[trust.scale])
  check('workerMegabytes', allowed.megabytes[trust.scale])
  check('handles', allowed.handles)
  check('connections', allowed.connections)
  const lag = changeOf(measurements, 'lagSeconds').last
  if (lag > allowed.lagSeconds) failures.push(`jobs waited for ${lag} s`)
  return failures
}

async function run(trust: Trust): Promise<SuiteReport> {
  const { warmUpMs, soakMs, searches, everyMs } = sizes[trust.scale]
  const june = await signIn(trust, 'june', clientAddress(trust.randomFor('june')))
  const cookie = await signIn(trust, 'wren', clientAddress(trust.randomFor('wren')))
  await submitAtOnce(trust, june)
  const counts: Counts = { requests: 0, failed: [], purchases: [] }
  const begun = Date.now()
  const isOver = (): boolean => Date.now() - begun > warmUpMs + soakMs
  const items = await printableItems(trust)
  const lanes = [
    ...['one', 'two', 'three'].map((name) =>
      visitUntil(trust, { isOver, random: trust.randomFor(name), cookie, counts }),
    ),
    buyUntil(trust, { isOver, items, counts }),
  ]
  await sleep(warmUpMs)
  const measurements: Measurement[] = []
  while (!isOver()) {
    measurements.push(await measure(trust))
    await sleep(everyMs)
  }
  await Promise.all(lanes)
  const failures = judge(trust, measurements)
  const most = await searchRandomly(trust, searches, counts)
  if (most > mostMegabytes)
    failures.push(
      `the web process had ${most} MB while it was searched, more than ${mostMegabytes}`,
    )
  const unpaid = counts.purchases.filter(({ told }) => told !== 'paid')
  if (unpaid.length > 0) failures.push(`${unpaid.length} purchases were not paid`)
  await waitFor('The jobs are done', async () => (await measure(trust)).lagSeconds === 0).catch(
    (error: Error) => failures.push(error.message),
  )
  return {
    counts: {
      minutes: Math.round((warmUpMs + soakMs) / minute),
      requests: counts.requests,
      purchases: counts.purchases.length,
      'MB of the web process, first third': changeOf(measurements, 'webMegabytes').first,
      'MB, last third': changeOf(measurements, 'webMegabytes').last,
      'random searches': searches,
      'MB at most while searched': most,
    },
    failures: [...failures, ...counts.failed.slice(0, 20)],
  }
}

export const soak: Suite = { letter: 'M', title: 'Soak', run }
