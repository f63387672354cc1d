import { printableItems } from '../faults/purchase'
import { submitAtOnce } from '../faults/suite'
import { paidOrder } from '../races/shop-actions'
import { type SuiteReport, type Trust, waitFor } from '../shop'
import { type Delivery, recordDeliveries } from './recorder'
import { cut, deliverInOrder, inboxIsEmpty, type Misuse, storm } from './storm'

const sizes = { quick: 7, ci: 14, full: 140 }
const emails = 'trust-w%'

/** What happens to an order at Printful, as steps of the sandbox's control port. */
const histories = [
  ['start', 'ship'],
  ['hold', 'unhold', 'start', 'ship'],
  ['cancel'],
  ['start', 'ship', 'return'],
  ['fail'],
  ['approval', 'unhold', 'cancel'],
  ['start', 'ship', 'ship'],
] as const

type Order = { id: number; printfulId: string }

/** Printful signs nothing; the path has a secret. */
export const wrongSecret: Misuse = {
  name: 'forged',
  chance: 0.5,
  status: 401,
  of: ({ path, ...rest }) => ({
    ...rest,
    path: path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  }),
}

type TimelineEntry = [type: string, message: string, actor: string, reason: string | null]

/** The shop's own texts for a status without a reason (fulfillment/actions/apply-printful-order.ts). */
const isDefaultReason = (reason: string | null): boolean =>
  /^(Printful put this order on hold without|Printful couldn’t make this order and gave no|This order was canceled on Printful\.)/.test(
    reason ?? '',
  )

/**
 * A timeline says what the shop learned at the time, so its entries may depend on the order of events: a status that was
 * read before its reason arrived has an entry of its own with the shop's default reason, and a package can be announced
 * before it has a number.
 */
const withoutEarlierKnowledge = (events: readonly TimelineEntry[]): TimelineEntry[] =>
  events
    .filter(
      ([type, , , reason]) =>
        !isDefaultReason(reason) ||
        !events.some(([other, , , better]) => other === type && !isDefaultReason(better)),
    )
    .map(([type, message, ...rest]) => [type, message.replace(/, number .*/, ''), ...rest])

async function stateOf(trust: Trust, { id }: Order): Promise<string> {
  const [row] = await trust.query<{ email: string; state: { events: TimelineEntry[] | null } }>(
    `select email, json_build_object('status', status, 'fulfillment', fulfillment, 'note', fulfillment_note, 'carrier', carrier,
       'shipments', (select json_agg(json_build_array(p->'isReturned', p->'isReshipment', p->'returnedBecause')) from jsonb_array_elements(shipments) p),
       'events', (select json_agg(json_build_array(e.type, e.message, e.actor, e.reason) order by e.type, e.message, e.reason) from order_events e where e.order_id = o.id)
     ) as state from orders o where id = $1`,
    [id],
  )
  const mails = (await trust.mailsTo(row?.email ?? '')).map(({ text }) => text.split('\n')[0])
  const events = withoutEarlierKnowledge(row?.state.events ?? [])
  return JSON.stringify({ ...row?.state, events, mails: mails.sort() })
    .replaceAll(/DF-\d+/g, 'DF')
    .replaceAll(/(?=\w*\d{4})\w{8,}/g, 'number')
}

