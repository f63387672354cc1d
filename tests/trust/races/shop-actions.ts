import { randomUUID } from 'node:crypto'

import { type Item, placePayment, type Savings } from '../faults/purchase'
import { createRandom } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'

/** What a race needs besides the shop. `owner` is the cookie of the first super admin. */
export type Arena = {
  trust: Trust
  owner: string
  items: Item[]
  /** How many callers run at the same time. */
  crowd: number
  /** A name that is unique to this round. */
  name: string
}

/** Lets calls start at the same moment. */
export function atOnce<Result>(
  count: number,
  call: (n: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => call(n)))
}

/** Calls from an address of its own, so that no limit decides the race. */
export function callFrom(
  { trust }: Arena,
  method: string,
  path: string,
  {
    body,
    cookie,
    headers,
  }: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return trust.call(method, path, {
    body,
    cookie,
    headers,
    address: clientAddress(createRandom(randomUUID())),
  })
}

export type PlacedOrder = {
  id: number
  uuid: string
  totalCents: number
  version: number
  paypal: string
  key: string
}

/** An order whose payment the buyer approved. */
export async function approvedOrder(
  { trust, items, name }: Arena,
  savings?: Savings,
): Promise<PlacedOrder> {
  const [item] = items
  if (!item) throw new Error('There is nothing to buy')
  const placed = await placePayment(trust, name, [{ ...item, quantity: 1 }], savings)
  await trust.control('POST', `/paypal/orders/${placed.id}/approve`, { funding: 'ok' })
  const [order] = await trust.query<Omit<PlacedOrder, 'paypal' | 'key'>>(
    'select id, uuid, total_cents::int as "totalCents", version::int from orders where paypal_order_id = $1',
    [placed.id],
  )
  if (!order) throw new Error('The order is missing')
  return { ...order, paypal: placed.id, key: placed.key }
}

export async function paidOrder(arena: Arena): Promise<PlacedOrder> {
  const order = await approvedOrder(arena)
  const { status } = await capture(arena, order)
  if (status !== 200) throw new Error(`The capture was answered ${status}`)
  const [row] = await arena.trust.query<{ version: number }>(
    'select version::int from orders where id = $1',
    [order.id],
  )
  return { ...order, version: row?.version ?? order.version }
}

export function capture(arena: Arena, { paypal, key }: PlacedOrder): Promise<Answer> {
  return callFrom(arena, 'POST', `/order/${paypal}/capture`, { body: { key } })
}

type Ledger = {
  captures: { id: string; custom_id?: string; amount: { value: string } }[]
  refunds: { capture_id: string; amount: { value: string } }[]
}
const cents = (value: string): number => Math.round(Number(value) * 100)

/** What PayPal's books say about an order. */
export async function booksOf(
  { trust }: Arena,
  { uuid }: PlacedOrder,
): Promise<{ captures: number[]; refundedCents: number }> {
  const { captures, refunds } = await trust.control<Ledger>('GET', '/paypal/ledger')
  const own = captures.filter(({ custom_id: reference }) => reference === uuid)
  return {
    captures: own.map(({ amount }) => cents(amount.value)),
    refundedCents: refunds
      .filter(({ capture_id: id }) => own.some((one) => one.id === id))
      .reduce((sum, { amount }) => sum + cents(amount.value), 0),
  }
}

/** The password of every customer that a suite registers. */
export const password = 'the-long-way-home-again'

/** A new customer with a session. */
export async function newCustomer(
  arena: Arena,
): Promise<{ id: number; username: string; cookie: string }> {
  const username = `race${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const answer = await callFrom(arena, 'POST', '/api/auth/register', {
    body: { username, password },
  })
  if (answer.status !== 201)
    throw new Error(`Registration: ${answer.status} ${JSON.stringify(answer.body)}`)
  const [user] = await arena.trust.query<{ id: number }>(
    'select id from users where username = $1',
    [username],
  )
  return { id: user?.id ?? 0, username, cookie: cookieOf(answer) }
}

export function signInAs(arena: Arena, username: string): Promise<Answer> {
  return callFrom(arena, 'POST', '/api/auth/local', { body: { username, password } })
}

export function cookieOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
}

/** Statuses that a race may never return. */
export function serverErrors(answers: readonly Answer[]): string[] {
  return answers
    .filter(({ status }) => status === 0 || status >= 500)
    .map(({ status, body }) => `answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
}

/** Names what differs from what is expected. */
export function expectSame(label: string, actual: unknown, expected: unknown): string[] {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)]
  return is === shouldBe ? [] : [`${label}: ${is} instead of ${shouldBe}`]
}

/** How many answers had each status, as '200×1 409×9'. */
export function tally(answers: readonly Answer[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')
}
