import { expect } from '@playwright/test'
import { ownProduct, query, test } from '@tests/support/browser'
import pg from 'pg'

import { invalidationChannel } from '@/platform/cache-tags'

test('a page whose render began before a change and ended after it is not served later', async ({
  request,
}) => {
  test.setTimeout(120_000)
  const { id, name } = await ownProduct()
  const changed = `${name} changed`
  const lock = new pg.Client(process.env.SHOP_DATABASE_URL)
  await lock.connect()
  try {
    // The page reads the product before its reviews, so this lock pauses the render in between.
    await lock.query('begin; lock table reviews in access exclusive mode')
    const slow = request.get(`/products/${id}`, { timeout: 60_000 })
    await expect
      .poll(
        () => query("select 1 from pg_locks where not granted and relation = 'reviews'::regclass"),
        { timeout: 30_000 },
      )
      .not.toEqual([])
    await query('update products set name = $2 where id = $1', [id, changed])
    await query('select pg_notify($1, $2)', [
      invalidationChannel,
      JSON.stringify([`product:${id}`]),
    ])
    const during = request.get(`/products/${id}`, { timeout: 60_000 })
    // Nothing outside the web process shows that it has received the second request, so wait for a second.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await lock.query('rollback')
    expect(await (await slow).text()).toContain(`<title>${name}`)
    expect(await (await during).text()).toContain(`<title>${changed}`)
    expect(await (await request.get(`/products/${id}`)).text()).toContain(`<title>${changed}`)
  } finally {
    await lock.end()
  }
})
