import { printableItems } from '../faults/purchase'
import { type SuiteReport, type Trust, waitFor } from '../shop'
import { histories, liveThrough, merchantToken } from './histories'
import { type Delivery, recordDeliveries } from './recorder'
import { cut, deliverInOrder, type Misuse, storm } from './storm'

const sizes = { quick: 7, ci: 28, full: 280 }
const emails = 'trust-w%'

type Order = { email: string; marks: string[] }

/** The signature is of another body. */
const forged: Misuse = {
  name: 'forged',
  chance: 0.5,
  status: 401,
  of: ({ raw, ...rest }) => ({ ...rest, raw: raw.replace(/"id":"WH-/, '"id":"WX-') }),
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

/** Two equal sets of orders live through the same histories, while PayPal's webhooks are recorded. */
async function recordTwins(
  trust: Trust,
): Promise<{ pairs: [Order, Order][]; deliveries: Delivery[] }> {
  const recorder = await recordDeliveries()
  await trust.control('POST', '/paypal/webhooks/settings', {
    url: `${recorder.origin}/api/webhooks/paypal`,
    duplicates: 0,
    shuffle: false,
    delayMs: 0,
  })
  const [item] = await printableItems(trust)
  if (!item) throw new Error('There is nothing to buy')
  const token = await merchantToken(trust)
  const pairs: [Order, Order][] = []
  for (let number = 0; number < sizes[trust.scale]; number += 1) {
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

/** PayPal signs: a changed or cut body gets 401, and leaves no row. */
export async function paypalStorm(trust: Trust, cookie: string): Promise<SuiteReport> {
  await trust.call('PUT', '/api/admin/settings', { body: { printfulAutoSubmit: false }, cookie })
  const { pairs, deliveries } = await recordTwins(trust)
  const refused = await deliverInOrder(
    trust,
    pairs.map(([one]) => deliveriesOf(deliveries, one)),
    emails,
  )
  const result = await storm(
    trust,
    pairs.flatMap(([, other]) => deliveriesOf(deliveries, other)),
    { misuses: [forged, cut(401)], emails },
  )
  const failures = [...result.failures]
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
  const genuine = new Set(deliveries.map(({ raw }) => (JSON.parse(raw) as { id: string }).id))
  const storedHere = stored.filter(({ id }) => genuine.has(id) || id.startsWith('WX-'))
  if (storedHere.length !== genuine.size)
    failures.push(`${storedHere.length} events are stored of ${genuine.size} genuine ones`)
  return {
    counts: {
      'orders, twice': pairs.length,
      'events in order': pairs.flatMap(([one]) => deliveriesOf(deliveries, one)).length,
      deliveries: result.deliveries,
      'forged or cut': result.misuses,
      'asked to come back': result.postponed,
      'ms at the 99th percentile': result.p99Ms,
      'MB of memory more': result.growthMb,
    },
    failures,
  }
}
