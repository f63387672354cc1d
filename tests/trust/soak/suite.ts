import { setTimeout as sleep } from 'node:timers/promises'

import { printableItems } from '../faults/purchase'
import { submitAtOnce } from '../faults/suite'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { changeOf, measure, type Measurement } from './measure'
import { buyUntil, type Counts, visitUntil } from './visits'

const minute = 60_000
const sizes = {
  quick: { warmUpMs: 0.5 * minute, soakMs: 2 * minute, searches: 600, everyMs: 2000 },
  ci: { warmUpMs: 2 * minute, soakMs: 10 * minute, searches: 2000, everyMs: 5000 },
  full: { warmUpMs: 15 * minute, soakMs: 120 * minute, searches: 2000, everyMs: 10_000 },
}
/** Issue 14, section 9: the web process's memory limit after many new searches. */
const maxMegabytes = 450
/** Growth between the first and the last third of the soak. Caches may still fill in a short one. */
const allowed = {
  megabytes: { quick: 40, ci: 40, full: 35 },
  handles: 40,
  connections: 4,
  lagSeconds: 5,
}

/** New searches, four at a time: each is rendered. */
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
  const counts: Counts = { requests: 0, failed: [], milliseconds: [], purchases: [] }
  const startedAt = Date.now()
  const isOver = (): boolean => Date.now() - startedAt > warmUpMs + soakMs
  const items = await printableItems(trust)
  const running = [
    ...['one', 'two', 'three'].map((name) =>
      visitUntil(trust, {
        isOver,
        random: trust.randomFor(name),
        cookie,
        items,
        counts,
        pauseMs: 150,
      }),
    ),
    buyUntil(trust, { isOver, name: 'm', items, counts, pauseMs: 1500 }),
  ]
  await sleep(warmUpMs)
  const measurements: Measurement[] = []
  while (!isOver()) {
    measurements.push(await measure(trust))
    await sleep(everyMs)
  }
  await Promise.all(running)
  const failures = judge(trust, measurements)
  const most = await searchRandomly(trust, searches, counts)
  if (most > maxMegabytes)
    failures.push(`the web process had ${most} MB while it was searched, more than ${maxMegabytes}`)
  const unpaid = counts.purchases.filter(({ shownOutcome }) => shownOutcome !== 'paid')
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
