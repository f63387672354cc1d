import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'

import { setDatabaseUp } from '@/platform/database/database-pool'
import { withTransaction } from '@/platform/transaction'

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
  // PostgreSQL checks this constraint only at COMMIT, after Payload has reported success.
  await payload.db.drizzle.execute(sql`
    create or replace function refuse_late() returns trigger language plpgsql as $$ begin
      if NEW.name = 'Refused at commit' then raise exception 'refused at commit'; end if; return NEW; end $$;
    drop trigger if exists refuse_late on categories;
    create constraint trigger refuse_late after insert or update on categories deferrable initially deferred for each row execute function refuse_late();`)
})
afterAll(() =>
  payload.db.drizzle.execute(
    sql`drop trigger refuse_late on categories; drop function refuse_late()`,
  ),
)

const category = (name: string) => ({ name, slug: name.toLowerCase().replace(/\W+/g, '-') })
const named = async (name: string) =>
  Number(
    (await rowsOf<{ count: string }>(sql`select count(*) from categories where name = ${name}`))[0]
      ?.count,
  )

it('Payload reports success for a write whose COMMIT failed, which is why the shop has its own transactions', async () => {
  await expect(
    payload.create({ collection: 'categories', data: category('Refused at commit') }),
  ).resolves.toMatchObject({ name: 'Refused at commit' })
  expect(await named('Refused at commit')).toBe(0)
})

it('a COMMIT that the database rejects throws an error and writes nothing', async () => {
  await expect(
    withTransaction(payload, async (req) => {
      await payload.create({ collection: 'categories', req, data: category('Before') })
      await payload.create({ collection: 'categories', req, data: category('Refused at commit') })
    }),
  ).rejects.toThrow()
  expect([await named('Before'), await named('Refused at commit')]).toEqual([0, 0])
})

it('a connection that is lost while idle does not end the process', async () => {
  // Without its own listener, a client taken from the pool throws its connection error at the whole
  // process.
  const client = await payload.db.pool.connect()
  try {
    expect(client.listenerCount('error')).toBeGreaterThan(0)
  } finally {
    client.release()
  }
})

it('connections that are lost before their BEGIN leave room for new ones', async () => {
  const { pool, drizzle } = payload.db
  for (let count = 0; count <= pool.options.max; count += 1) {
    pool.once('acquire', () => {
      setDatabaseUp(false) // Cuts all connections, this one before its first statement.
      setDatabaseUp(true)
    })
    await expect(drizzle.transaction(() => Promise.resolve())).rejects.toThrow()
  }
  expect(await named('Before')).toBe(0)
})

