import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { userSearchText } from '@/modules/accounts/queries/list-users'
import { orderSearchText } from '@/modules/orders/queries/admin-orders'
import type { SearchResult } from '@/modules/shop/queries/admin-search'

let editor: TestPerson
let admin: TestPerson
beforeAll(async () => {
  const payload = await getTestPayload()
  editor = await makePerson('editor')
  admin = await makePerson('admin')
  const { user } = await makePerson('customer')
  await rowsOf(
    sql`update users set first_name = 'Lantern', last_name = 'Bearer', username = 'lantern_b', email = 'lantern@example.com' where id = ${user.id}`,
  )
  for (let n = 1; n <= 7; n += 1)
    await makeProduct({ name: `Old Lantern ${n}`, slug: `lantern-${n}` })
  await makeProduct({ name: 'Lantern Tee', slug: 'lantern-tee', isActive: false })
  await payload.create({
    collection: 'content',
    data: {
      title: 'A lantern in the fog',
      slug: 'lantern',
      contentType: 'reflection',
      status: 'draft',
    },
  })
  await makeOrder({ email: 'lantern@example.com', status: 'paid' })
})
const search = async (as: TestPerson, q: string): Promise<SearchResult[]> => {
  const { status, body } = await call<SearchResult[]>(
    'GET',
    `/api/admin/search?q=${encodeURIComponent(q)}`,
    { as },
  )
  expect(status).toBe(200)
  return body
}
const ofKind = (found: SearchResult[], kind: string) => found.filter((one) => one.kind === kind)

it('finds at most five of each kind, starting with prefix matches and then the newest', async () => {
  const found = await search(admin, 'lantern')
  expect(ofKind(found, 'product').map(({ title, note }) => `${title}: ${note}`)).toEqual([
    'Lantern Tee: Inactive',
    'Old Lantern 7: Active',
    'Old Lantern 6: Active',
    'Old Lantern 5: Active',
    'Old Lantern 4: Active',
  ])
  expect(ofKind(found, 'order')).toEqual([
    {
      kind: 'order',
      id: 1,
      title: 'DF-5001',
      note: 'Wren Okafor · $40.55 · Paid',
      href: '/admin/orders/1',
    },
  ])
  expect(ofKind(found, 'content')).toEqual([
    {
      kind: 'content',
      id: 1,
      title: 'A lantern in the fog',
      note: 'Reflection · Draft',
      href: '/admin/content/1',
    },
  ])
  expect(ofKind(found, 'user')).toMatchObject([
    {
      title: 'Lantern Bearer',
      note: 'lantern@example.com · Customer',
      href: '/admin/users?search=lantern_b',
    },
  ])
})

it('finds only what the role is allowed to see', async () => {
  expect((await search(editor, 'lantern')).map(({ kind }) => kind)).toEqual(['content'])
})

it('accepts words in any order and treats special characters literally', async () => {
  expect((await search(admin, 'tee lantern')).map(({ title }) => title)).toEqual(['Lantern Tee'])
  for (const odd of ['%%', '__', '\\\\', "' or 1=1 --", '\u0000\u0001'])
    expect(ofKind(await search(admin, odd), 'product')).toEqual([])
})

it('does not find what is in the trash', async () => {
  await rowsOf(sql`update products set deleted_at = now() where slug = 'lantern-tee'`)
  expect(await search(admin, 'lantern tee')).toEqual([])
})

it.each(['', 'a', ' b ', 'x'.repeat(101)])('rejects %j as too short or too long', async (q) => {
  expect(
    (await call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`, { as: admin })).status,
  ).toBe(400)
})

it('can use an index for each kind', async () => {
  const payload = await getTestPayload()
  const wheres = {
    products_find_trgm: sql`products where name ilike '%lantern%'`,
    content_title_trgm: sql`content where title ilike '%lantern%'`,
    orders_find_trgm: sql`orders where ${orderSearchText} ilike '%lantern%'`,
    users_find_trgm: sql`users where ${userSearchText} ilike '%lantern%'`,
  }
  await payload.db.drizzle.transaction(async (tx) => {
    // The test tables are so small that PostgreSQL would otherwise choose a different plan.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    for (const [index, where] of Object.entries(wheres)) {
      const { rows } = await tx.execute(sql`explain select id from ${where}`)
      expect(JSON.stringify(rows)).toContain(index)
    }
  })
})
