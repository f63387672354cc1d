import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { printableItems } from '../faults/purchase'
import { hasten } from '../faults/quiet'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { histories, liveThrough, merchantToken } from './histories'
import { type Delivery, recordDeliveries } from './recorder'

const sizes = {
  quick: { orders: 14, maxP99Ms: 10_000 },
  ci: { orders: 28, maxP99Ms: 10_000 },
  full: { orders: 280, maxP99Ms: 1000 },
}
const copies = 5
const connections = 50
const maxGrowthMb = 80

type Sent = { kind: 'genuine' | 'forged' | 'truncated'; status: number; milliseconds: number }
type Order = { email: string; marks: string[] }

const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

const send = (trust: Trust, { raw, headers }: Delivery, kind: Sent['kind']): Promise<Sent> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const end = (status: number): void =>
      resolve({ kind, status, milliseconds: performance.now() - begun })
    const request = http.request(
      `${trust.shop.url}/api/webhooks/paypal`,
      { method: 'POST', agent, headers, timeout: 30_000 },
      (response) => {
        response.resume()
        response.on('end', () => end(response.statusCode ?? 0))
      },
    )
    request.on('error', () => end(0))
    request.on('timeout', () => request.destroy())
    request.end(raw)
  })

const forged = ({ raw, ...rest }: Delivery): Delivery => ({
  ...rest,
  raw: raw.replace(/"id":"WH-/, '"id":"WX-'),
})
const truncated = ({ raw, ...rest }: Delivery): Delivery => ({
  ...rest,
  raw: raw.slice(0, Math.floor(raw.length / 2)),
})

/** Every delivery five times, with forgeries and cut bodies among them, shuffled and delayed, on 50 connections. */
async function storm(trust: Trust, deliveries: readonly Delivery[]): Promise<Sent[]> {
  const random = trust.randomFor('storm')
  const all = random.shuffled(
    deliveries.flatMap((one) => [
      ...Array.from({ length: copies }, () => ({ one, kind: 'genuine' as const })),
      ...(random.chance(0.5) ? [{ one: forged(one), kind: 'forged' as const }] : []),
      ...(random.chance(0.25) ? [{ one: truncated(one), kind: 'truncated' as const }] : []),
    ]),
  )
  const sent: Sent[] = []
  const lane = async (): Promise<void> => {
    for (let next = all.pop(); next; next = all.pop()) {
      await sleep(random.below(40))
      let result = await send(trust, next.one, next.kind)
      sent.push(result)
      // PayPal repeats what was not received.
      while (next.kind === 'genuine' && result.status !== 200 && sent.length < 100_000) {
        await sleep(200)
        result = await send(trust, next.one, next.kind)
        sent.push(result)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return sent
}

const inboxIsEmpty = (trust: Trust, emails: string): Promise<true> =>
  waitFor(
    'The inbox is empty',
    async () => {
      await hasten(trust, emails)
      const waiting = await trust.query("select 1 from webhook_events where status = 'received'")
      return waiting.length === 0
    },
    { timeoutMs: 120_000 },
  ).then(() => true)

/** Each order gets its events one by one in the order in which they happened. */
async function deliverInOrder(
  trust: Trust,
  byOrder: readonly Delivery[][],
  emails: string,
): Promise<number> {
  const longest = Math.max(...byOrder.map(({ length }) => length))
  let refused = 0
  for (let turn = 0; turn < longest; turn += 1) {
    for (const deliveries of byOrder) {
      const delivery = deliveries[turn]
      if (delivery && (await send(trust, delivery, 'genuine')).status !== 200) refused += 1
    }
    await inboxIsEmpty(trust, emails)
  }
  return refused
}

/** Everything about an order that is not its own name, number, or time. */
async function stateOf(trust: Trust, email: string): Promise<string> {
  const [state] = await trust.query<{ state: object }>(
    `select json_build_object('status', o.status, 'payment', o.payment_state, 'attempt', o.payment_attempt, 'total', o.total_cents,
      'fulfillment', o.fulfillment, 'note', o.fulfillment_note,
      'payments', (select json_agg(json_build_array(p.kind, p.status, p.amount_cents, p.reason) order by p.kind, p.status, p.amount_cents)
        from payments p where p.order_id = o.id),
      'events', (select json_agg(json_build_array(e.type, e.message, e.actor) order by e.type, e.message) from order_events e where e.order_id = o.id)
     ) as state from orders o where o.email = $1`,
    [email],
  )
  const mails = (await trust.mailsTo(email)).map(({ text }) => text.split('\n')[0]).sort()
  return JSON.stringify({ ...state?.state, mails })
    .replaceAll(/DF-\d+/g, 'DF')
    .replaceAll(/PP-D-\w+/g, 'PP-D')
}

const memoryMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * part)] ?? 0

/** Two equal sets of orders live through the same histories, while PayPal's webhooks are recorded. */
async function recordTwins(
  trust: Trust,
): Promise<{ pairs: [Order, Order][]; deliveries: Delivery[] }> {
  const recorder = await recordDeliveries()
  await trust.control('POST', '/paypal/webhooks/settings', {
    url: recorder.url,
    duplicates: 0,
    shuffle: false,
    delayMs: 0,
  })
  const [item] = await printableItems(trust)
  if (!item) throw new Error('There is nothing to buy')
  const token = await merchantToken(trust)
  const pairs: [Order, Order][] = []
  for (let number = 0; number < sizes[trust.scale].orders; number += 1) {
    const live = (side: string): Promise<Order> =>
      liveThrough(trust, { name: `w${side}-${trust.seed}-${number}`, kind: number, item, token })
    pairs.push([await live('a'), await live('b')])
  }
  await waitFor('All events are delivered', async () => {
    const { undelivered } = await trust.control<{ undelivered: unknown[] }>('GET', '/paypal/ledger')
    return undelivered.length === 0
  })
  await recorder.stop()
  await trust.control('POST', '/paypal/webhooks/settings', {
    url: `${trust.shop.url}/api/webhooks/paypal`,
  })
  return { pairs, deliveries: recorder.deliveries }
}

const deliveriesOf = (deliveries: readonly Delivery[], { marks }: Order): Delivery[] =>
  deliveries.filter(({ raw }) => marks.some((mark) => mark !== '' && raw.includes(mark)))

function judge(trust: Trust, sent: readonly Sent[], growthMb: number): string[] {
  const { maxP99Ms } = sizes[trust.scale]
  const times = sent
    .filter(({ kind }) => kind === 'genuine')
    .map(({ milliseconds }) => milliseconds)
  const p99 = percentile(times, 0.99)
  return [
    ...sent
      .filter(({ kind, status }) => (kind === 'genuine' ? status !== 200 : status !== 401))
      .map(({ kind, status }) => `a ${kind} delivery was answered ${status}`),
    ...(p99 > maxP99Ms ? [`the slowest of a hundred answers took ${Math.round(p99)} ms`] : []),
    ...(growthMb > maxGrowthMb ? [`memory grew by ${Math.round(growthMb)} MB`] : []),
  ]
}

async function run(trust: Trust): Promise<SuiteReport> {
  const emails = 'trust-w%'
  const cookie = await signIn(trust, 'june', clientAddress(trust.randomFor('june')))
  await trust.call('PUT', '/api/admin/settings', { body: { printfulAutoSubmit: false }, cookie })
  const { pairs, deliveries } = await recordTwins(trust)
  const refused = await deliverInOrder(
    trust,
    pairs.map(([one]) => deliveriesOf(deliveries, one)),
    emails,
  )
  const before = memoryMb(trust.shop.webPid())
  const begun = Date.now()
  const sent = await storm(
    trust,
    pairs.flatMap(([, other]) => deliveriesOf(deliveries, other)),
  )
  const seconds = (Date.now() - begun) / 1000
  await inboxIsEmpty(trust, emails)
  const growthMb = memoryMb(trust.shop.webPid()) - before
  const failures = judge(trust, sent, growthMb)
  if (refused > 0) failures.push(`${refused} deliveries in order were refused`)
  for (const [index, [one, other]] of pairs.entries()) {
    const [inOrder, stormed] = [await stateOf(trust, one.email), await stateOf(trust, other.email)]
    if (inOrder !== stormed)
      failures.push(
        `history ${index % histories.length}: in order ${inOrder}\n    in the storm ${stormed}`,
      )
  }
  const stored = await trust.query<{ id: string }>(
    "select event_id as id from webhook_events where provider = 'paypal' and created_at > now() - interval '1 hour'",
  )
  const genuine = new Set(deliveries.map(({ id }) => id))
  const storedHere = stored.filter(({ id }) => genuine.has(id) || id.startsWith('WX-'))
  if (storedHere.length !== genuine.size)
    failures.push(`${storedHere.length} events are stored of ${genuine.size} genuine ones`)
  const times = sent.map(({ milliseconds }) => milliseconds)
  return {
    counts: {
      'orders, twice': pairs.length,
      'events in order': deliveriesOf(deliveries, {
        email: '',
        marks: pairs.flatMap(([one]) => one.marks),
      }).length,
      deliveries: sent.length,
      'forged or cut': sent.filter(({ kind }) => kind !== 'genuine').length,
      'deliveries a second': Math.round(sent.length / seconds),
      'ms at the 99th percentile': Math.round(percentile(times, 0.99)),
      'MB of memory more': Math.round(growthMb),
    },
    failures,
  }
}

export const webhooks: Suite = { letter: 'W', title: 'Webhook storm', run }