it('a connection that is killed before the COMMIT throws an error and writes nothing', async () => {
  const listen = (client: { on: (event: 'error', listener: () => void) => unknown }) =>
    client.on('error', () => undefined)
  payload.db.pool.on('acquire', listen)
  await expect(
    withTransaction(payload, async (req, tx) => {
      await payload.create({ collection: 'categories', req, data: category('Killed') })
      const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`)
      await payload.db.drizzle.execute(sql`select pg_terminate_backend(${Number(rows[0]?.pid)})`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }),
  ).rejects.toThrow()
  payload.db.pool.off('acquire', listen)
  expect(await named('Killed')).toBe(0)
  expect(await named('Before')).toBe(0)
})

it('an error that was caught inside still rolls back everything, including later writes', async () => {
  await expect(
    withTransaction(payload, async (req) => {
      await payload.create({ collection: 'categories', req, data: category('First') })
      await payload
        .create({ collection: 'categories', req, data: { name: 'No slug '.repeat(20), slug: '' } })
        .catch(() => undefined)
      await payload
        .create({ collection: 'categories', req, data: category('Third') })
        .catch(() => undefined)
    }),
  ).rejects.toThrow()
  expect([await named('First'), await named('Third')]).toEqual([0, 0])
})

it('an error in the callback is rethrown, and nothing is written', async () => {
  const own = new Error('the printer is out of ink')
  await expect(
    withTransaction(payload, async (req) => {
      await payload.create({ collection: 'categories', req, data: category('Inky') })
      throw own
    }),
  ).rejects.toBe(own)
  expect(await named('Inky')).toBe(0)
})

it('writes are visible inside the transaction, and outside only after the COMMIT', async () => {
  const seen = await withTransaction(payload, async (req, tx) => {
    await payload.create({ collection: 'categories', req, data: category('Quiet') })
    const inside = await payload.count({
      collection: 'categories',
      where: { name: { equals: 'Quiet' } },
      req,
    })
    const { rows } = await tx.execute(
      sql`select count(*)::integer as count from categories where name = 'Quiet'`,
    )
    return [inside.totalDocs, rows[0]?.count, await named('Quiet')]
  })
  expect(seen).toEqual([1, 1, 0])
  expect(await named('Quiet')).toBe(1)
})

it('no database session is left behind, even after an error', async () => {
  const before = Object.keys(payload.db.sessions ?? {}).length
  await withTransaction(payload, async () => 1)
  await withTransaction(payload, async () => {
    throw new Error('no')
  }).catch(() => undefined)
  expect(Object.keys(payload.db.sessions ?? {})).toHaveLength(before)
})

it('fifty concurrent increments that lock the row first lose no update', async () => {
  const { id } = await payload.create({
    collection: 'products',
    data: { name: 'Counted', slug: 'counted', basePriceCents: 0, isActive: false },
  })
  await Promise.all(
    Array.from({ length: 50 }, () =>
      withTransaction(payload, async (_, tx) => {
        const { rows } = await tx.execute(
          sql`select base_price_cents from products where id = ${id} for update`,
        )
        await tx.execute(
          sql`update products set base_price_cents = ${Number(rows[0]?.base_price_cents) + 1} where id = ${id}`,
        )
      }),
    ),
  )
  expect(
    await rowsOf(sql`select base_price_cents::integer as cents from products where id = ${id}`),
  ).toEqual([{ cents: 50 }])
})

it('ten concurrent increments through Payload, which writes whole rows, lose no update', async () => {
  const { id } = await payload.create({
    collection: 'products',
    data: { name: 'Read', slug: 'read', basePriceCents: 0, isActive: false },
  })
  await Promise.all(
    Array.from({ length: 10 }, () =>
      withTransaction(payload, async (req, tx) => {
        await tx.execute(sql`select id from products where id = ${id} for update`)
        const { basePriceCents } = await payload.findByID({
          collection: 'products',
          id,
          depth: 0,
          req,
        })
        await payload.update({
          collection: 'products',
          id,
          depth: 0,
          data: { basePriceCents: (basePriceCents ?? 0) + 1 },
          req,
        })
      }),
    ),
  )
  expect(
    await rowsOf(sql`select base_price_cents::integer as cents from products where id = ${id}`),
  ).toEqual([{ cents: 10 }])
})

it('two concurrent changes to different fields of a row are both kept', async () => {
  const { id } = await payload.create({
    collection: 'content',
    data: { title: 'Shared', slug: 'shared', contentType: 'reflection', status: 'draft' },
  })
  const change = (data: { excerpt: string } | { seoTitle: string }) =>
    withTransaction(payload, async (req, tx) => {
      await tx.execute(sql`select id from content where id = ${id} for update`)
      await payload.update({ collection: 'content', id, depth: 0, data, req })
    })
  await Promise.all([change({ excerpt: 'From one' }), change({ seoTitle: 'From the other' })])
  expect(await rowsOf(sql`select excerpt, seo_title from content where id = ${id}`)).toEqual([
    { excerpt: 'From one', seo_title: 'From the other' },
  ])
})

it('the order timeline cannot be changed, even inside a transaction', async () => {
  for (const change of [
    sql`update order_events set message = 'x'`,
    sql`delete from order_events`,
  ]) {
    await payload.db.drizzle
      .execute(sql`insert into orders (order_number, uuid, checkout_id, access_key_hash, status, version, currency, subtotal_cents, shipping_cents, tax_cents, total_cents, email, payment_state, payment_attempt)
      values ('DF-1', 'u', 'c', 'h', 'pending', 1, 'USD', 0, 0, 0, 0, 'a@example.com', 'none', 1) on conflict do nothing`)
    await payload.db.drizzle.execute(
      sql`insert into order_events (order_id, type, message, actor) select id, 'placed', 'Order placed', 'buyer' from orders limit 1`,
    )
    await expect(
      withTransaction(payload, async (_, tx) => {
        await tx.execute(change)
      }),
    ).rejects.toMatchObject({
      cause: expect.objectContaining({
        message: 'rows of order_events are never changed',
      }) as unknown,
    })
  }
})

it.each([
  ['totals that do not add up', sql`update orders set total_cents = total_cents + 1`],
  ['half a cent', sql`update orders set subtotal_cents = 0.5, total_cents = 0.5`],
  ['a negative amount', sql`update orders set shipping_cents = -599, total_cents = -599`],
  ['another currency', sql`update orders set currency = 'EUR'`],
  [
    'a sale price above the base price',
    sql`insert into products (name, base_price_cents, sale_price_cents, slug) values ('x', 1000, 1100, 'x')`,
  ],
  [
    'a price above the maximum',
    sql`insert into products (name, base_price_cents, slug) values ('x', 1000001, 'x')`,
  ],
])('the database rejects %s', async (_, change) => {
  await expect(payload.db.drizzle.execute(change)).rejects.toMatchObject({
    cause: expect.objectContaining({ code: '23514' }) as unknown,
  })
})

it('the database rejects a price that is not a number', async () => {
  await expect(
    payload.db.drizzle.execute(
      sql`insert into products (name, base_price_cents, slug) values ('x', 'NaN', 'x')`,
    ),
  ).rejects.toThrow()
})

// In PostgreSQL, NaN equals NaN and is greater than any number, so such sums would add up.
it.each([
  ['an order', sql`update orders set subtotal_cents = 'NaN', total_cents = 'NaN'`],
  [
    'a payment',
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency) select id, 'capture', 'paypal', 'NAN', 'pending', 'NaN', 'USD' from orders limit 1`,
  ],
])('the database rejects %s with NaN cents', async (_, change) => {
  await expect(payload.db.drizzle.execute(change)).rejects.toThrow()
})
