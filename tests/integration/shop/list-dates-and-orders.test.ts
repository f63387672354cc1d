import { randomUUID } from 'node:crypto'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { issueGiftCard, setGiftCardActive } from '@/modules/gift-cards/actions/staff-cards'

type Row = Record<string, unknown>

let owner: TestPerson
let admin: TestPerson
let productId: number
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  admin = await makePerson('admin')
  productId = (await makeProduct({ name: 'Fern Tee' })).id
})

const list = async (path: string): Promise<Row[]> => {
  const { status, body } = await call<Row[]>('GET', `/api/admin/${path}`, { as: owner })
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return body
}
const namesOf = async (path: string, name: string): Promise<unknown[]> =>
  (await list(path)).map((row) => row[name])
const statusOf = async (path: string, as: TestPerson | null = owner): Promise<number> =>
  (await call('GET', `/api/admin/${path}`, { as })).status

/**
 * March 9, 2031, when clocks in New York skip an hour: its first and its last millisecond, and those right outside of
 * it.
 */
const moments = {
  before: '2031-03-09T04:59:59.999Z',
  first: '2031-03-09T05:00:00.000Z',
  last: '2031-03-10T03:59:59.999Z',
  after: '2031-03-10T04:00:00.000Z',
}

const insertId = async (statement: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await rowsOf<{ id: number }>(statement)
  if (!row) throw new Error('Nothing was inserted')
  return row.id
}
const orderAt = async (at: string): Promise<number> => {
  const { id } = await makeOrder({ email: `${randomUUID()}@example.com` })
  await rowsOf(sql`update orders set created_at = ${at} where id = ${id}`)
  return id
}

/** The query parameters of the days, where they aren’t `from` and `to`. */
const dayNames: Record<string, [from: string, to: string]> = {
  'social/posts': ['firstDay', 'lastDay'],
}

/** By list: adds a row with this date, and returns its id. */
const rowsByList: Record<string, (at: string) => Promise<number>> = {
  orders: orderAt,
  customers: orderAt,
  messages: (at) =>
    insertId(
      sql`insert into contact_messages (name, email, topic, body, created_at) values ('Ash', 'ash@example.com', 'A size', 'Which one?', ${at}) returning id`,
    ),
  reviews: (at) =>
    insertId(
      sql`insert into reviews (product_id, author, rating, body, status, created_at) values (${productId}, 'Ash', 5, 'Soft.', 'waiting', ${at}) returning id`,
    ),
  returns: async (at) => {
    const { id } = await makeOrder({ status: 'delivered' })
    return insertId(
      sql`insert into returns (order_id, status, reason, wish, request_id, created_at) values (${id}, 'requested', 'size', 'refund', ${randomUUID()}, ${at}) returning id`,
    )
  },
  'gift-cards': (at) =>
    insertId(
      sql`insert into gift_cards (code_hash, last_four, is_active, created_at) values (${randomUUID()}, 'ABCD', true, ${at}) returning id`,
    ),
  'draft-orders': (at) =>
    insertId(
      sql`insert into draft_orders (email, lines, updated_at) values ('ash@example.com', '[]', ${at}) returning id`,
    ),
  content: (at) =>
    insertId(
      sql`insert into content (title, slug, content_type, status, published_at) values ('Ferns', ${randomUUID()}, 'blog_post', 'published', ${at}) returning id`,
    ),
  media: (at) =>
    insertId(
      sql`insert into media (original_name, filename, mime_type, filesize, created_at) values ('fern.pdf', ${`${randomUUID()}.pdf`}, 'application/pdf', 10, ${at}) returning id`,
    ),
  audit: (at) =>
    insertId(
      sql`insert into audit_events (actor_role, action, created_at) values ('the shop', 'backup.made', ${at}) returning id`,
    ),
  users: async (at) => {
    const { user } = await makePerson('customer')
    await rowsOf(sql`update users set created_at = ${at} where id = ${user.id}`)
    return user.id
  },
  subscribers: (at) =>
    insertId(
      sql`insert into subscribers (email, status, created_at) values (${`${randomUUID()}@example.com`}, 'subscribed', ${at}) returning id`,
    ),
  'data-requests': (at) =>
    insertId(
      sql`insert into data_requests (code, source, status, received_at, acknowledge_by, verify_by) values (${randomUUID()}, 'form', 'completed', ${at}, now(), now()) returning id`,
    ),
  products: async (at) => {
    const { id } = await makeProduct()
    await rowsOf(sql`update products set created_at = ${at} where id = ${id}`)
    return id
  },
  discounts: (at) =>
    insertId(
      sql`insert into discounts (name, kind, percent, scope, starts_at) values ('Ferns', 'percent', 10, 'all', ${at}) returning id`,
    ),
  'social/posts': (at) =>
    insertId(
      sql`insert into social_posts (post_text, status, scheduled_for, created_at, updated_at) values ('Ferns', 'scheduled', ${at}, '2031-03-01', '2031-03-01') returning id`,
    ),
}

