import { setTimeout as sleep } from 'node:timers/promises'

import { buy } from '../faults/buy'
import type { Item, Purchase } from '../faults/purchase'
import type { Random } from '../random'
import { clientAddress, type Trust } from '../shop'

type Visit = (random: Random, address: string) => Promise<number>
export type Counts = {
  requests: number
  failed: string[]
  milliseconds: number[]
  purchases: Purchase[]
}

/** What people do, with its share in percent. */
const visits = (
  { call }: Trust,
  { cookie, items }: { cookie: string; items: Item[] },
): [number, string, Visit][] => [
  [
    35,
    'a cached page',
    async (random, address) =>
      (await call('GET', random.oneOf(['/', '/about', '/products', '/blog']), { address })).status,
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
      (await call('GET', `/products/${random.oneOf(items).productId}`, { address })).status,
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

/** One visitor after the other, each from an address of their own, with up to `pauseMs` between their requests. */
export async function visitUntil(
  trust: Trust,
  {
    isOver,
    random,
    cookie,
    items,
    counts,
    pauseMs,
  }: {
    isOver: () => boolean
    random: Random
    cookie: string
    items: Item[]
    counts: Counts
    pauseMs: number
  },
): Promise<void> {
  const choices = visits(trust, { cookie, items })
  while (!isOver()) {
    let chance = random.below(100)
    const [, name, visit] = choices.find(([share]) => (chance -= share) < 0) ?? choices[0] ?? []
    if (!visit) return
    const startedAt = performance.now()
    const status = await visit(random, clientAddress(random))
    counts.requests += 1
    counts.milliseconds.push(performance.now() - startedAt)
    if (status < 200 || status >= 400) counts.failed.push(`${name}: ${status}`)
    await sleep(pauseMs / 3 + random.below(pauseMs))
  }
}

export async function buyUntil(
  trust: Trust,
  {
    isOver,
    name,
    items,
    counts,
    pauseMs,
  }: { isOver: () => boolean; name: string; items: Item[]; counts: Counts; pauseMs: number },
): Promise<void> {
  while (!isOver()) {
    const number = counts.purchases.length
    counts.purchases.push(
      await buy(trust, { name: `${name}-${trust.seed}-${number}`, mode: { name: 'ok' }, items }),
    )
    await sleep(pauseMs)
  }
}
