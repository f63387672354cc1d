import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { hasten } from '../faults/quiet'
import { type Trust, waitFor } from '../shop'
import type { Delivery } from './recorder'

const copies = 5
const connections = 50
const maxGrowthMb = 80
/** Checked only on a machine without other work. */
const maxP99Ms = { quick: Infinity, ci: Infinity, full: 1000 }

/** A delivery that must be refused, and the expected status. */
export type Misuse = {
  name: string
  chance: number
  status: number
  of: (one: Delivery) => Delivery
}
type Sent = { name: string; expected: number; status: number; milliseconds: number }

const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

/** @returns the status, 0 when the connection failed */
function send({ shop }: Trust, { path, raw, headers }: Delivery): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request(
      `${shop.url}${path}`,
      { method: 'POST', agent, headers, timeout: 30_000 },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', () => resolve(0))
    request.on('timeout', () => request.destroy())
    request.end(raw)
  })
}

/** Half of a body. @param status the answer that it must get */
export function cut(status: number): Misuse {
  return {
    name: 'cut',
    chance: 0.25,
    status,
    of: ({ raw, ...rest }) => ({ ...rest, raw: raw.slice(0, Math.floor(raw.length / 2)) }),
  }
}

/** Every delivery five times, with misuses among them, shuffled and delayed, on 50 connections. */
async function sendAll(
  trust: Trust,
  deliveries: readonly Delivery[],
  misuses: readonly Misuse[],
): Promise<Sent[]> {
  const random = trust.randomFor(`storm ${deliveries[0]?.path.split('/')[3] ?? ''}`)
  const all = random.shuffled(
    deliveries.flatMap((one) => [
      ...Array.from({ length: copies }, () => ({ name: 'genuine', expected: 200, one })),
      ...misuses
        .filter(({ chance }) => random.chance(chance))
        .map(({ name, status, of }) => ({ name, expected: status, one: of(one) })),
    ]),
  )
  const sent: Sent[] = []
  const deliverNext = async (): Promise<void> => {
    for (let next = all.pop(); next; next = all.pop()) {
      const { name, expected, one } = next
      await sleep(random.below(40))
      const sendOnce = async (): Promise<number> => {
        const startedAt = performance.now()
        const status = await send(trust, one)
        sent.push({ name, expected, status, milliseconds: performance.now() - startedAt })
        return status
      }
      // A provider repeats what was not received.
      while ((await sendOnce()) !== 200 && expected === 200 && sent.length < 100_000)
        await sleep(200)
    }
  }
  await Promise.all(Array.from({ length: connections }, deliverNext))
  return sent
}

/** Waits until every stored event is processed. */
export async function inboxIsEmpty(trust: Trust, emails: string): Promise<void> {
  await waitFor(
    'The inbox is empty',
    async () => {
      await hasten(trust, emails)
      const waiting = await trust.query("select 1 from webhook_events where status = 'received'")
      return waiting.length === 0
    },
    // At full scale, events of Printful wait for its limit of calls per minute.
    { timeoutMs: trust.scale === 'full' ? 1_800_000 : 120_000 },
  )
}

/** Each subject gets its events one by one in the order in which they happened. @returns how many were refused */
export async function deliverInOrder(
  trust: Trust,
  bySubject: readonly Delivery[][],
  emails: string,
): Promise<number> {
  const longest = Math.max(0, ...bySubject.map(({ length }) => length))
  let refused = 0
  for (let turn = 0; turn < longest; turn += 1) {
    for (const deliveries of bySubject) {
      const delivery = deliveries[turn]
      if (delivery && (await send(trust, delivery)) !== 200) refused += 1
    }
    await inboxIsEmpty(trust, emails)
  }
  return refused
}

const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * part)] ?? 0

/** Sends a storm and waits until everything is processed. */
export async function storm(
  trust: Trust,
  deliveries: readonly Delivery[],
  { misuses, emails }: { misuses: readonly Misuse[]; emails: string },
): Promise<{
  deliveries: number
  misuses: number
  /** Genuine deliveries that were asked to retry and were received later. */
  postponed: number
  p99Ms: number
  growthMb: number
  failures: string[]
}> {
  const before = memoryMb(trust.shop.webPid())
  const sent = await sendAll(trust, deliveries, misuses)
  await inboxIsEmpty(trust, emails)
  const growthMb = memoryMb(trust.shop.webPid()) - before
  const isGenuine = ({ name }: Sent): boolean => name === 'genuine'
  const p99Ms = percentile(
    sent.filter(isGenuine).map(({ milliseconds }) => milliseconds),
    0.99,
  )
  return {
    deliveries: sent.length,
    misuses: sent.filter((one) => !isGenuine(one)).length,
    postponed: sent.filter((one) => isGenuine(one) && one.status === 503).length,
    p99Ms: Math.round(p99Ms),
    growthMb: Math.round(growthMb),
    failures: [
      // With fifty connections at once, a delivery may be asked to retry; it is sent again until it is received.
      ...sent
        .filter(
          ({ expected, status }) => status !== expected && !(expected === 200 && status === 503),
        )
        .map(({ name, status }) => `a ${name} delivery was answered ${status}`),
      ...(p99Ms > maxP99Ms[trust.scale]
        ? [`the slowest of a hundred answers took ${Math.round(p99Ms)} ms`]
        : []),
      ...(growthMb > maxGrowthMb ? [`memory grew by ${Math.round(growthMb)} MB`] : []),
    ],
  }
}