describe.each(Object.entries(rowsByList))('the days of %s', (path, add) => {
  const [from, to] = dayNames[path] ?? ['from', 'to']
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    for (const [name, at] of Object.entries(moments)) ids[name] = await add(at)
  })
  /** Which of the four rows a list has. */
  const found = async (query: string): Promise<string[]> => {
    const listed = await namesOf(`${path}?${query}`, 'id')
    return Object.keys(moments).filter((name) => listed.includes(ids[name]))
  }

  it('are whole days in the shop’s time zone, and both ends are included', async () => {
    expect(await found(`${from}=2031-03-09&${to}=2031-03-09`)).toEqual(['first', 'last'])
    expect(await found(`${from}=2031-03-08&${to}=2031-03-09`)).toEqual(['before', 'first', 'last'])
    expect(await found(`${from}=2031-03-10`)).toEqual(['after'])
    expect(await found(`${to}=2031-03-08`)).toEqual(['before'])
  })

  it('may come in either order', async () =>
    expect(await found(`${from}=2031-03-09&${to}=2031-03-08`)).toEqual(['before', 'first', 'last']))

  it('apply to the total as well', async () => {
    const days = `/api/admin/${path}?${from}=2031-03-09&${to}=2031-03-10`
    const { body } = await call<Row[]>('GET', days, { as: owner })
    const { headers } = await call('GET', `${days}&limit=1`, { as: owner })
    expect([body.length >= 3, headers.get('x-total-count')]).toEqual([true, String(body.length)])
  })

  it('go on to the next page, and beyond the last one there is nothing', async () => {
    const days = `${path}?${from}=2031-03-09&${to}=2031-03-10`
    const all = await namesOf(days, 'id')
    const [first, second] = await Promise.all(
      [1, 2].map((page) => namesOf(`${days}&limit=2&page=${page}`, 'id')),
    )
    expect([first, second?.slice(0, 1)]).toEqual([all.slice(0, 2), all.slice(2, 3)])
    expect(await namesOf(`${days}&limit=2&page=9`, 'id')).toEqual([])
  })

  it.each([
    `${from}=2031-02-29`,
    `${to}=03/09/2031`,
    `${from}=0000-01-01`,
    `${to}=2031-03-09T00:00:00Z`,
    `${from}=2031-03-09'--`,
    `${from}=2031-03-09%00`,
    `${from}=2031-03-08&${from}=2031-03-09`,
    'sort=x',
  ])('reject %s', async (query) => {
    expect(await statusOf(`${path}?${query}`)).toBe(400)
  })
})

it.each(['messages', 'reviews', 'returns'])('sorts %s by age', async (path) => {
  const newest = await namesOf(`${path}?from=2031-03-08`, 'id')
  expect(newest).toHaveLength(4)
  expect(newest).toEqual([...newest].sort((one, other) => Number(other) - Number(one)))
  expect(await namesOf(`${path}?from=2031-03-08&sort=oldest`, 'id')).toEqual([...newest].reverse())
})

it('lists rows of the same moment in the same order on every page', async () => {
  for (let index = 0; index < 4; index += 1) await rowsByList.messages?.('2032-01-01T12:00:00Z')
  const days = 'messages?from=2032-01-01&to=2032-01-01'
  for (const sort of ['newest', 'oldest']) {
    const all = await namesOf(`${days}&sort=${sort}`, 'id')
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => namesOf(`${days}&sort=${sort}&limit=1&page=${page}`, 'id')),
    )
    expect([all.length, pages.flat()]).toEqual([4, all])
  }
})

