import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'

import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import pg from 'pg'

import { migrations } from '@/migrations'
import { closeEmailedOrder } from '@/modules/gift-cards/actions/close-emailed-order'
import { requestReturn } from '@/modules/returns/actions/request-return'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'
import { DatabaseLink } from '@/server/database-link'

/**
 * Runs `work`, and returns how many queries it sent, and the texts of those to a connection that was still busy: pg runs
 * one at a time, warns about others that wait, and its next version refuses them. Payload has a copy of pg of its own.
 */
const countQueries = async (work: () => Promise<void>) => {
  const { pool } = (await getTestPayload()).db
  const pooled = await pool.connect()
  pooled.release()
  const counted = { sent: 0, toBusy: [] as string[] }
  const prototypes = [pg.Client.prototype, Object.getPrototypeOf(pooled) as object]
  const undo = prototypes.map((prototype) => {
    const query: unknown = Reflect.get(prototype, 'query')
    if (typeof query !== 'function') throw new Error('pg has changed.')
    Reflect.set(prototype, 'query', function (this: object, ...args: unknown[]) {
      counted.sent += 1
      const [first] = args
      if (Reflect.get(this, 'readyForQuery') !== true) counted.toBusy.push(inspect(first))
      const result: unknown = Reflect.apply(query, this, args)
      return result
    })
    return () => Reflect.set(prototype, 'query', query)
  })
  try {
    await work()
  } finally {
    for (const put of undo) put()
  }
  return counted
}

beforeAll(() => getTestPayload())

it('asks the database once whether it is ready, however many proxies ask while the web process connects', async () => {
  const link = new DatabaseLink({ connectionString: env.DATABASE_URL, onInvalidate: () => {} })
  const name = migrations.at(-1)?.name ?? ''
  const answers: boolean[] = []
  const { sent } = await countQueries(async () => {
    const started = link.start()
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => link.hasMigration(name)))))
    await started
    answers.push(await link.hasMigration(name))
  })
  await link.stop()
  expect(answers).toEqual(Array.from({ length: 21 }, () => true))
  // The other one listens for invalidated pages.
  expect(sent).toBe(2)
})

it('asks again for a migration that wasn’t there', async () => {
  const link = new DatabaseLink({ connectionString: env.DATABASE_URL, onInvalidate: () => {} })
  await link.start()
  const name = '29990101_000000_soon'
  expect(await Promise.all([link.hasMigration(name), link.hasMigration(name)])).toEqual([
    false,
    false,
  ])
  await rowsOf(sql`insert into payload_migrations (name, batch) values (${name}, 9000)`)
  expect(await link.hasMigration(name)).toBe(true)
  await rowsOf(sql`delete from payload_migrations where name = ${name}`)
  await link.stop()
})

it('closes an order of gift cards, and requests a return, with one query after the other on one connection', async () => {
  const payload = await getTestPayload()
  const cards = await makeOrder({ status: 'paid', items: [] }, { captured: true })
  await rowsOf(sql`
    insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_email, code_seed, sent_at)
    values (${cards.id}, 'purchase', 2500, 'ash@example.com', ${randomUUID()}, now())`)
  const shipped = await makeOrder({ status: 'shipped' }, { captured: true })
  const itemId = shipped.items?.[0]?.id ?? ''
  const { sent, toBusy } = await countQueries(async () => {
    await withTransaction(payload, (req, tx) => closeEmailedOrder(req, tx, cards.id))
    await requestReturn(payload, shipped.id, {
      requestId: randomUUID(),
      lines: [{ itemId, quantity: 1 }],
      reason: 'size',
      wish: 'refund',
      note: null,
      photos: [],
    })
  })
  expect(sent).toBeGreaterThan(8)
  expect(toBusy).toEqual([])
  expect(await rowsOf(sql`select status from orders where id = ${cards.id}`)).toEqual([
    { status: 'delivered' },
  ])
  expect(await rowsOf(sql`select status from returns where order_id = ${shipped.id}`)).toEqual([
    { status: 'requested' },
  ])
})
