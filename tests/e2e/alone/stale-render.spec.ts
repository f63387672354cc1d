import { get as httpGet } from 'node:http'

import { expect } from '@playwright/test'
import { ownProduct, query, test } from '@tests/support/browser'
import pg from 'pg'

import { invalidationChannel } from '@/platform/cache-tags'

const waitForBlockedQuery = (table: 'reviews' | 'products') =>
  expect
    .poll(
      () => query('select 1 from pg_locks where not granted and relation = $1::regclass', [table]),
      { timeout: 30_000 },
    )
    .not.toEqual([])

test(
  'a page whose render began before a change is not served after it',
  { tag: '@core' },
  async ({ request }) => {
    const { id, name } = await ownProduct()
    const changed = `${name} changed`
    const lock = new pg.Client(process.env.SHOP_DATABASE_URL)
    await lock.connect()
    try {
      // The page queries the product before its reviews, so this lock pauses the render in between.
      await lock.query('begin; lock table reviews in access exclusive mode')
      const slow = request.get(`/products/${id}`, { timeout: 60_000 })
      await waitForBlockedQuery('reviews')
      await query('update products set name = $2 where id = $1', [id, changed])
      await query('select pg_notify($1, $2)', [
        invalidationChannel,
        JSON.stringify([`product:${id}`]),
      ])
      const during = request.get(`/products/${id}`, { timeout: 60_000 })
      // Nothing outside the web process shows that it has received the second request, so wait one second.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await lock.query('rollback')
      expect(await (await slow).text()).toContain(`<title>${name}`)
      expect(await (await during).text()).toContain(`<title>${changed}`)
      expect(await (await request.get(`/products/${id}`)).text()).toContain(`<title>${changed}`)
    } finally {
      await lock.end()
    }
  },
)

for (const [kind, folder, table] of [
  ['a page', '/products', 'reviews'],
  ['an API call', '/api/products', 'products'],
] as const) {
  test(`${kind} whose visitor leaves while it renders still responds to the next visitor after a change`, async ({
    request,
  }) => {
    const { id } = await ownProduct()
    const path = `${folder}/${id}`
    const lock = new pg.Client(process.env.SHOP_DATABASE_URL)
    await lock.connect()
    try {
      await lock.query(`begin; lock table ${table} in access exclusive mode`)
      const visit = httpGet(new URL(path, process.env.SHOP_URL)).on('error', () => {})
      await waitForBlockedQuery(table)
      visit.destroy()
      await query('select pg_notify($1, $2)', [
        invalidationChannel,
        JSON.stringify([`product:${id}`]),
      ])
      await lock.query('rollback')
      for (const _visit of [1, 2])
        expect((await request.get(path, { timeout: 20_000 })).status()).toBe(200)
    } finally {
      await lock.end()
    }
  })
}
