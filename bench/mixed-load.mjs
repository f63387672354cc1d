// What a busy shop gets at once: visitors who load pages and their scripts, customers who sign in, buyers who pay, and staff.
// Counts each request that isn't answered as it should be. For bench/update-and-rollback.mjs.
import { randomInt, randomUUID } from 'node:crypto'

import { createBuyer } from './buyer.mjs'

const pages = [
  '/',
  '/products',
  '/products?search=fern',
  '/about',
  '/blog',
  '/cart',
  '/api/products',
]
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** @returns the cookies of a demo account */
export async function signIn(url, username, password) {
  const response = await fetch(`${url}/api/auth/local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, 'X-Forwarded-For': address() },
    body: JSON.stringify({ username, password }),
  })
  if (response.status !== 200)
    throw new Error(`Signing in as ${username} answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** @returns a function that sends a request, and throws unless its answer is a success */
const createClient =
  (url, counts) =>
  async (path, { method = 'GET', headers = {}, ...options } = {}) => {
    counts.requests += 1
    const response = await fetch(url + path, {
      method,
      headers: { Origin: url, 'X-Forwarded-For': address(), ...headers },
      signal: AbortSignal.timeout(60_000),
      ...options,
    })
    const text = await response.text()
    if (response.ok) return text
    const cause = response.headers.get('x-balancer') ?? text.slice(0, 120)
    throw new Error(`${method} ${path.split('?')[0]}: ${response.status} ${cause}`)
  }

const createVisitor = (send) => async () => {
  const text = await send(pages[randomInt(pages.length)])
  const files = text.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g)
  if (files) await send(files[randomInt(files.length)])
}

/** Signs in again and again; the session of the beginning, from the earlier release, stays good, too. */
const createCustomer = async (url, send) => {
  const early = await signIn(url, 'wren', 'one-is-enough')
  return async () => {
    const cookie = await signIn(url, 'wren', 'one-is-enough')
    for (const Cookie of [early, cookie]) {
      const user = JSON.parse(await send('/api/auth/user', { headers: { Cookie } }))
      if (user.username !== 'wren') throw new Error(`Signed in as ${user.username}`)
    }
  }
}

/** Reads lists and writes notes, in the session of the beginning. */
const createStaff = async (url, send) => {
  const Cookie = await signIn(url, 'june', 'walk-the-long-way')
  const lists = ['orders', 'customers', 'products', 'content', 'returns', 'stats']
  return async () => {
    await send(`/api/admin/${lists[randomInt(lists.length)]}`, { headers: { Cookie } })
    const notes = `Seen ${randomUUID()}`
    const answer = await send('/api/admin/orders/1', {
      method: 'PUT',
      headers: { Cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ notes }),
    })
    if (JSON.parse(answer).notes !== notes) throw new Error('A note of staff was not stored')
  }
}

/**
 * @param {{ url: string, ports: Record<string, number> }} shop
 * @param {{ phase: () => string }} options `phase` names what happens at a moment
 * @returns what it counted, what was bought, and `stop`
 */
export async function startLoad(shop, { phase }) {
  const counts = { requests: 0, rounds: {}, failures: new Map() }
  const orders = []
  const send = createClient(shop.url, counts)
  const buy = await createBuyer(shop)
  const people = {
    visitors: [6, createVisitor(send)],
    customers: [1, await createCustomer(shop.url, send)],
    buyers: [2, async () => orders.push({ ...(await buy()), phase: phase() })],
    staff: [1, await createStaff(shop.url, send)],
  }
  let isOver = false
  const live = async (kind, act) => {
    while (!isOver) {
      await act().then(
        () => (counts.rounds[kind] = (counts.rounds[kind] ?? 0) + 1),
        (error) => {
          const what = `${phase()}, ${kind}: ${error.cause?.code ?? error.message}`
          counts.failures.set(what, (counts.failures.get(what) ?? 0) + 1)
        },
      )
    }
  }
  const lives = Object.entries(people).flatMap(([kind, [count, act]]) =>
    Array.from({ length: count }, () => live(kind, act)),
  )
  return {
    counts,
    orders,
    stop: async () => {
      isOver = true
      await Promise.all(lives)
    },
  }
}