describe('gift cards', () => {
  const notes = (query: string) => namesOf(`gift-cards?search=sorted&${query}`, 'note')
  beforeAll(async () => {
    const payload = await getTestPayload()
    const actor = { id: owner.user.id, role: 'super_admin', name: 'June' } as const
    const issue = async (note: string, amountCents: number): Promise<number> =>
      (await issueGiftCard(payload, actor, { amountCents, note: `sorted ${note}` })).id
    const spend = async (id: number, cents: number): Promise<void> => {
      const order = await makeOrder()
      await rowsOf(
        sql`insert into gift_card_entries (card_id, order_id, kind, amount_cents, request_id, actor) values (${id}, ${order.id}, 'reserve', ${-cents}, ${randomUUID()}, 'Ash')`,
      )
    }
    await spend(await issue('big', 9000), 8000)
    await issue('middle', 5000)
    await spend(await issue('spent', 3000), 3000)
    await setGiftCardActive(payload, actor, await issue('off', 2000), false)
  })

  it('are sorted by amount, balance, and age', async () => {
    const names = async (query: string) =>
      (await notes(query)).map((note) => String(note).replace('sorted ', ''))
    expect(await names('sort=newest')).toEqual(['off', 'spent', 'middle', 'big'])
    expect(await names('sort=oldest')).toEqual(['big', 'middle', 'spent', 'off'])
    expect(await names('sort=issued-high')).toEqual(['big', 'middle', 'spent', 'off'])
    expect(await names('sort=issued-low')).toEqual(['off', 'spent', 'middle', 'big'])
    expect(await names('sort=balance-high')).toEqual(['middle', 'off', 'big', 'spent'])
    expect(await names('sort=balance-low')).toEqual(['spent', 'big', 'off', 'middle'])
  })

  it('are filtered by status', async () => {
    expect(await notes('status=active')).toEqual(['sorted middle', 'sorted big'])
    expect(await notes('status=empty')).toEqual(['sorted spent'])
    expect(await notes('status=disabled')).toEqual(['sorted off'])
    expect(await statusOf('gift-cards?status=lost')).toBe(400)
  })
})

describe('draft orders', () => {
  const emails = (query: string) => namesOf(`draft-orders?search=sorted&${query}`, 'email')
  beforeAll(async () => {
    const sent = await makeOrder({ status: 'pending' })
    const ended = await makeOrder({ status: 'cancelled' })
    const paid = await makeOrder({ status: 'paid' })
    await rowsOf(sql`
      insert into draft_orders (email, shipping_address_first_name, lines, total_cents, order_id, updated_at) values
        ('c-sorted@example.com', 'Zoe', '[]', 300, null, '2032-02-01'), ('b-sorted@example.com', null, '[]', 100, ${sent.id}, '2032-02-03'),
        ('a-sorted@example.com', 'ada', '[]', 200, ${ended.id}, '2032-02-02'), ('d-sorted@example.com', 'Bo', '[]', 50, ${paid.id}, '2032-02-04')`)
  })

  it('are sorted by change, customer, and total, without paid ones', async () => {
    const letters = async (query: string) =>
      (await emails(query)).map((email) => String(email).charAt(0)).join('')
    expect(await letters('sort=newest')).toBe('bac')
    expect(await letters('sort=oldest')).toBe('cab')
    // By name, and by email address without one: ada, b-sorted@example.com, Zoe.
    expect(await letters('sort=customer-a')).toBe('abc')
    expect(await letters('sort=customer-z')).toBe('cba')
    expect(await letters('sort=total-high')).toBe('cab')
    expect(await letters('sort=total-low')).toBe('bac')
  })

  it('are filtered by whether their link can be paid', async () => {
    expect(await emails('state=sent')).toEqual(['b-sorted@example.com'])
    expect(await emails('state=open')).toEqual(['a-sorted@example.com', 'c-sorted@example.com'])
    expect(await statusOf('draft-orders?state=paid')).toBe(400)
  })
})

