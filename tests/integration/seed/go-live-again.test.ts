import { databaseFingerprint } from '@tests/support/database-snapshot'
import { makePerson, makeProduct } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful } from '@tests/support/printful'
import type { Payload } from 'payload'

import { confirmationsKey } from '@/modules/go-live/queries/confirmations'
import { seedProducts } from '@/seed/catalog/products'
import { seedContent } from '@/seed/content-rows'
import { demoProductIds } from '@/seed/demo-accounts'
import { demoPeople } from '@/seed/demo-people'
import { removeDemoData } from '@/seed/remove-demo-data'
import { addUser } from '@/seed/users'

let payload: Payload

const keepAll = { keepProducts: true, keepArticles: true }
/** The result of a removal that found nothing. */
const nothing = {
  people: [],
  giftCards: 0,
  discounts: 0,
  orders: 0,
  products: 0,
  draftProducts: [],
  articles: 0,
  draftArticles: [],
  files: 0,
  messages: 0,
  subscribers: 0,
  connections: [],
}

const addVisitors = async (): Promise<void> => {
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, body) values ('Ada', 'ada@example.org', 'other', 'Hello')`,
  )
  await rowsOf(
    sql`insert into subscribers (email, status) values ('ada@example.org', 'subscribed')`,
  )
  await rowsOf(
    sql`insert into social_accounts (platform, account_name, account_id) values ('instagram', 'fern.shop', '1')`,
  )
  await connectPrintful()
}
/** Every row that an owner would miss. */
const ownRows = async () => {
  const tables = [
    'products',
    'products_variants',
    'content',
    'contact_messages',
    'subscribers',
    'connections',
    'social_accounts',
  ]
  const rows = tables.map((table) =>
    rowsOf(sql.raw(`select to_jsonb(t) as row from ${table} t order by t.id`)),
  )
  return Promise.all(rows)
}
const linksOf = (slug: string | undefined) =>
  rowsOf<{ active: boolean; product: string | null; variants: number }>(
    sql`select is_active as active, printful_product_id as product,
      (select count(printful_variant_id)::integer from products_variants where _parent_id = products.id) as variants
    from products where slug = ${slug}`,
  )

/** Makes a catalog with the slugs of the demo's: one product linked to the owner's print shop, and one to the demo's. */
beforeAll(async () => {
  payload = await getTestPayload()
  await makePerson('super_admin')
  await makeProduct({ slug: seedProducts[0]?.slug, printfulProductId: 'own-1' })
  await makeProduct({ slug: seedProducts[1]?.slug, printfulProductId: demoProductIds[1] })
  await rowsOf(sql`update products_variants set printful_variant_id = 'variant-' || _order`)
  await payload.create({
    collection: 'content',
    data: {
      title: 'In the owner’s words',
      slug: seedContent[0]?.slug ?? '',
      contentType: 'reflection',
      status: 'published',
    },
  })
  await addVisitors()
})

it('touches nothing in a shop that was never a demo, even before its first sale', async () => {
  const before = await databaseFingerprint()
  expect(await removeDemoData(payload)).toEqual({ ...nothing, hadNoDemo: true })
  expect(await databaseFingerprint()).toBe(before)
})

const confirmed = { policies: { at: '2026-01-02T10:00:00.000Z', subject: '' } }
const confirmations = () => payload.kv.get(confirmationsKey)

it('keeps the newsletter and connections of a demo with a rehearsal, and unlinks products from the demo’s print shop only', async () => {
  for (const person of demoPeople) await addUser(payload, person)
  await makeOrder({ paypalEnvironment: 'sandbox' })
  await payload.kv.set(confirmationsKey, confirmed)
  const removal = await removeDemoData(payload, { ...keepAll, sandboxOrders: true })
  expect(removal).toMatchObject({
    people: demoPeople.map(({ username }) => username),
    orders: 1,
    draftArticles: ['In the owner’s words'],
    messages: 0,
    subscribers: 0,
    connections: [],
    hadNoDemo: false,
  })
  expect(removal.draftProducts).toHaveLength(2)
  // Someone read the demo's pages and got an email in its inbox.
  expect(await confirmations()).toBeNull()
  expect(await linksOf(seedProducts[0]?.slug)).toEqual([
    { active: false, product: 'own-1', variants: 4 },
  ])
  expect(await linksOf(seedProducts[1]?.slug)).toEqual([
    { active: false, product: null, variants: 0 },
  ])
})

it('removes only the orders of a rehearsal and of the demo from a shop that has opened since', async () => {
  await rowsOf(sql`update products set is_active = true`)
  await rowsOf(sql`update content set status = 'published'`)
  await payload.kv.set(confirmationsKey, confirmed)
  const before = await ownRows()
  for (const paypalEnvironment of ['sandbox', 'demo', 'live'] as const)
    await makeOrder({ paypalEnvironment })
  expect(await removeDemoData(payload, { sandboxOrders: true })).toEqual({
    ...nothing,
    orders: 2,
    hadNoDemo: true,
  })
  expect(await ownRows()).toEqual(before)
  expect(await confirmations()).toEqual(confirmed)
  expect(await rowsOf(sql`select paypal_environment as env from orders`)).toEqual([{ env: 'live' }])
})
