import { type SuiteReport, type Trust, waitFor } from '../shop'
import { wrongSecret } from './printful'
import { type Delivery, recordDeliveries } from './recorder'
import { deliverInOrder, storm } from './storm'

const sizes = { quick: 6, ci: 24, full: 240 }
/** Orders have no part in it. */
const noOrders = 'nobody'
const audience = 'c0ffee1234'
const apiKey = '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6'

/** What people do at Mailchimp itself, as actions of the sandbox's control port. */
const histories = [
  ['subscribe'],
  ['subscribe', 'unsubscribe'],
  ['subscribe', 'clean'],
  ['subscribe', 'upemail'],
  ['subscribe', 'unsubscribe', 'subscribe'],
  ['subscribe', 'upemail', 'unsubscribe'],
] as const

type Person = { local: string }
const emailOf = ({ local }: Person): string => `${local}@letters.example`
const newEmailOf = ({ local }: Person): string => `${local}-moved@letters.example`

/** What the shop knows of a person, whatever their address. */
async function stateOf(trust: Trust, person: Person): Promise<string> {
  const rows = await trust.query<{ email: string }>(
    `select email, status, source, first_name, last_name, sync_note, confirmed_at is null as "isUnconfirmed",
       unsubscribed_at is null as "isSubscribed" from subscribers where email = any($1) order by email`,
    [[emailOf(person), newEmailOf(person)]],
  )
  return JSON.stringify(rows).replaceAll(person.local, 'someone')
}

async function liveThrough(trust: Trust, person: Person, kind: number): Promise<void> {
  let email = emailOf(person)
  for (const action of histories[kind % histories.length] ?? []) {
    const newEmail = action === 'upemail' ? newEmailOf(person) : undefined
    await trust.control('POST', '/mailchimp/members', { email, action, newEmail })
    email = newEmail ?? email
  }
}

type Ledger = {
  lists: { id: string; webhooks: { id: string; url: string }[] }[]
  undelivered: unknown[]
}

/** Lets Mailchimp deliver to a recorder. @returns what ends that */
async function redirect(trust: Trust, owner: string, origin: string): Promise<() => Promise<void>> {
  const connected = await trust.call('PUT', '/api/admin/connections/mailchimp', {
    body: { keys: { apiKey, audienceId: audience } },
    cookie: owner,
  })
  const made = await trust.call('POST', '/api/admin/mailchimp/webhook', { body: {}, cookie: owner })
  if (connected.status !== 200 || made.status !== 200)
    throw new Error(`Mailchimp was not connected: ${connected.status}, ${made.status}`)
  const { ports } = await trust.control<{ ports: { mailchimp: number } }>('GET', '/')
  const { lists } = await trust.control<Ledger>('GET', '/mailchimp/ledger')
  const webhook = lists
    .find(({ id }) => id === audience)
    ?.webhooks.find(({ url }) => url.startsWith(trust.shop.url))
  if (!webhook) throw new Error('Mailchimp has no webhook of the shop')
  const change = async (url: string): Promise<void> => {
    const response = await fetch(
      `http://127.0.0.1:${ports.mailchimp}/3.0/lists/${audience}/webhooks/${webhook.id}`,
      {
        method: 'PATCH',
        headers: {
          Authorization: `Basic ${Buffer.from(`shop:${apiKey}`).toString('base64')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ url }),
      },
    )
    if (!response.ok) throw new Error(`Mailchimp answered ${response.status}`)
  }
  await change(`${origin}${new URL(webhook.url).pathname}`)
  return () => change(webhook.url)
}

const deliveriesOf = (deliveries: readonly Delivery[], { local }: Person): Delivery[] =>
  deliveries.filter(({ raw }) => new RegExp(`${local}(-moved)?%40`).test(raw))

/** Mailchimp's events have no id and no signature: the shop reads the member again, and stores each event once. */
export async function mailchimpStorm(trust: Trust, owner: string): Promise<SuiteReport> {
  const recorder = await recordDeliveries()
  const restore = await redirect(trust, owner, recorder.origin)
  const pairs: [Person, Person][] = []
  for (let number = 0; number < sizes[trust.scale]; number += 1) {
    const pair: [Person, Person] = [
      { local: `ordered-${trust.seed}-${number}` },
      { local: `stormed-${trust.seed}-${number}` },
    ]
    for (const person of pair) await liveThrough(trust, person, number)
    pairs.push(pair)
  }
  await waitFor('All events of Mailchimp are delivered', async () => {
    const { undelivered } = await trust.control<Ledger>('GET', '/mailchimp/ledger')
    return undelivered.length === 0
  })
  await restore()
  await recorder.stop()
  const { deliveries } = recorder
  const refused = await deliverInOrder(
    trust,
    pairs.map(([one]) => deliveriesOf(deliveries, one)),
    noOrders,
  )
  const result = await storm(
    trust,
    pairs.flatMap(([, other]) => deliveriesOf(deliveries, other)),
    { misuses: [wrongSecret], emails: noOrders },
  )
  const failures = [...result.failures]
  if (refused > 0) failures.push(`${refused} deliveries in order were refused`)
  let known = 0
  for (const [index, [one, other]] of pairs.entries()) {
    const [inOrder, stormed] = [await stateOf(trust, one), await stateOf(trust, other)]
    if (inOrder !== '[]') known += 1
    if (inOrder !== stormed)
      failures.push(
        `${histories[index % histories.length]?.join(', ')}: in order ${inOrder}\n    in the storm ${stormed}`,
      )
  }
  if (known === 0) failures.push('nobody arrived, so the comparison proves nothing')
  const own = pairs.flat().flatMap((person) => deliveriesOf(deliveries, person))
  const genuine = new Set(own.map(({ raw }) => raw)).size
  const [{ stored } = { stored: 0 }] = await trust.query<{ stored: number }>(
    "select count(*)::int as stored from webhook_events where provider = 'mailchimp' and body::text ~ $1",
    [`(ordered|stormed)-${trust.seed}-`],
  )
  if (stored !== genuine) failures.push(`${stored} events are stored of ${genuine} genuine ones`)
  return {
    counts: {
      'people, twice': pairs.length,
      deliveries: result.deliveries,
      forged: result.misuses,
      'asked to come back': result.postponed,
      'ms at the 99th percentile': result.p99Ms,
      'MB of memory more': result.growthMb,
    },
    failures,
  }
}