describe('discounts', () => {
  const day = 86_400_000
  const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()
  const names = async (query: string) =>
    (await namesOf(`discounts?search=sorted&${query}`, 'name')).map((name) =>
      String(name).replace(' sorted', ''),
    )
  beforeAll(async () => {
    const make = (name: string, values: Row) =>
      call('POST', '/api/admin/discounts', {
        as: owner,
        body: { name: `${name} sorted`, kind: 'percent', percent: 10, ...values },
      })
    await make('beta', { code: 'SORTEDBETA', startsAt: inDays(-3) })
    await make('Alpha', { code: 'SUNNY', startsAt: inDays(2), endsAt: inDays(4) })
    await make('gamma', { code: 'RAINY', startsAt: inDays(-5), endsAt: inDays(3) })
    await make('delta', { code: 'WINDY', startsAt: inDays(-1), isActive: false })
    await rowsOf(
      sql`update discounts set ends_at = now() - interval '1 hour', starts_at = now() - interval '9 days' where name = 'delta sorted'`,
    )
    await make('epsilon', { code: 'MISTY', startsAt: inDays(-2), isActive: false })
    const order = await makeOrder({ status: 'paid' })
    await rowsOf(
      sql`insert into orders_discounts (_order, _parent_id, id, name, code, discount_id) select 1, ${order.id}, ${randomUUID()}, name, 'RAINY', id from discounts where name = 'gamma sorted'`,
    )
  })

  it('are sorted by name, uses, start, and end; one without an end ends last', async () => {
    expect(await names('sort=newest')).toEqual(['epsilon', 'delta', 'gamma', 'Alpha', 'beta'])
    expect(await names('sort=name')).toEqual(['Alpha', 'beta', 'delta', 'epsilon', 'gamma'])
    expect(await names('sort=name-z')).toEqual(['gamma', 'epsilon', 'delta', 'beta', 'Alpha'])
    expect((await names('sort=uses-high'))[0]).toBe('gamma')
    expect((await names('sort=uses-low')).at(-1)).toBe('gamma')
    expect(await names('sort=starts')).toEqual(['delta', 'gamma', 'beta', 'epsilon', 'Alpha'])
    expect(await names('sort=starts-late')).toEqual(['Alpha', 'epsilon', 'beta', 'gamma', 'delta'])
    expect(await names('sort=ends')).toEqual(['delta', 'gamma', 'Alpha', 'beta', 'epsilon'])
    expect(await names('sort=ends-late')).toEqual(['epsilon', 'beta', 'Alpha', 'gamma', 'delta'])
    expect(await statusOf('discounts?sort=x')).toBe(400)
  })

  it('are filtered by state', async () => {
    expect(await names('state=running')).toEqual(['gamma', 'beta'])
    expect(await names('state=scheduled')).toEqual(['Alpha'])
    expect(await names('state=ended')).toEqual(['delta'])
    expect(await names('state=off')).toEqual(['epsilon'])
    expect(await statusOf('discounts?state=on')).toBe(400)
  })

  it('are found by name or code, a page at a time', async () => {
    expect(await namesOf('discounts?search=sunny', 'name')).toEqual(['Alpha sorted'])
    expect(await namesOf('discounts?search=sorted%20rain', 'name')).toEqual(['gamma sorted'])
    expect(await namesOf('discounts?search=%25', 'name')).toEqual([])
    const { body, headers } = await call<Row[]>(
      'GET',
      '/api/admin/discounts?search=sorted&limit=2&page=3',
      { as: owner },
    )
    expect([body.length, headers.get('x-total-count')]).toEqual([1, '5'])
  })
})

it('sorts categories by name and by what is in them', async () => {
  for (const name of ['beta', 'Alpha', 'gamma'])
    await call('POST', '/api/admin/categories', { as: owner, body: { name: `${name} sorted` } })
  await rowsOf(
    sql`update products set category_id = (select id from categories where name = 'gamma sorted') where id = ${productId}`,
  )
  await rowsOf(
    sql`insert into content (title, slug, content_type, status, category_id) select 'Moss', ${randomUUID()}, 'blog_post', 'draft', id from categories where name = 'beta sorted'`,
  )
  const names = async (sort: string) =>
    (await namesOf(`categories?sort=${sort}`, 'name'))
      .map(String)
      .filter((name) => / sorted$/.test(name))
  const [alpha, beta, gamma] = ['Alpha sorted', 'beta sorted', 'gamma sorted']
  expect(await names('name')).toEqual([alpha, beta, gamma])
  expect(await names('name-z')).toEqual([gamma, beta, alpha])
  expect(await names('products-high')).toEqual([gamma, alpha, beta])
  expect(await names('products-low')).toEqual([alpha, beta, gamma])
  expect(await names('content-high')).toEqual([beta, alpha, gamma])
  expect(await names('content-low')).toEqual([alpha, gamma, beta])
  expect(await statusOf('categories?sort=x')).toBe(400)
})