type Printful = {
  webhooks: (method: string, body?: object) => Promise<void>
  ledger: () => Promise<{ webhooks: { v1: { url: string } | null }; undelivered: unknown[] }>
}
async function connectTo(trust: Trust): Promise<Printful> {
  const { ports } = await trust.control<{ ports: { printful: number } }>('GET', '/')
  return {
    webhooks: async (method, body) => {
      const response = await fetch(`http://127.0.0.1:${ports.printful}/webhooks`, {
        method,
        headers: {
          Authorization: 'Bearer sandbox-printful-token',
          'Content-Type': 'application/json',
        },
        body: body && JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`Printful answered ${response.status}`)
    },
    ledger: () => trust.control('GET', '/printful/ledger'),
  }
}

/** An order that Printful has and prints. */
async function printedOrder(trust: Trust, owner: string, name: string): Promise<Order> {
  const [item] = await printableItems(trust)
  const { id } = await paidOrder({ trust, owner, items: item ? [item] : [], crowd: 1, name })
  const isPrinted = async (): Promise<Order | false | undefined> => {
    const [row] = await trust.query<Order>(
      'select id, printful_order_id as "printfulId" from orders where id = $1',
      [id],
    )
    const { orders } = await trust.control<{ orders: { id: number; status: string }[] }>(
      'GET',
      '/printful/ledger',
    )
    // It is stored here before it is confirmed there.
    const theirs = orders.find((one) => String(one.id) === row?.printfulId)
    return row && theirs && theirs.status !== 'draft' && row
  }
  // At full scale, the shop waits for Printful's limit of calls per minute.
  return waitFor('Printful has the order', isPrinted, { timeoutMs: 300_000 })
}

/** Two equal sets of orders live through the same histories at Printful, while its webhooks are recorded. */
async function recordTwins(
  trust: Trust,
  owner: string,
): Promise<{ pairs: [Order, Order][]; deliveries: Delivery[] }> {
  const printful = await connectTo(trust)
  const before = (await printful.ledger()).webhooks.v1
  const made = await trust.call('POST', '/api/admin/printful/webhook', { body: {}, cookie: owner })
  const { v1 } = (await printful.ledger()).webhooks
  if (made.status !== 200 || !v1) throw new Error(`The webhook was not made: ${made.status}`)
  const recorder = await recordDeliveries()
  await printful.webhooks('POST', { ...v1, url: `${recorder.origin}${new URL(v1.url).pathname}` })
  await trust.control('POST', '/printful/webhooks/settings', { delayMs: 0, duplicates: 0 })
  const pairs: [Order, Order][] = []
  for (let number = 0; number < sizes[trust.scale]; number += 1) {
    const live = async (side: string): Promise<Order> => {
      const order = await printedOrder(trust, owner, `w-${side}-${trust.seed}-${number}`)
      for (const step of histories[number % histories.length] ?? [])
        await trust.control('POST', `/printful/orders/${order.printfulId}/${step}`, {})
      return order
    }
    pairs.push([await live('printed'), await live('stormed')])
  }
  await waitFor(
    'All events of Printful are delivered',
    async () => (await printful.ledger()).undelivered.length === 0,
  )
  await (before ? printful.webhooks('POST', before) : printful.webhooks('DELETE'))
  await recorder.stop()
  return { pairs, deliveries: recorder.deliveries }
}

const deliveriesOf = (deliveries: readonly Delivery[], { printfulId }: Order): Delivery[] =>
  deliveries.filter(({ raw }) => raw.includes(`"id":${printfulId},`))

/** Events of Printful have no id and no signature: the shop reads the order again, and stores each event once. */
export async function printfulStorm(trust: Trust, owner: string): Promise<SuiteReport> {
  await submitAtOnce(trust, owner)
  const { pairs, deliveries } = await recordTwins(trust, owner)
  await inboxIsEmpty(trust, emails)
  const [{ before } = { before: 0 }] = await trust.query<{ before: number }>(
    "select count(*)::int as before from webhook_events where provider = 'printful'",
  )
  const refused = await deliverInOrder(
    trust,
    pairs.map(([one]) => deliveriesOf(deliveries, one)),
    emails,
  )
  const result = await storm(
    trust,
    pairs.flatMap(([, other]) => deliveriesOf(deliveries, other)),
    { misuses: [wrongSecret, cut(400)], emails },
  )
  const failures = [...result.failures]
  if (refused > 0) failures.push(`${refused} deliveries in order were refused`)
  for (const [index, [one, other]] of pairs.entries()) {
    const [inOrder, stormed] = [await stateOf(trust, one), await stateOf(trust, other)]
    if (inOrder !== stormed)
      failures.push(
        `${histories[index % histories.length]?.join(', ')}: in order ${inOrder}\n    in the storm ${stormed}`,
      )
  }
  const [{ after } = { after: 0 }] = await trust.query<{ after: number }>(
    "select count(*)::int as after from webhook_events where provider = 'printful'",
  )
  const own = pairs.flat().flatMap((order) => deliveriesOf(deliveries, order))
  // Two events of an order within one second can be the same to the letter.
  const genuine = new Set(own.map(({ raw }) => raw)).size
  if (after - before !== genuine)
    failures.push(`${after - before} events are stored of ${genuine} genuine ones`)
  return {
    counts: {
      'orders, twice': pairs.length,
      deliveries: result.deliveries,
      'forged or cut': result.misuses,
      'asked to come back': result.postponed,
      'ms at the 99th percentile': result.p99Ms,
      'MB of memory more': result.growthMb,
    },
    failures,
  }
}