it('sorts API keys by name, latest use, and end', async () => {
  await rowsOf(sql`
    insert into api_keys (name, prefix, key_hash, created_by_id, last_used_at, expires_at, revoked_at) values
      ('beta', 'p', '1', ${owner.user.id}, '2026-01-02', null, null), ('Alpha', 'p', '2', ${owner.user.id}, null, '2099-01-01', '2026-03-01'),
      ('gamma', 'p', '3', ${owner.user.id}, '2026-01-03', '2099-01-01', null)`)
  const names = (sort: string) => namesOf(`api-keys?sort=${sort}`, 'name')
  expect(await namesOf('api-keys', 'name')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(await names('name')).toEqual(['Alpha', 'beta', 'gamma'])
  expect(await names('name-z')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(await names('used')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(await names('used-old')).toEqual(['Alpha', 'beta', 'gamma'])
  expect(await names('expires')).toEqual(['Alpha', 'gamma', 'beta'])
  expect(await names('expires-late')).toEqual(['beta', 'gamma', 'Alpha'])
  expect(await statusOf('api-keys?sort=x')).toBe(400)
})

it('sorts the audit log by age, or by person with the shop itself first', async () => {
  await rowsOf(sql`
    insert into audit_events (actor_id, actor_role, action, created_at) values
      (${owner.user.id}, 'super_admin', 'user.sorted', '2033-01-01T12:00:00Z'), (null, 'the shop', 'user.sorted', '2033-01-02T12:00:00Z'),
      (${admin.user.id}, 'admin', 'user.sorted', '2033-01-03T12:00:00Z'), (${owner.user.id}, 'super_admin', 'user.sorted', '2033-01-04T12:00:00Z')`)
  const days = async (sort: string) =>
    (await namesOf(`audit?search=user.sorted&sort=${sort}`, 'createdAt')).map((at) =>
      Number(String(at).slice(8, 10)),
    )
  expect(await days('newest')).toEqual([4, 3, 2, 1])
  expect(await days('oldest')).toEqual([1, 2, 3, 4])
  expect(await days('actor')).toEqual([2, 3, 4, 1])
  expect(await days('actor-z')).toEqual([4, 1, 3, 2])
  expect(await statusOf('audit?sort=oldest', admin)).toBe(403)
})

it('sorts data requests with the open ones first, or by age', async () => {
  await rowsOf(sql`
    insert into data_requests (code, source, status, received_at, acknowledge_by, verify_by) values
      ('cccccccccccccccccccccccc', 'form', 'completed', '2032-01-03', now(), now()), ('dddddddddddddddddddddddd', 'form', 'verified', '2032-01-01', now(), now()),
      ('eeeeeeeeeeeeeeeeeeeeeeee', 'form', 'received', '2032-01-02', now(), now())`)
  const codes = async (sort: string) =>
    (await namesOf(`data-requests?from=2031-12-31&to=2032-01-03&sort=${sort}`, 'code'))
      .map((code) => String(code).charAt(0))
      .join('')
  expect(await codes('open')).toBe('edc')
  expect(await codes('newest')).toBe('ced')
  expect(await codes('oldest')).toBe('dec')
  expect(await statusOf('data-requests?sort=x')).toBe(400)
})

it('sorts social posts by their date', async () => {
  await rowsOf(sql`
    insert into social_posts (post_text, status, published_at) values
      ('sorted one', 'published', '2032-01-02'), ('sorted two', 'published', '2032-01-01'), ('sorted three', 'published', '2032-01-03')`)
  const texts = (sort: string) => namesOf(`social/posts?search=sorted&sort=${sort}`, 'postText')
  expect(await texts('newest')).toEqual(['sorted three', 'sorted one', 'sorted two'])
  expect(await texts('oldest')).toEqual(['sorted two', 'sorted one', 'sorted three'])
  expect(await statusOf('social/posts?sort=x')).toBe(400)
})

it('lists social posts without a date by their latest change', async () => {
  await rowsOf(sql`
    insert into social_posts (post_text, status, scheduled_for, published_at, updated_at) values
      ('dated draft', 'draft', null, null, '2033-01-02'), ('dated post', 'published', null, '2033-01-02', '2033-01-09'),
      ('dated later', 'scheduled', '2033-01-09', null, '2033-01-02')`)
  expect(
    await namesOf(
      'social/posts?search=dated&firstDay=2033-01-01&lastDay=2033-01-02&sort=oldest',
      'postText',
    ),
  ).toEqual(['dated draft', 'dated post'])
})
